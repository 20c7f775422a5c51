package dev.turnstile.lab.property;

import java.util.Optional;

/**
 * A bound on the waiting time of datta-2009, section 2: from a participant's request until it enters, the others enter
 * at most {@code entries} times in total.
 */
public record WaitsAtMost(int entries) implements RunProperty {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.everywhere(
                    "waiting", checked -> new WaitsAtMost(checked.waitsAtMost().orElseThrow()))
            .onlyIf(
                    checked -> checked.waitsAtMost().isPresent(),
                    "waiting needs a number of entries: --waits-at-most W")
            .explained("while one waits, the others enter at most W times in total", "with --waits-at-most W");

    /**
     * Checks the bound.
     *
     * @throws IllegalArgumentException if the number of entries is negative
     */
    public WaitsAtMost {
        if (entries < 0) {
            throw new IllegalArgumentException("the number of entries must be at least 0, not " + entries);
        }
    }

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "while one waits, the others enter at most " + entries + (entries == 1 ? " time" : " times");
    }

    @Override
    public <F extends LivenessJudge.Found> Optional<F> judge(LivenessJudge<F> runs) {
        return runs.runWithWaitOver(entries);
    }
}
