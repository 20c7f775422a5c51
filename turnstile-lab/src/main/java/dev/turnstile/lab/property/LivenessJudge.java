package dev.turnstile.lab.property;

import dev.turnstile.machine.Region;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * All runs of a system, as the graph of its configurations, which have numbers from 0: what a {@link RunProperty}
 * judges by. The first methods tell what is true in a configuration; the last ones look for a run.
 *
 * @param <F> what a run that was found is
 */
public interface LivenessJudge<F extends LivenessJudge.Found> {
    /** A run that was found. */
    interface Found {
        /** Why it breaks the property. */
        Violation violation();

        /** The number of moves before the part that is repeated forever; of all moves, where nothing is. */
        int length();
    }

    /** Two configurations with a move between them. */
    @FunctionalInterface
    interface Between {
        /** Whether a move from the one to the other will do. */
        boolean test(int from, int to);
    }

    /** How many participants there are. */
    int participants();

    /** How many must stay inside: {@link dev.turnstile.machine.Sizes#floor}. */
    int floor();

    /** Where a participant is. */
    Region region(int configuration, int participant);

    /** Whether a participant has stopped forever. */
    boolean hasStopped(int configuration, int participant);

    /** Whether a participant is inside; one that waits to leave a window is. */
    boolean isInside(int configuration, int participant);

    /** Whether a run may end there: nothing happens any more unless a participant asks. */
    boolean rests(int configuration);

    /** Whether everybody is in the same region in both, and the same participants have stopped. */
    boolean sameRegions(int one, int other);

    /** Whether waiters may give up. */
    boolean canCancel();

    /** What an invariant sees of a configuration. */
    Invariant.View view(int configuration);

    /** C-enabled, fischer-1985, section 3.3: it enters if only it keeps taking steps. */
    boolean isEnabledToEnter(int configuration, int participant);

    /** R-enabled, likewise: it gets out if only it keeps taking steps. */
    boolean isEnabledToLeave(int configuration, int participant);

    /** T-waiting, fischer-1985, section 3.3: it tries, and is not enabled to enter. */
    default boolean waitsToEnter(int configuration, int participant) {
        return region(configuration, participant) == Region.TRYING && !isEnabledToEnter(configuration, participant);
    }

    /** E-waiting, likewise: it leaves, and is not enabled to get out. */
    default boolean waitsToLeave(int configuration, int participant) {
        return region(configuration, participant) == Region.EXIT && !isEnabledToLeave(configuration, participant);
    }

    /** At rest, with no more inside than must stay: whoever waits to leave may wait forever. */
    default boolean mustStay(int configuration) {
        return floor() > 0
                && IntStream.range(0, participants())
                                .filter(participant -> isInside(configuration, participant))
                                .count()
                        <= floor()
                && rests(configuration);
    }

    /**
     * A fair run that stays forever in configurations of a kind, making only such moves, and comes to one that is wrong
     * again and again; or ends in one.
     */
    Optional<F> fairRun(IntPredicate within, Between moves, IntPredicate wrong, IntFunction<Violation> violation);

    /**
     * A run that comes to a configuration where it begins, and from there to one where it ends, all the time within
     * others.
     */
    Optional<F> runThrough(IntPredicate begins, IntPredicate within, IntPredicate ends, Violation violation);

    /**
     * fischer-1985, section 3.4: an infinite run of steps, from a configuration in which progress is owed, in which
     * nobody makes any. A schedule may leave processes out. The violation is told where progress is owed.
     */
    Optional<F> runWithoutProgress(IntPredicate owed, IntFunction<Violation> violation);

    /** A run in which others enter more often while one waits, once the system has stabilised. */
    Optional<F> runWithWaitOver(int entries);
}
