package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;

/**
 * A message on its way. The epoch says which run of the algorithm it belongs to: a receiver in a later epoch drops it.
 *
 * @param epoch that of the sender when it sent the message
 * @param from the sender's number in that epoch
 * @param to the receiver's
 * @param message what the sender says
 * @param <M> what the nodes send each other
 */
public record Envelope<M extends Message>(long epoch, int from, int to, M message) {}
