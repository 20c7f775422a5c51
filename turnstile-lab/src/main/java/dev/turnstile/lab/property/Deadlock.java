package dev.turnstile.lab.property;

import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;

/**
 * No deadlock: where everybody who is alive and has something to do keeps taking steps, and holders leave, somebody who
 * tries or leaves moves on sooner or later.
 *
 * <pre>{@code
 * new Deadlock().sentence();
 * }</pre>
 *
 * @param floor how many must stay inside: {@link dev.turnstile.machine.Sizes#floor}
 */
public record Deadlock(int floor) implements RunProperty {
    /** How to ask for it. */
    public static final KnownProperty KNOWN =
            KnownProperty.everywhere("no-deadlock", checked -> new Deadlock(checked.floor()));

    /** Where nobody must stay inside. */
    public Deadlock() {
        this(0);
    }

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "no fair run lets all who try or leave stay where they are forever"
                + (floor == 0 ? "" : ", but those to leave of whom at least " + floor + " must stay");
    }

    @Override
    public <F extends LivenessJudge.Found> Optional<F> judge(LivenessJudge<F> runs) {
        Violation violation = new Violation("everybody alive keeps taking steps and nobody moves on", List.of());
        return runs.fairRun(
                configuration -> isSomebodyOwed(runs, configuration),
                runs::sameRegions,
                configuration -> true,
                configuration -> violation);
    }

    private static boolean isSomebodyOwed(LivenessJudge<?> runs, int configuration) {
        for (int p = 0; p < runs.participants(); p++) {
            Region region = runs.region(configuration, p);
            if (!runs.hasStopped(configuration, p)
                    && (region == Region.TRYING || (region == Region.EXIT && !runs.mustStay(configuration)))) {
                return true;
            }
        }
        return false;
    }
}
