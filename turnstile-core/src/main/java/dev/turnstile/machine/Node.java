package dev.turnstile.machine;

import java.util.Optional;

/**
 * One participant of a message-passing algorithm, as a state machine that reacts. It has no clock, no thread, no I/O
 * and no chance of its own; whoever runs it (a thread driver, the explorer, the simulator) calls it from one thread at
 * a time.
 *
 * <p>Channels are reliable, and FIFO from each node to each other one. What a call sends leaves in the order in which
 * it was sent; a node never sends to itself. A call never waits: that a node is inside, or out again, shows in its
 * {@link #region} after any of these calls.
 *
 * <pre>{@code
 * node.acquire(1, out);
 * // later, whenever a message has arrived:
 * node.receive(from, message, out);
 * if (node.region() == Region.CRITICAL) {
 *     // inside
 *     node.release(out);
 * }
 * }</pre>
 *
 * @param <M> what nodes of this algorithm send each other
 */
public interface Node<M extends Message> extends Stateful {
    /** Where this node is. */
    Region region();

    /**
     * REMAINDER to TRYING, or at once to CRITICAL: asks for so many units.
     *
     * @throws IllegalStateException in another region
     * @throws IllegalArgumentException when units is not between 1 and {@link Sizes#unitsEach()}
     */
    void acquire(int units, Outbox<M> out);

    /**
     * CRITICAL to EXIT, or at once to REMAINDER. A node in EXIT is inside still: in a window ({@link Sizes#floor}) it
     * waits until it may leave.
     *
     * @throws IllegalStateException in another region
     */
    void release(Outbox<M> out);

    /**
     * TRYING to REMAINDER: gives up. Or EXIT to CRITICAL, in a window: stays inside. Nobody is blocked by it and no
     * place is lost.
     *
     * @throws IllegalStateException in another region
     */
    void cancel(Outbox<M> out);

    /**
     * CRITICAL: gives back some of its units, and stays inside with the rest. Only where the system
     * {@link NodeSystem#isDivisible}.
     *
     * @throws IllegalStateException in another region
     * @throws IllegalArgumentException unless at least one unit goes and one stays
     */
    default void giveBack(int units, Outbox<M> out) {
        throw new UnsupportedOperationException("all units of a node leave together here");
    }

    /** Takes the oldest message of a channel that leads here. */
    void receive(int from, M message, Outbox<M> out);

    /** How many units it asks for or has, while it is TRYING or CRITICAL. */
    default int units() {
        return 1;
    }

    /** How many of the system's tokens are here: {@link dev.turnstile.machine.facts.NodeFacts#tokens}. */
    default long tokens() {
        return 0;
    }

    /**
     * Returns the timer that runs at this node now, if one does: {@link #timeout} is called when its time has passed
     * since {@link Outbox#restartTimer}, since the last timeout, or since the start.
     */
    default Optional<Timer> timer() {
        return Optional.empty();
    }

    /** Its {@link #timer} has run out. */
    default void timeout(Outbox<M> out) {}
}
