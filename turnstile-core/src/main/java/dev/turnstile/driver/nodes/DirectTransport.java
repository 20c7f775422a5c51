package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;

/**
 * A transport for nodes that are all in one JVM and whose messages come to rest. A message is in the inbox of its
 * receiver before its sender is unlocked, which keeps every channel in order. The thread that made the sender act
 * delivers it ({@link NodeRuntime}).
 *
 * @param <M> the type of the messages between nodes
 */
final class DirectTransport<M extends Message> implements Transport<M> {
    private volatile NodeRuntime<M> receiver;

    /** Creates the transport of one runtime. */
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
