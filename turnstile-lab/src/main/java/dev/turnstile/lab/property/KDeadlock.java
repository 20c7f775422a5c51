package dev.turnstile.lab.property;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Avoidance of k-deadlock (fischer-1985, section 3.4). Suppose that a process waits to enter while fewer than k are
 * enabled to be inside, or that a process waits to leave. Then in every infinite schedule some process makes progress.
 * A schedule may leave processes out, so this covers failures of any process that is not needed.
 */
public record KDeadlock(int limit) implements RunProperty {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.ofSharedMemory(
                    "no-k-deadlock", checked -> new KDeadlock(checked.limit()))
            .byDefaultIf(KDeadlock::isPromised)
            .explained(
                    "no schedule leaves a process waiting forever while fewer than k are enabled to be inside",
                    "shared memory; one unit each, no waiter gives up");

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "no schedule leaves a process waiting forever while fewer than " + limit + " are enabled to be inside";
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
                    "k-deadlock, as the paper defines it, has no waiters that give up: a cancelled ticket must be"
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
                        "a process waits, fewer than " + limit + " are enabled to be inside, and none makes progress",
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
     * Returns whether the property is promised, and so checked by default. The paper's definition has no waiters that
     * give up, no other processes that clean up, and only one unit each. It lets a schedule leave out any number of
     * trying processes. An algorithm with contests cannot tolerate that, and promises no lockout instead.
     */
    private static boolean isPromised(Checked checked) {
        Conditions conditions = checked.conditions();
        return !conditions.cancels() && !conditions.kills() && conditions.oneUnitEach() && !checked.contested();
    }
}
