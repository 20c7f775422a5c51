package dev.turnstile.lab.property;

import dev.turnstile.machine.Region;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * All runs of a system, as the graph of its configurations. A {@link RunProperty} uses it to find a run that breaks the
 * property. Configurations are numbered from 0. The first methods say what is true in a configuration; the last ones
 * search for a run.
 *
 * @param <F> the type of a run that was found
 */
public interface LivenessJudge<F extends LivenessJudge.Found> {
    /** A run that was found. */
    interface Found {
        /** Returns why the run breaks the property. */
        Violation violation();

        /** Returns the number of moves before the part that repeats forever, or of all moves if no part does. */
        int length();
    }

    /** A predicate on a move between two configurations. */
    @FunctionalInterface
    interface Between {
        /** Returns whether a run may make a move from the first configuration to the second. */
        boolean test(int from, int to);
    }

    /** Returns the number of participants. */
    int participants();

    /** Returns how many must stay inside: {@link dev.turnstile.machine.Sizes#floor}. */
    int floor();

    /** Returns the region of a participant. */
    Region region(int configuration, int participant);

    /** Returns whether a participant has crashed. */
    boolean hasStopped(int configuration, int participant);

    /** Returns whether a participant is inside. A participant that waits to leave a window is inside. */
    boolean isInside(int configuration, int participant);

    /** Returns whether a run may end there: nothing more will happen until a participant makes a request. */
    boolean rests(int configuration);

    /** Returns whether every participant is in the same region in both, and the same participants have crashed. */
    boolean sameRegions(int one, int other);

    /** Returns whether waiters may give up. */
    boolean canCancel();

    /** Returns an invariant's view of a configuration. */
    Invariant.View view(int configuration);

    /**
     * Returns whether a participant is C-enabled (fischer-1985, section 3.3): it enters if only it keeps taking steps.
     */
    boolean isEnabledToEnter(int configuration, int participant);

    /**
     * Returns whether a participant is R-enabled (fischer-1985, section 3.3): it gets out if only it keeps taking
     * steps.
     */
    boolean isEnabledToLeave(int configuration, int participant);

    /**
     * Returns whether a participant is T-waiting (fischer-1985, section 3.3): it tries, and is not enabled to enter.
     */
    default boolean waitsToEnter(int configuration, int participant) {
        return region(configuration, participant) == Region.TRYING && !isEnabledToEnter(configuration, participant);
    }

    /**
     * Returns whether a participant is E-waiting (fischer-1985, section 3.3): it leaves, and is not enabled to get out.
     */
    default boolean waitsToLeave(int configuration, int participant) {
        return region(configuration, participant) == Region.EXIT && !isEnabledToLeave(configuration, participant);
    }

    /**
     * Returns whether the system is at rest with no more participants inside than must stay. Then a participant that
     * waits to leave may wait forever.
     */
    default boolean mustStay(int configuration) {
        return floor() > 0
                && IntStream.range(0, participants())
                                .filter(participant -> isInside(configuration, participant))
                                .count()
                        <= floor()
                && rests(configuration);
    }

    /**
     * Finds a fair run that stays forever in configurations that satisfy {@code within}, by moves that satisfy
     * {@code moves}. The run visits a configuration that satisfies {@code wrong} infinitely often, or ends in one.
     */
    Optional<F> fairRun(IntPredicate within, Between moves, IntPredicate wrong, IntFunction<Violation> violation);

    /**
     * Finds a run to a configuration that satisfies {@code begins}, and from there to one that satisfies {@code ends}.
     * All configurations from the one to the other, both included, satisfy {@code within}.
     */
    Optional<F> runThrough(IntPredicate begins, IntPredicate within, IntPredicate ends, Violation violation);

    /**
     * Finds an infinite run of steps without progress, from a configuration in which progress is owed (fischer-1985,
     * section 3.4). A schedule may leave processes out. The argument of {@code violation} is the configuration in which
     * progress is owed.
     */
    Optional<F> runWithoutProgress(IntPredicate owed, IntFunction<Violation> violation);

    /**
     * Finds a run in which others enter more than {@code entries} times while a participant waits, after the system has
     * stabilised.
     */
    Optional<F> runWithWaitOver(int entries);
}
