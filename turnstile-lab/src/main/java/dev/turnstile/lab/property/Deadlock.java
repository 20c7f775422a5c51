package dev.turnstile.lab.property;

import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;

/**
 * No deadlock. In a fair run, every live participant with something to do keeps taking steps, and holders leave. Then
 * some participant that tries or leaves eventually moves on.
 *
 * @param floor how many must stay inside: {@link dev.turnstile.machine.Sizes#floor}
 */
public record Deadlock(int floor) implements RunProperty {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.everywhere(
                    "no-deadlock", checked -> new Deadlock(checked.floor()))
            .explained(
                    "no fair run keeps all that try or leave where they are forever", "always; weaker than no-lockout");

    /** Creates the property without a floor. */
    public Deadlock() {
        this(0);
    }

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "no fair run keeps every live process that tries or leaves where it is forever"
                + (floor == 0 ? "" : ", except leavers held back to keep at least " + floor + " inside");
    }

    @Override
    public <F extends LivenessJudge.Found> Optional<F> judge(LivenessJudge<F> runs) {
        Violation violation = new Violation("every live process keeps taking steps, but none moves on", List.of());
        return runs.fairRun(
                configuration -> isProgressOwed(runs, configuration),
                runs::sameRegions,
                configuration -> true,
                configuration -> violation);
    }

    private static boolean isProgressOwed(LivenessJudge<?> runs, int configuration) {
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
