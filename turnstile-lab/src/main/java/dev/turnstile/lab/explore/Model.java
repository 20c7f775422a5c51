package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.Move;
import dev.turnstile.machine.Region;
import java.util.Arrays;
import java.util.List;

/**
 * The transition system that a search walks: configurations packed into words, and the effect of each move on them. A
 * model is used by one thread; {@link #copy} creates one for another thread.
 */
public interface Model {
    /** No obligation. */
    int NOTHING = -1;

    /** Returns how many words a packed configuration takes. */
    int words();

    int processes();

    List<Move> moves();

    void initial(long[] to);

    /** Returns the configurations in which a search begins: the initial one, or many arbitrary ones. */
    default List<long[]> starts() {
        long[] first = new long[words()];
        initial(first);
        return List.of(first);
    }

    /** Makes a move. Returns false if the move is not possible in that configuration. */
    boolean next(long[] from, int at, int move, long[] to);

    /**
     * Returns the regions, two bits for each process, and then one bit for each process, set if it has crashed. The
     * result is negative if two systems that should be in the same regions are not.
     */
    long status(long[] of, int at);

    /** Returns how far every process has come on its way in, in equal shares of the bits. */
    long stages(long[] of, int at);

    /** Returns how many tokens there are, at nodes and in flight. */
    default long tokens(long[] of, int at) {
        return 0;
    }

    /** Returns how many must stay inside: {@link dev.turnstile.machine.Sizes#floor}. */
    default int floor() {
        return 0;
    }

    /** Returns whether a process in this region is inside. A process that waits to leave a window is inside. */
    static boolean isInside(Region region, int floor) {
        return region == Region.CRITICAL || (region == Region.EXIT && floor > 0);
    }

    /** Returns the shared memory and every process, in words. */
    List<String> print(long[] of);

    /** Returns a move from that configuration, in words. */
    default String describe(long[] from, int move) {
        return moves().get(move).toString();
    }

    /** Returns the lines of a scenario that lead from the usual initial configuration to this one. */
    default List<String> start(long[] state) {
        return List.of();
    }

    /** Compares configurations in an order that does not depend on how they were found. */
    default int compare(long[] one, long[] other) {
        return Arrays.compare(one, other);
    }

    /**
     * Returns the number of obligations: what a fair run does not postpone forever, such as steps to take and messages
     * to deliver.
     */
    int obligations();

    /** Returns whether an obligation is open in that configuration. */
    boolean owes(long[] of, int at, int obligation);

    /** Returns the obligation that a move meets, or {@link #NOTHING}. */
    int meets(int move);

    /** Returns whether no obligation is open: nothing more will happen until a participant makes a request. */
    default boolean rests(long[] of, int at) {
        int obligation = 0;
        while (obligation < obligations() && !owes(of, at, obligation)) {
            obligation++;
        }
        return obligation == obligations();
    }

    Model copy();

    /** Returns how many bytes this model remembers besides the configurations. */
    long bytes();

    static Region region(long status, int process) {
        return Status.REGIONS[(int) (status >>> (2 * process)) & 3];
    }

    static boolean stopped(long status, int processes, int process) {
        return (status >>> (2 * processes + process) & 1) != 0;
    }

    /** Returns how many bits each process has in {@link #stages}. */
    static int stageBits(int processes) {
        return Math.min(Integer.SIZE - 1, Long.SIZE / processes);
    }

    static int progress(long stages, int processes, int process) {
        int bits = stageBits(processes);
        return (int) (stages >>> (bits * process) & ((1L << bits) - 1));
    }

    /** The regions, without the copy that Region.values() makes. */
    final class Status {
        private static final Region[] REGIONS = Region.values();

        private Status() {}
    }
}
