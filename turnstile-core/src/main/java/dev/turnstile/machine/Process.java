package dev.turnstile.machine;

/**
 * One participant in a shared-memory algorithm, written as a state machine. A process has no clock, no thread, no I/O
 * and no source of randomness. The runtime (a driver, the explorer or the simulator) calls it from one thread at a
 * time.
 *
 * <p>{@link #acquire}, {@link #attempt}, {@link #release} and {@link #cancel} only record what the caller wants. They
 * touch private state alone. All effects on other processes happen in {@link #step}, which makes at most one access to
 * the shared cells.
 *
 * <pre>{@code
 * process.acquire(1);
 * while (process.region() != Region.CRITICAL) {
 *     process.step(shared);          // a real driver finds a better way to wait
 * }
 * // inside
 * process.release();
 * while (process.region() != Region.REMAINDER) {
 *     process.step(shared);
 * }
 * }</pre>
 */
@SuppressWarnings(
        "AvoidCommonTypeNames") // the papers' word; in this package it never means an operating-system process
public interface Process extends Stateful {
    /** Returns the process's current region. */
    Region region();

    /**
     * Requests units: moves from REMAINDER to TRYING.
     *
     * @throws IllegalStateException if the process is not in REMAINDER
     * @throws IllegalArgumentException if {@code units} is not between 1 and {@link Sizes#unitsEach()}
     */
    void acquire(int units);

    /**
     * Requests units without waiting: moves from REMAINDER to TRYING. The steps lead to CRITICAL if the units are
     * available at once. Otherwise they lead back to REMAINDER. If the algorithm keeps an order, an attempt that would
     * overtake a waiter fails as well.
     */
    void attempt(int units);

    /** Starts to leave: moves from CRITICAL to EXIT. */
    void release();

    /**
     * Gives up: moves from TRYING to EXIT, or directly to REMAINDER if the request has left no trace in the shared
     * cells yet. The steps lead to REMAINDER. A cancelled request blocks no other process and loses no place.
     */
    void cancel();

    /** Takes one atomic step of the trying or exit protocol. */
    Step step(Cells shared);

    /**
     * Takes steps until the process is in CRITICAL or REMAINDER, or must wait. Drivers use it. Other processes may take
     * steps in between.
     */
    default void runUntilBlocked(Cells shared) {
        Step step = Step.TAKEN;
        while (step != Step.WAITS && (region() == Region.TRYING || region() == Region.EXIT)) {
            step = step(shared);
        }
    }

    /**
     * Returns how many units must become free before this trying process can enter. 0 means that the next step enters,
     * or that the algorithm keeps no order and can't tell. The value is a hint, and reading it has no effect. Use it to
     * choose how to wait or to show a position, never to decide which process enters.
     */
    int ahead(Cells shared);

    /**
     * Returns how far this process has come on its way in, in the algorithm's own count. For the rung algorithms, it is
     * the highest level at which the process is a winner. It grows while the process tries. If it is the same at two
     * steps that return {@link Step#WAITS}, the process wrote nothing in between. Always 0 if the way in has no stages.
     */
    default int progress() {
        return 0;
    }

    /**
     * Takes over the duties of the next process in line. Both processes must be cancelled. This process then passes on
     * what {@code behind} still had to pass on, and {@code behind} moves to REMAINDER. This keeps lines short when many
     * processes give up. It touches private state only.
     *
     * @return false, without effect, if the two are not both cancelled and adjacent, or the algorithm does not support
     *     it
     */
    default boolean absorb(Process behind) {
        return false;
    }

    /**
     * Hands some of this process's units to a new process and keeps the rest. Both are in CRITICAL afterwards. It
     * touches private state only.
     *
     * @throws IllegalArgumentException unless at least one unit is handed over and at least one is kept
     */
    default Process split(int units) {
        throw new IllegalArgumentException("a process of one unit can't be split");
    }

    /** Returns the number of units requested or held. Default: 1. */
    default int units() {
        return 1;
    }

    /** A process that can be killed at any moment, and whose place other processes clear. */
    interface Mortal extends Process {
        /**
         * Records that the process was killed: moves from any region but REMAINDER to EXIT. All private state is lost.
         * The process that detects the crash takes the remaining steps. They lead to REMAINDER, as if the killed
         * process had never made its request.
         */
        void die();
    }
}
