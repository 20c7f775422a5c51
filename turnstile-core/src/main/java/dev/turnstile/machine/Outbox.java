package dev.turnstile.machine;

import java.util.function.Function;

/**
 * Where a node puts what it sends, and whom it asks for chance and time. Whoever runs the node delivers what it sends:
 * each message once, and those from one node to another in the order in which they were sent.
 *
 * <pre>{@code
 * out.send(2, new Request(number));
 * int token = out.choose(k);
 * }</pre>
 *
 * @param <M> what nodes of this algorithm send each other
 */
public interface Outbox<M extends Message> {
    /** Sends to another node, never to the sender itself. Does not wait. */
    void send(int to, M message);

    /**
     * Some number from 0 to {@code bound - 1}. For real, and in a simulation, each is as likely as the others; a check
     * tries them all. A node chooses only in what it does of its own accord ({@link Node#acquire},
     * {@link Node#release}, {@link Node#cancel}, {@link Node#timeout}): when a message arrives, nothing is left to
     * chance.
     *
     * @throws IllegalStateException when a message has arrived
     */
    int choose(int bound);

    /** Restarts the node's {@link Node#timer}: the timeout is its whole time away again. */
    void restartTimer();

    /** An outbox for a part of the node, whose messages travel inside those of this one. */
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
