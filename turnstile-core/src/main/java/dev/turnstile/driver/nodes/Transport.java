package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Region;

/**
 * Carries messages between nodes, within one JVM or between several. As long as their epoch lasts, each message arrives
 * once, and messages from one node to another arrive in the order in which they were sent.
 *
 * <pre>{@code
 * final class ByPost<M extends Message> implements Transport<M> {
 *     public void send(Envelope<M> envelope) {
 *         post.carry(envelope, () -> receiver.receive(envelope));
 *     }
 * }
 * }</pre>
 *
 * @param <M> the type of the messages between nodes
 */
public interface Transport<M extends Message> {
    /** Begins an epoch of this runtime. From now on the runtime accepts messages by {@link NodeRuntime#receive}. */
    void start(NodeRuntime<M> receiver);

    /**
     * Sends a message. The sender is locked, and no other node knows yet what it did. So this must not block, and must
     * not deliver the message before it returns.
     */
    void send(Envelope<M> envelope);

    /** Notifies the transport that a local node has changed its region. The node is locked, so this must not block. */
    default void moved(Region before, Region now) {}

    /**
     * Returns whether all nodes of this JVM share one lock, so that one of them acts at a time. {@link #send} and
     * {@link #moved} are called under that lock, and a message is sent while its sender still acts. Messages do not go
     * to inboxes. Instead the transport delivers them in {@link #settle}. Default: each node has its own lock.
     */
    default boolean takesTurns() {
        return false;
    }

    /**
     * Called when a thread has made a node act and has delivered the resulting messages within this JVM. The thread has
     * no node locked.
     */
    default void settle() {}
}
