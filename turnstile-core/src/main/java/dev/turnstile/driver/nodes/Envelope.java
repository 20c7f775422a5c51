package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;

/**
 * A message in transit. The epoch identifies the run of the algorithm to which the message belongs. A receiver in a
 * later epoch drops it.
 *
 * @param epoch the epoch of the sender when it sent the message
 * @param from the sender's number in that epoch
 * @param to the receiver's number in that epoch
 * @param message the message itself
 * @param <M> the type of the messages between nodes
 */
public record Envelope<M extends Message>(long epoch, int from, int to, M message) {}
