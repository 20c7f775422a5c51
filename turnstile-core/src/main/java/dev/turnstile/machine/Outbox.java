package dev.turnstile.machine;

import java.util.function.Function;

/**
 * A node's access to the network, to random choices and to its timer. The runtime delivers each message exactly once,
 * and the messages from one node to another in the order in which they were sent.
 *
 * <pre>{@code
 * out.send(2, new Request(number));
 * int token = out.choose(k);
 * }</pre>
 *
 * @param <M> the messages of this algorithm
 */
public interface Outbox<M extends Message> {
    /** Sends a message to another node. Does not block. The receiver must not be the sender. */
    void send(int to, M message);

    /**
     * Chooses a number from 0 to {@code bound - 1}. Drivers and simulations choose uniformly at random. A check tries
     * every number. A node may choose only in the calls that it starts itself ({@link Node#acquire},
     * {@link Node#release}, {@link Node#cancel}, {@link Node#timeout}). Its reaction to a message is deterministic.
     *
     * @throws IllegalStateException if the node is handling a message
     */
    int choose(int bound);

    /** Restarts the node's {@link Node#timer} with its full duration. */
    void restartTimer();

    /** Returns an outbox for a part of the node. Each message of the part travels inside a message of this outbox. */
    default <K extends Message> Outbox<K> wrapping(Function<? super K, ? extends M> wrap) {
        Outbox<M> outer = this;
        return new Outbox<>() {
            @Override
            public void send(int to, K message) {
                outer.send(to, wrap.apply(message));
            }

            @Override
            public int choose(int bound) {
                return outer.choose(bound);
            }

            @Override
            public void restartTimer() {
                outer.restartTimer();
            }
        };
    }
}
