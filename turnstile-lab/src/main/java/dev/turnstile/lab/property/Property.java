package dev.turnstile.lab.property;

/**
 * A sentence that must hold. Properties are values: tests, checker, simulator and command line share them.
 *
 * <p>An {@link Invariant} is about one configuration and can be judged wherever there is one. The others are about runs, and
 * are judged by the explorer, which knows all runs.
 *
 * <pre>{@code
 * Property property = new AtMost(3);
 * System.out.println(property.sentence());     // at most 3 units are inside
 * }</pre>
 */
public sealed interface Property
        permits Invariant,
                KDeadlock,
                FifoEnabling,
                Deadlock,
                NoLockout,
                Stabilises,
                WaitsAtMost,
                Equivalent,
                WellDefined {
    /** The name by which the command line knows it. */
    String name();

    /** What must hold, as a sentence. */
    String sentence();
}
