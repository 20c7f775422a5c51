package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.LongMap;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.World;
import dev.turnstile.machine.State;
import java.util.Arrays;

/**
 * Runs the real process once for every pair of shared value and private state, and remembers the outcome.
 *
 * <p>A move of a process depends only on its own state and the shared cells, and changes nothing else. So a move is a
 * function of two parts of the configuration, and the same pair occurs in very many configurations. The machine alone
 * decides what a move does, but it is not run twice for the same pair.
 */
class MemoModel extends SystemModel {
    private static final long IMPOSSIBLE = -1;

    private final LongMap[] outcomes; // by move: from (shared, private) to (shared, private) after it
    private final LongMap[] regions; // by process: from private state to region
    private final int[] process;
    private final boolean[] crash;
    private final int sharedBits;
    private final long sharedMask;

    MemoModel(World world, CheckOptions options) {
        super(world, options);
        sharedBits = world.sharedBits();
        sharedMask = (1L << sharedBits) - 1;
        int count = moves().size();
        outcomes = new LongMap[count];
        process = new int[count];
        crash = new boolean[count];
        for (int move = 0; move < count; move++) {
            outcomes[move] = new LongMap();
            process[move] = moves().get(move).process();
            crash[move] = moves().get(move).kind() == Move.Kind.CRASH;
        }
        regions = new LongMap[processes()];
        for (int i = 0; i < regions.length; i++) {
            regions[i] = new LongMap();
            if (sharedBits + State.bits(world.processes[i]) > Long.SIZE - 2) {
                throw new IllegalArgumentException(
                        "the shared memory and one process must fit 62 bits together to be explored, but need "
                                + (sharedBits + State.bits(world.processes[i])) + "; use fewer processes");
            }
        }
    }

    @Override
    public void initial(long[] to) {
        new PlainModel(world.fresh(), options).initial(to);
    }

    @Override
    public boolean next(long[] from, int at, int move, long[] to) {
        int i = process[move];
        long stopped = layout.get(from, at, stoppedPart());
        if ((stopped >>> i & 1) != 0 || (crash[move] && !mayCrash(stopped))) {
            return false;
        }
        long outcome = outcome(move, layout.get(from, at, SHARED), layout.get(from, at, 1 + i));
        if (outcome == IMPOSSIBLE) {
            return false;
        }
        System.arraycopy(from, at, to, 0, words());
        if (crash[move]) {
            layout.put(to, stoppedPart(), stopped | 1L << i);
        } else {
            layout.put(to, SHARED, outcome & sharedMask);
            layout.put(to, 1 + i, outcome >>> sharedBits);
        }
        return true;
    }

    /**
     * Makes a move as {@link #next} does, on a configuration of one word, for a process that has not crashed, and
     * without remembering the outcome. Returns the configuration after the move, or 0 if the move is not possible.
     */
    final long run(long from, int move) {
        int i = process[move];
        long outcome = run(moves().get(move), layout.get(from, SHARED), layout.get(from, 1 + i));
        if (outcome == IMPOSSIBLE) {
            return 0;
        }
        if (crash[move]) {
            return layout.put(from, stoppedPart(), layout.get(from, stoppedPart()) | 1L << i);
        }
        return layout.put(layout.put(from, SHARED, outcome & sharedMask), 1 + i, outcome >>> sharedBits);
    }

    private long outcome(int move, long shared, long own) {
        long key = own << sharedBits | shared;
        long known = outcomes[move].get(key);
        return known != LongMap.NONE ? known : outcomes[move].put(key, run(moves().get(move), shared, own));
    }

    private long run(Move move, long shared, long own) {
        world.unpackShared(shared);
        State.unpack(world.processes[move.process()], own);
        try {
            return world.move(move.process(), move.kind())
                    ? State.pack(world.processes[move.process()]) << sharedBits | world.packShared()
                    : IMPOSSIBLE;
        } catch (RuntimeException failure) {
            throw new MachineFailed(failure);
        }
    }

    @Override
    public long status(long[] of, int at) {
        long status = stoppedStatus(layout.get(of, at, stoppedPart()));
        for (int i = 0; i < regions.length; i++) {
            status |= region(i, layout.get(of, at, 1 + i)) << (2 * i);
        }
        return status;
    }

    @SuppressWarnings("EnumOrdinal") // two bits of a status
    final long region(int i, long own) {
        long known = regions[i].get(own);
        if (known != LongMap.NONE) {
            return known;
        }
        State.unpack(world.processes[i], own);
        return regions[i].put(own, world.processes[i].region().ordinal());
    }

    @Override
    public long bytes() {
        return Arrays.stream(outcomes).mapToLong(LongMap::bytes).sum() + world.bytes();
    }

    @Override
    public Model copy() {
        return new MemoModel(world.copy(), options);
    }
}
