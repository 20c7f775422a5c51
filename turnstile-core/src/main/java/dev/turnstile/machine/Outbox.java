package dev.turnstile.machine;

/**
 * Where a node puts what it sends. Whoever runs the node delivers it: each message once, and those from one node to another in
 * the order in which they were sent.
 *
 * <pre>{@code
 * out.send(2, new Request(number));
 * }</pre>
 *
 * @param <M> what nodes of this algorithm send each other
 */
@FunctionalInterface
public interface Outbox<M extends Message> {
    /** Sends to another node, never to the sender itself. Does not wait. */
    void send(int to, M message);
}
