package dev.turnstile.lab.property;

import java.util.Optional;

/**
 * The waiting time of datta-2009, section 2: from when one asks until it enters, the others enter at most so many
 * times, all together.
 *
 * <pre>{@code
 * new WaitsAtMost(6).sentence();
 * }</pre>
 */
public record WaitsAtMost(int entries) implements RunProperty {
    /** How to ask for it. */
    public static final KnownProperty KNOWN = KnownProperty.everywhere(
                    "waiting", checked -> new WaitsAtMost(checked.waitsAtMost().orElseThrow()))
            .onlyIf(
                    checked -> checked.waitsAtMost().isPresent(),
                    "waiting needs a number of entries: --waits-at-most W");

    /** Not less than none. */
    public WaitsAtMost {
        if (entries < 0) {
            throw new IllegalArgumentException("others enter 0 times or more, not " + entries);
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
