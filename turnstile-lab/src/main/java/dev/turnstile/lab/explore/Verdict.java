package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.Violation;

/**
 * The result of a check.
 *
 * <pre>{@code
 * switch (report.verdict()) {
 *     case Verdict.Holds() -> {}
 *     case Verdict.Violated(var property, var violation, var trace) -> System.out.println(trace.text());
 *     case Verdict.NotExhausted(var reason) -> System.err.println(reason);
 * }
 * }</pre>
 */
public sealed interface Verdict {
    /** Every configuration was seen, and every property holds. */
    record Holds() implements Verdict {}

    /** A property does not hold. The trace is a run that shows why; for an invariant it is a shortest one. */
    record Violated(Property property, Violation violation, Trace trace) implements Verdict {}

    /** A bound was reached first. Nothing wrong was found in what was seen; nothing is known of the rest. */
    record NotExhausted(String reason) implements Verdict {}
}
