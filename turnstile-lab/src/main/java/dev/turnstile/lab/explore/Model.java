package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.Move;
import dev.turnstile.machine.Region;
import java.util.Arrays;
import java.util.List;

/**
 * The transition system that a search walks: configurations packed into words, and what each move does to them. A model
 * is used by one thread; {@link #copy} makes one for another.
 */
public interface Model {
    /** No obligation. */
    int NOTHING = -1;

    /** How many words a packed configuration takes. */
    int words();

    int processes();

    List<Move> moves();

    void initial(long[] to);

    /** Where a search begins: one configuration, or, where arbitrary ones are asked for, many. */
    default List<long[]> starts() {
        long[] first = new long[words()];
        initial(first);
        return List.of(first);
    }

    /** Makes the move; false if it is not possible in that configuration. */
    boolean next(long[] from, int at, int move, long[] to);

    /**
     * The regions, two bits for each process, then a bit for each one that has stopped. Negative where two systems that
     * should be in the same regions are not.
     */
    long status(long[] of, int at);

    /** How far everybody has come on the way in, in equal shares of the bits. */
    long stages(long[] of, int at);

    /** How many tokens there are, at nodes and on their way. */
    default long tokens(long[] of, int at) {
        return 0;
    }

    /** So many must stay inside: {@link dev.turnstile.machine.Sizes#floor}. */
    default int floor() {
        return 0;
    }

    /** Who waits to leave a window is inside. */
    static boolean isInside(Region region, int floor) {
        return region == Region.CRITICAL || (region == Region.EXIT && floor > 0);
    }

    /** The shared memory, and every process, in words. */
    List<String> print(long[] of);

    /** A move from that configuration, in words. */
    default String describe(long[] from, int move) {
        return moves().get(move).toString();
    }

    /** How to get from the usual initial configuration to this one, as lines of a scenario. */
    default List<String> start(long[] state) {
        return List.of();
    }

    /** An order of configurations that does not depend on how they were found. */
    default int compare(long[] one, long[] other) {
        return Arrays.compare(one, other);
    }

    /** How many things a fair run does not put off for ever: steps to take, messages to deliver. */
    int obligations();

    /** Whether an obligation is open in that configuration. */
    boolean owes(long[] of, int at, int obligation);

    /** The obligation that a move meets, or {@link #NOTHING}. */
    int meets(int move);

    /** Whether nothing is owed: unless somebody asks, nothing will happen any more. */
    default boolean rests(long[] of, int at) {
        int obligation = 0;
        while (obligation < obligations() && !owes(of, at, obligation)) {
            obligation++;
        }
        return obligation == obligations();
    }

    Model copy();

    /** What it remembers, beside the configurations. */
    long bytes();

    static Region region(long status, int process) {
        return Status.REGIONS[(int) (status >>> (2 * process)) & 3];
    }

    static boolean stopped(long status, int processes, int process) {
        return (status >>> (2 * processes + process) & 1) != 0;
    }

    /** The bits that each process has in {@link #stages}. */
    static int stageBits(int processes) {
        return Math.min(Integer.SIZE - 1, Long.SIZE / processes);
    }

    static int progress(long stages, int processes, int process) {
        int bits = stageBits(processes);
        return (int) (stages >>> (bits * process) & ((1L << bits) - 1));
    }

    /** Region.values() without the copy. */
    final class Status {
        private static final Region[] REGIONS = Region.values();

        private Status() {}
    }
}
