package dev.turnstile.lab.property;

import java.util.Optional;

/**
 * A statement that must hold. Properties are values: tests, checker, simulator and command line share them.
 *
 * <p>An {@link Invariant} is about one configuration and can be judged in isolation. A {@link RunProperty} is about
 * runs and is judged on all of them. A new property implements one of the two, and brings along all that a judge needs
 * to know. The explorer itself judges the remaining two.
 *
 * <pre>{@code
 * Property property = new AtMost(3);
 * System.out.println(property.sentence());     // at most 3 units are inside
 * }</pre>
 */
public sealed interface Property permits Invariant, RunProperty, Equivalent, WellDefined {
    /** Returns the name of the property on the command line. */
    String name();

    /** Returns what must hold, as a sentence. */
    String sentence();

    /** Returns why the property is undefined under these conditions, as a sentence, or empty if it is defined. */
    default Optional<String> undefinedWhere(Conditions conditions) {
        return Optional.empty();
    }
}
