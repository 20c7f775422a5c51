package dev.turnstile.lab.simulate;

/**
 * How fast the processes of a {@link TimedRun} are, within what omori-2002 allows (section 1): at most l between two
 * steps of a process that tries or leaves, at most c inside.
 *
 * <pre>{@code
 * Pace pace = Pace.ADVERSARIAL;
 * }</pre>
 */
public enum Pace {
    /** Everybody always takes exactly l, stays inside for exactly c, and comes back at once. */
    UNIFORM,
    /** Up to l, up to c, and sometimes a rest, all by chance. */
    RANDOM,
    /**
     * Against one process, the victim: it always takes l and leaves at once; the others stay inside for c, and race or
     * dawdle in turns, by chance. Those who are about to help it, by signing where it waits, dawdle.
     */
    ADVERSARIAL
}
