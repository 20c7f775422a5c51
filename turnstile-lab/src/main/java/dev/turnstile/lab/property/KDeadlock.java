package dev.turnstile.lab.property;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Avoidance of k-deadlock, fischer-1985, section 3.4: whenever somebody waits although fewer than k are enabled to be
 * inside, or somebody waits to leave, every infinite schedule lets somebody make progress. It covers failures of any
 * process that is not needed, since a schedule may leave processes out.
 *
 * <pre>{@code
 * new KDeadlock(2).sentence();
 * }</pre>
 */
public record KDeadlock(int limit) implements RunProperty {
    /** How to ask for it. */
    public static final KnownProperty KNOWN = KnownProperty.ofSharedMemory(
                    "no-k-deadlock", checked -> new KDeadlock(checked.limit()))
            .byDefaultIf(KDeadlock::isPromised);

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "no schedule leaves somebody waiting forever while fewer than " + limit + " are enabled to be inside";
    }

    @Override
    public Optional<String> undefinedWhere(Conditions conditions) {
        if (!conditions.messages() && !conditions.oneUnitEach()) {
            return Optional.of(
                    "k-deadlock, as the paper defines it, counts processes of one unit each; check no-lockout"
                            + " instead");
        }
        if (!conditions.messages() && conditions.cancels()) {
            return Optional.of(
                    "k-deadlock, as the paper defines it, knows no waiters that give up: a cancelled ticket must be"
                            + " passed on by steps of its process, which a schedule may leave out; check no-lockout"
                            + " instead");
        }
        return conditions.refuseMessages(this);
    }

    @Override
    public <F extends LivenessJudge.Found> Optional<F> judge(LivenessJudge<F> runs) {
        IntPredicate owed = configuration -> some(runs, p -> runs.waitsToLeave(configuration, p)).length > 0
                || (some(runs, p -> runs.waitsToEnter(configuration, p)).length > 0
                        && some(runs, p -> runs.isEnabledToEnter(configuration, p)).length < limit);
        return runs.runWithoutProgress(
                owed,
                configuration -> new Violation(
                        "somebody waits, fewer than " + limit + " are enabled to be inside, and nobody makes progress",
                        Arrays.stream(some(
                                        runs,
                                        p -> runs.waitsToEnter(configuration, p)
                                                || runs.waitsToLeave(configuration, p)))
                                .boxed()
                                .toList()));
    }

    private static int[] some(LivenessJudge<?> runs, IntPredicate which) {
        return IntStream.range(0, runs.participants()).filter(which).toArray();
    }

    /**
     * As the paper has it, it knows neither waiters that give up, nor others who clear up, nor more than one unit each.
     * It lets a schedule leave out any number of those who try, which an algorithm with contests can't bear: that one
     * promises no lockout instead.
     */
    private static boolean isPromised(Checked checked) {
        Conditions conditions = checked.conditions();
        return !conditions.cancels() && !conditions.kills() && conditions.oneUnitEach() && !checked.contested();
    }
}
