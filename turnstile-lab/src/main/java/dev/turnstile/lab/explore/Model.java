package dev.turnstile.lab.explore;

import dev.turnstile.machine.Region;
import java.util.List;

/**
 * The transition system that a search walks: configurations packed into words, and what each move does to them. A model is
 * used by one thread; {@link #copy} makes one for another.
 */
interface Model {
    /** How many words a packed configuration takes. */
    int words();

    int processes();

    List<Move> moves();

    void initial(long[] to);

    /** Makes the move; false if it is not possible in that configuration. */
    boolean next(long[] from, int at, int move, long[] to);

    /**
     * The regions, two bits for each process, then a bit for each one that has stopped. Negative where two systems that
     * should be in the same regions are not.
     */
    long status(long[] of, int at);

    /** How far everybody has come on the way in, in equal shares of the bits. */
    long stages(long[] of, int at);

    /** The shared memory, and every process, in words. */
    List<String> print(long[] of);

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
