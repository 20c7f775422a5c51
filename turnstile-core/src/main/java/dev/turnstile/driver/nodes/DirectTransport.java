package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;

/**
 * For nodes that are all in one JVM, and messages that come to rest. A message stands in the inbox of its receiver
 * before its sender is unlocked, which keeps every channel in order; the thread that made the sender act delivers it
 * ({@link NodeRuntime}).
 *
 * @param <M> what the nodes send each other
 */
public final class DirectTransport<M extends Message> implements Transport<M> {
    private volatile NodeRuntime<M> receiver;

    /** For one runtime. */
    public DirectTransport() {}

    @Override
    public void start(NodeRuntime<M> runtime) {
        receiver = runtime;
    }

    @Override
    public void send(Envelope<M> envelope) {
        receiver.post(envelope);
    }
}
