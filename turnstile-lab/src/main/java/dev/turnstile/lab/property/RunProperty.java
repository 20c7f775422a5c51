package dev.turnstile.lab.property;

import java.util.Optional;

/**
 * A property of runs. It carries its own judge.
 *
 * <pre>{@code
 * new NoLockout().judge(runs).ifPresent(found -> fail(found.violation().reason()));
 * }</pre>
 */
public non-sealed interface RunProperty extends Property {
    /** Finds a run that breaks the property, or returns empty if there is none. */
    <F extends LivenessJudge.Found> Optional<F> judge(LivenessJudge<F> runs);
}
