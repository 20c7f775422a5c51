package dev.turnstile.lab.property;

import java.util.Optional;

/**
 * A property of runs. It carries its own judge.
 *
 * <pre>{@code
 * new NoLockout().judge(runs).ifPresent(finding -> fail(finding.violation().reason()));
 * }</pre>
 */
public non-sealed interface RunProperty extends Property {
    /** A run that breaks the property, if there is one. */
    <F extends Runs.Found> Optional<F> judge(Runs<F> runs);
}
