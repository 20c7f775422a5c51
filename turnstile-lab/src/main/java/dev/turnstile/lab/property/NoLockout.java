package dev.turnstile.lab.property;

import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;

/**
 * No lockout under weak fairness: where everybody who is alive and has something to do keeps taking steps, and holders
 * leave, every single one who tries enters sooner or later, and everyone who leaves gets out.
 *
 * <pre>{@code
 * new NoLockout().sentence();
 * }</pre>
 *
 * @param floor how many must stay inside: {@link dev.turnstile.machine.Sizes#floor}
 */
public record NoLockout(int floor) implements RunProperty {
    /** How to ask for it. */
    public static final KnownProperty KNOWN =
            KnownProperty.everywhere("no-lockout", checked -> new NoLockout(checked.floor()));

    /** Where nobody must stay inside. */
    public NoLockout() {
        this(0);
    }

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "in every fair run everyone alive who tries enters, and everyone who leaves gets out"
                + (floor == 0 ? "" : ", but those to leave of whom at least " + floor + " must stay");
    }

    /** The one to whom it happens soonest. */
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
                "p" + victim + " stays in " + region + " forever although everybody alive keeps taking steps",
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
