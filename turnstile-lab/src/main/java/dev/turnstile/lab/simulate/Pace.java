package dev.turnstile.lab.simulate;

/**
 * The speed of the processes in a {@link TimedRun}, within the bounds of omori-2002 (section 1): at most l between two
 * steps of a process that tries or leaves, and at most c inside.
 */
public enum Pace {
    /** Every process takes exactly l per step, stays inside for exactly c, and requests again at once. */
    UNIFORM,
    /** A process takes up to l per step, stays inside for up to c, and sometimes rests, all at random. */
    RANDOM,
    /**
     * Works against one process, the victim, which always takes l and leaves at once. The other processes stay inside
     * for c and alternate between racing and dawdling at random. A process about to help the victim, by signing where
     * it waits, dawdles.
     */
    ADVERSARIAL
}
