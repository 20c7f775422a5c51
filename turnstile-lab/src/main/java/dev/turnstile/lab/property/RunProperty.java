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
    <F extends LivenessJudge.Found> Optional<F> judge(LivenessJudge<F> runs);
}
