package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.Move;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.List;

/**
 * A model with clocks, for the longest time that something can take. Time is measured in units of l. A process that
 * tries or leaves takes at least one step at every moment 0, 1, 2, .. A process that is inside begins to leave within
 * c, and takes its first step out within one more unit. Any number of steps may happen at the same moment, in any
 * order.
 *
 * <p>Whole numbers are enough. A run with other times obeys constraints of the form "this step at most x after that
 * one", where x is a whole number. So whole numbers also reach the largest difference between two of its times.
 */
final class TimedModel implements Model {
    private final SystemModel base;
    private final int hold;
    private final int
            bits; // of a clock: the rest of a stay or, while trying or leaving, whether the process has stepped
    private final List<Move> moves;
    private final int tick;
    private final long[] part;

    TimedModel(SystemModel base, int hold) {
        this.base = base;
        this.hold = hold;
        bits = Integer.SIZE - Integer.numberOfLeadingZeros(hold + 1);
        if (bits * base.processes() > Long.SIZE) {
            throw new IllegalArgumentException(
                    "the clocks of " + base.processes() + " processes with c = " + hold + " l do not fit 64 bits");
        }
        moves = new ArrayList<>(base.moves());
        tick = moves.size();
        moves.add(new Move(0, Move.Kind.TICK));
        part = new long[base.words()];
    }

    @Override
    public int words() {
        return base.words() + 1;
    }

    @Override
    public int processes() {
        return base.processes();
    }

    @Override
    public List<Move> moves() {
        return moves;
    }

    @Override
    public void initial(long[] to) {
        base.initial(part);
        System.arraycopy(part, 0, to, 0, part.length);
        to[part.length] = 0;
    }

    private int clock(long clocks, int i) {
        return (int) (clocks >>> (bits * i)) & ((1 << bits) - 1);
    }

    private long with(long clocks, int i, int value) {
        long mask = (1L << bits) - 1;
        return (clocks & ~(mask << (bits * i))) | ((long) value << (bits * i));
    }

    @Override
    public boolean next(long[] from, int at, int move, long[] to) {
        if (move == tick) {
            return tick(from, at, to);
        }
        if (!base.next(from, at, move, part)) {
            return false;
        }
        int i = moves.get(move).process();
        long status = base.status(part, 0);
        long clocks = from[at + part.length];
        System.arraycopy(part, 0, to, 0, part.length);
        to[part.length] = with(clocks, i, clockAfter(status, i));
        return true;
    }

    /**
     * Returns the clock of a process after its move. While it tries or leaves, 1 means that it has stepped at this
     * moment.
     */
    private int clockAfter(long status, int i) {
        if (Model.stopped(status, processes(), i)) {
            return 0;
        }
        return switch (Model.region(status, i)) {
            case REMAINDER -> 0;
            case TRYING, EXIT -> 1;
            case CRITICAL -> hold + 1; // it has just entered
        };
    }

    private boolean tick(long[] from, int at, long[] to) {
        long status = base.status(from, at);
        long clocks = from[at + part.length];
        boolean matters = false;
        for (int i = 0; i < processes(); i++) {
            Region region = Model.region(status, i);
            if (region == Region.REMAINDER || Model.stopped(status, processes(), i)) {
                continue;
            }
            int clock = clock(clocks, i);
            if (clock == 0) {
                return false; // it must step or leave first
            }
            clocks = with(clocks, i, clock - 1);
            matters = true;
        }
        System.arraycopy(from, at, to, 0, part.length);
        to[part.length] = clocks;
        return matters;
    }

    @Override
    public long status(long[] of, int at) {
        return base.status(of, at);
    }

    @Override
    public long stages(long[] of, int at) {
        return base.stages(of, at);
    }

    @Override
    public List<String> print(long[] of) {
        List<String> parts = new ArrayList<>(base.print(of));
        for (int i = 0; i < processes(); i++) {
            parts.add("p" + i + ".clock=" + clock(of[part.length], i));
        }
        return parts;
    }

    @Override
    public Model copy() {
        return new TimedModel((SystemModel) base.copy(), hold);
    }

    @Override
    public int obligations() {
        return base.obligations();
    }

    @Override
    public boolean owes(long[] of, int at, int obligation) {
        return base.owes(of, at, obligation);
    }

    @Override
    public int meets(int move) {
        return move == tick ? NOTHING : base.meets(move);
    }

    @Override
    public long bytes() {
        return base.bytes();
    }
}
