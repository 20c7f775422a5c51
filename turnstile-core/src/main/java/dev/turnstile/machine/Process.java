package dev.turnstile.machine;

/**
 * One participant of a shared-memory algorithm, as a state machine. It has no clock, no thread, no I/O and no chance of
 * its own; whoever runs it (a thread driver, the explorer, the simulator) calls it from one thread at a time.
 *
 * <p>{@link #acquire}, {@link #attempt}, {@link #release} and {@link #cancel} only say what is wanted: they touch
 * private state. Every effect on the others happens in {@link #step}, which makes at most one access to the shared
 * cells.
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
@SuppressWarnings("AvoidCommonTypeNames") // the papers' word; whoever reads machines has no operating system in mind
public interface Process extends Stateful {
    /** Where this process is. */
    Region region();

    /**
     * REMAINDER to TRYING: asks for so many units.
     *
     * @throws IllegalStateException in another region
     * @throws IllegalArgumentException when units is not between 1 and {@link Sizes#unitsEach()}
     */
    void acquire(int units);

    /**
     * REMAINDER to TRYING, but will not wait: the steps lead to CRITICAL, or, if that can't be had at once without
     * overtaking anybody, where there is an order, back to REMAINDER.
     */
    void attempt(int units);

    /** CRITICAL to EXIT. */
    void release();

    /** TRYING to EXIT: gives up. The steps lead to REMAINDER; nobody is blocked by it and no place is lost. */
    void cancel();

    /** One atomic step of the trying or exit protocol. */
    Step step(Cells shared);

    /**
     * Steps, one after another, until the process is inside or in its remainder region, or must wait: for whoever runs
     * it for real, where others may step in between.
     */
    default void runUntilBlocked(Cells shared) {
        Step step = Step.TAKEN;
        while (step != Step.WAITS && (region() == Region.TRYING || region() == Region.EXIT)) {
            step = step(shared);
        }
    }

    /**
     * How many units must come free before this trying process can enter: 0 means that its next step enters, or that
     * the algorithm keeps no order and can't tell. A hint, read without effect: use it to decide how to wait and to
     * show a position, never to decide who enters.
     */
    int ahead(Cells shared);

    /**
     * How far this process has come on its way in, as the algorithm counts: for the rung algorithms, the highest level
     * at which it is a winner. It grows while the process tries; as long as it stays the same between two steps that
     * say {@link Step#WAITS}, nothing was written in between. 0 where the way in has no stages.
     */
    default int progress() {
        return 0;
    }

    /**
     * A cancelled process takes over what the cancelled process next behind it still has to pass on; that one is then
     * in REMAINDER. Keeps lines short where many give up. Touches private state only.
     *
     * @return false, and nothing happens, where the two are not both cancelled and adjacent, or the algorithm can't
     */
    default boolean absorb(Process behind) {
        return false;
    }

    /**
     * A critical process of several units hands so many of them to a new process, which is critical as well; it keeps
     * the rest. Touches private state only.
     *
     * @throws IllegalArgumentException unless at least one unit goes and one stays
     */
    default Process split(int units) {
        throw new IllegalArgumentException("a process of one unit can't be split");
    }

    /** How many units it asks for or holds; 1 where there is no more. */
    default int units() {
        return 1;
    }

    /** A process that can be killed at any moment, and whose place others clear. */
    interface Mortal extends Process {
        /**
         * Any region but REMAINDER, to EXIT: it was killed, and all its private state is gone. The steps from here are
         * those of whoever finds it dead; they lead to REMAINDER, as if it had never come.
         */
        void die();
    }
}
