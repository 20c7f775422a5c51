package dev.turnstile.lab.property;

import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;

/**
 * No lockout under weak fairness. In a fair run, every live participant with something to do keeps taking steps, and
 * holders leave. Then every participant that tries eventually enters, and every participant that leaves gets out.
 *
 * @param floor how many must stay inside: {@link dev.turnstile.machine.Sizes#floor}
 */
public record NoLockout(int floor) implements RunProperty {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.everywhere(
                    "no-lockout", checked -> new NoLockout(checked.floor()))
            .explained(
                    "in every fair run, every live process that tries enters, and every one that leaves gets out",
                    "always; with --crashes, up to as many as the algorithm promises to tolerate");

    /** Creates the property without a floor. */
    public NoLockout() {
        this(0);
    }

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "in every fair run every live process that tries enters, and every one that leaves gets out"
                + (floor == 0 ? "" : ", except leavers held back to keep at least " + floor + " inside");
    }

    /** Finds the shortest run that locks a participant out. */
    @Override
    public <F extends LivenessJudge.Found> Optional<F> judge(LivenessJudge<F> runs) {
        Optional<F> soonest = Optional.empty();
        for (Region region : List.of(Region.TRYING, Region.EXIT)) {
            for (int victim = 0; victim < runs.participants(); victim++) {
                Optional<F> found = judge(runs, victim, region);
                if (found.isPresent()
                        && (soonest.isEmpty()
                                || found.get().length() < soonest.get().length())) {
                    soonest = found;
                }
            }
        }
        return soonest;
    }

    private static <F extends LivenessJudge.Found> Optional<F> judge(LivenessJudge<F> runs, int victim, Region region) {
        Violation violation = new Violation(
                "p" + victim + " stays in " + region + " forever although every live process keeps taking steps",
                List.of(victim));
        return runs.fairRun(
                configuration -> runs.region(configuration, victim) == region
                        && !runs.hasStopped(configuration, victim)
                        && !(region == Region.EXIT && runs.mustStay(configuration)),
                (from, to) -> true,
                configuration -> true,
                configuration -> violation);
    }
}
