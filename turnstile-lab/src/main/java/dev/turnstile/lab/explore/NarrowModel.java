package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.LongMap;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.World;
import java.util.Arrays;

/**
 * A {@link MemoModel} whose configurations are one word. It stores the outcome of a move as the bits that the move
 * flips, so a move is one look-up and one exclusive or.
 *
 * <p>The table is arranged for the processor's caches. All moves under one value of the shared memory are in one row,
 * which is found once per configuration. Inside a row, entries are ordered by move, then by the private state of the
 * process that moves. Private states are numbered as they occur, which keeps rows short.
 */
final class NarrowModel extends MemoModel {
    private static final long UNKNOWN = 0;
    private static final long IMPOSSIBLE = 1;
    private static final long FLIPS = Long.MIN_VALUE; // set if the other bits are those that the move flips
    private static final int DIRECT_BITS = 16;

    private final LongMap rows = new LongMap(); // from shared value to row
    private final int[] directRows; // the same, plus 1, if shared values are small
    private int rowCount;
    private final LongMap[] numbers; // by process: from private state to its number
    private final int[][] directNumbers; // the same, plus 1, if private states are small
    private final int[] numberCount;
    private int width = 8; // the private states per process that a row has room for
    private long[] table = new long[0]; // by row, move and number: UNKNOWN, IMPOSSIBLE or FLIPS and bits
    private long[][] statusBits; // by process and number: its bits of the status
    private final int moveCount;
    private final int[] mover;
    private final boolean[] crashes;
    private int failing;
    private long made;

    NarrowModel(World world, CheckOptions options) {
        super(world, options);
        int n = processes();
        moveCount = moves().size();
        mover = moves().stream().mapToInt(Move::process).toArray();
        crashes = new boolean[moveCount];
        for (int move = 0; move < moveCount; move++) {
            crashes[move] = moves().get(move).kind() == Move.Kind.CRASH;
        }
        directRows = layout.width(SHARED) <= DIRECT_BITS ? new int[1 << layout.width(SHARED)] : new int[0];
        numbers = new LongMap[n];
        directNumbers = new int[n][];
        numberCount = new int[n];
        statusBits = new long[n][width];
        for (int i = 0; i < n; i++) {
            int bits = layout.width(1 + i);
            numbers[i] = new LongMap();
            directNumbers[i] = bits <= DIRECT_BITS ? new int[1 << bits] : new int[0];
        }
    }

    /** Returns how many moves have been made. */
    long made() {
        return made;
    }

    /** Returns the move that {@link #successors} was about to make when a machine threw. */
    int failing() {
        return failing;
    }

    /** Appends the configurations that one move leads to, except {@code from} itself, and returns the new end. */
    int successors(long from, long[] to, int at) {
        int end = at;
        int row = row(layout.get(from, SHARED)) * moveCount;
        long stopped = options.crashes() > 0 ? layout.get(from, stoppedPart()) : 0;
        for (int move = 0; move < moveCount; move++) {
            int i = mover[move];
            if (stopped != 0 && ((stopped >>> i & 1) != 0 || (crashes[move] && !mayCrash(stopped)))) {
                continue;
            }
            int number = number(i, layout.get(from, 1 + i));
            long entry = table[(row + move) * width + number];
            if (entry == UNKNOWN) {
                failing = move;
                entry = fill(from, row + move, move, number);
            }
            if (entry != IMPOSSIBLE) {
                made++;
                long flips = entry & ~FLIPS;
                to[end] = from ^ flips;
                end += flips == 0 ? 0 : 1;
            }
        }
        return end;
    }

    private long fill(long from, int rowAndMove, int move, int number) {
        long to = run(from, move);
        long entry = to == 0 ? IMPOSSIBLE : FLIPS | (from ^ to);
        table[rowAndMove * width + number] = entry;
        return entry;
    }

    private int row(long shared) {
        boolean direct = directRows.length > 0;
        long known = direct ? directRows[(int) shared] - 1L : rows.get(shared);
        if (known >= 0) {
            return (int) known;
        }
        int row = rowCount++;
        if (direct) {
            directRows[(int) shared] = row + 1;
        } else {
            rows.put(shared, row);
        }
        long needed = (long) rowCount * moveCount * width;
        if (needed > table.length) {
            table = Arrays.copyOf(table, roomFor(2 * needed));
        }
        return row;
    }

    /** Checks that an array can have this many entries. A table beyond that limit would exhaust the memory, too. */
    private static int roomFor(long entries) {
        if (entries > Integer.MAX_VALUE - 8) {
            throw new OutOfMemoryError("the table of moves would need " + entries + " entries");
        }
        return (int) entries;
    }

    @Override
    public long bytes() {
        return (long) table.length * Long.BYTES + super.bytes();
    }

    private int number(int i, long own) {
        int[] direct = directNumbers[i];
        long known = direct.length > 0 ? direct[(int) own] - 1L : numbers[i].get(own);
        return known >= 0 ? (int) known : newNumber(i, own);
    }

    private int newNumber(int i, long own) {
        int number = numberCount[i]++;
        if (directNumbers[i].length > 0) {
            directNumbers[i][(int) own] = number + 1;
        } else {
            numbers[i].put(own, number);
        }
        if (number == width) {
            widen();
        }
        statusBits[i][number] = region(i, own) << (2 * i);
        return number;
    }

    private void widen() {
        int old = width;
        width = 2 * old;
        long[] wider = new long[roomFor(2L * table.length)];
        for (int from = 0, to = 0; from < table.length; from += old, to += width) {
            System.arraycopy(table, from, wider, to, old);
        }
        table = wider;
        statusBits = Arrays.stream(statusBits)
                .map(bits -> Arrays.copyOf(bits, width))
                .toArray(long[][]::new);
    }

    long status(long state) {
        long status = options.crashes() > 0 ? stoppedStatus(layout.get(state, stoppedPart())) : 0;
        for (int i = 0; i < numbers.length; i++) {
            int number = number(i, layout.get(state, 1 + i));
            status |= statusBits[i][number];
        }
        return status;
    }

    @Override
    public Model copy() {
        return new NarrowModel(world.copy(), options);
    }
}
