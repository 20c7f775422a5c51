package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Region;

/**
 * Carries messages between nodes: within one JVM, or between several. Each message arrives once, and those from one
 * node to another arrive in the order in which they were sent, as long as their epoch lasts.
 *
 * <pre>{@code
 * final class ByPost<M extends Message> implements Transport<M> {
 *     public void send(Envelope<M> envelope) {
 *         post.carry(envelope, () -> receiver.receive(envelope));
 *     }
 * }
 * }</pre>
 *
 * @param <M> what the nodes send each other
 */
public interface Transport<M extends Message> {
    /** An epoch of that runtime begins: from now on it takes what arrives, by {@link NodeRuntime#receive}. */
    void start(NodeRuntime<M> receiver);

    /**
     * Takes a message. The sender is locked, and no other node knows what it did by that: so this must not wait, and
     * must not deliver the message before it returns.
     */
    void send(Envelope<M> envelope);

    /** A node of this JVM gets into another region. It is locked, and this must not wait. */
    default void moved(Region before, Region now) {}

    /**
     * Returns whether all nodes of this JVM share one lock, so that one of them acts at a time. {@link #send} and
     * {@link #moved} are called under that lock, and a message is sent while its sender still acts. Messages do not go
     * to inboxes: the transport delivers them in {@link #settle}. Default: each node has its own lock.
     */
    default boolean takesTurns() {
        return false;
    }

    /** A thread made a node act and has delivered what followed from it, within this JVM. No node is locked by it. */
    default void settle() {}
}
