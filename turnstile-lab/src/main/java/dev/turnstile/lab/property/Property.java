package dev.turnstile.lab.property;

import java.util.Optional;

/**
 * A sentence that must hold. Properties are values: tests, checker, simulator and command line share them.
 *
 * <p>An {@link Invariant} is about one configuration and can be judged wherever there is one. A {@link RunProperty} is
 * about runs and is judged on all of them. New ones implement one of the two; both bring along all that a judge needs
 * to know. The explorer itself judges the remaining two.
 *
 * <pre>{@code
 * Property property = new AtMost(3);
 * System.out.println(property.sentence());     // at most 3 units are inside
 * }</pre>
 */
public sealed interface Property permits Invariant, RunProperty, Equivalent, WellDefined {
    /** The name by which the command line knows it. */
    String name();

    /** What must hold, as a sentence. */
    String sentence();

    /** Why it is not defined under such conditions, as a sentence; empty if it is. */
    default Optional<String> undefinedWhere(Conditions conditions) {
        return Optional.empty();
    }
}
