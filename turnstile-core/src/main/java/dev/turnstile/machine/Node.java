package dev.turnstile.machine;

import java.util.Optional;

/**
 * One participant in a message-passing algorithm, written as a reactive state machine. A node has no clock, no thread,
 * no I/O and no randomness of its own: random choices and its timer go through the {@link Outbox}. The runtime (a
 * driver, the explorer or the simulator) calls it from one thread at a time.
 *
 * <p>No method blocks. After each call, {@link #region} shows whether the node has entered or left.
 *
 * <p>Channels are reliable, and FIFO from each node to each other node. Messages leave in the order in which the call
 * sent them. A node never sends to itself.
 *
 * <pre>{@code
 * node.acquire(1, out);
 * // later, for each message that arrives:
 * node.receive(from, message, out);
 * if (node.region() == Region.CRITICAL) {
 *     // inside
 *     node.release(out);
 * }
 * }</pre>
 *
 * @param <M> the messages of this algorithm
 */
public interface Node<M extends Message> extends Stateful {
    /** Returns the node's current region. */
    Region region();

    /**
     * Requests units: moves from REMAINDER to TRYING, or directly to CRITICAL.
     *
     * @throws IllegalStateException if the node is not in REMAINDER
     * @throws IllegalArgumentException if {@code units} is not between 1 and {@link Sizes#unitsEach()}
     */
    void acquire(int units, Outbox<M> out);

    /**
     * Starts to leave: moves from CRITICAL to EXIT, or directly to REMAINDER. A node in EXIT still counts as inside. In
     * a window ({@link Sizes#floor}), it waits there until it may leave.
     *
     * @throws IllegalStateException if the node is not in CRITICAL
     */
    void release(Outbox<M> out);

    /**
     * Withdraws the pending request. A node in TRYING gives up and moves to REMAINDER. In a window, a node in EXIT
     * stays inside and moves back to CRITICAL. A cancelled request blocks no other node and loses no place.
     *
     * @throws IllegalStateException if the node is in another region
     */
    void cancel(Outbox<M> out);

    /**
     * Returns some of the units held, and stays in CRITICAL with the rest. Supported only if the system is
     * {@linkplain NodeSystem#isDivisible divisible}.
     *
     * @throws IllegalStateException if the node is not in CRITICAL
     * @throws IllegalArgumentException unless at least one unit is returned and at least one is kept
     * @throws UnsupportedOperationException if the system is not divisible
     */
    default void releasePart(int units, Outbox<M> out) {
        throw new UnsupportedOperationException("this algorithm releases all units of a node together");
    }

    /** Handles the oldest message of the channel from node {@code from}. */
    void receive(int from, M message, Outbox<M> out);

    /** Returns the number of units requested or held, while the node is in TRYING or CRITICAL. */
    default int units() {
        return 1;
    }

    /** Returns the number of the system's tokens at this node: {@link dev.turnstile.machine.facts.NodeFacts#tokens}. */
    default long tokens() {
        return 0;
    }

    /**
     * Returns the timer that is running at this node, or empty if there is none. The runtime calls {@link #timeout}
     * once the timer's duration has passed since the latest of {@link Outbox#restartTimer}, the last timeout and the
     * start.
     */
    default Optional<Timer> timer() {
        return Optional.empty();
    }

    /** Handles the expiry of the {@link #timer}. */
    default void timeout(Outbox<M> out) {}
}
