package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.LongMap;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.World;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The common base of the models of one shared-memory algorithm: the layout of a packed configuration, and the possible
 * moves.
 */
abstract class SystemModel implements Model {
    static final int SHARED = 0;

    final World world;
    final CheckOptions options;
    final Layout layout;
    private final List<Move> moves = new ArrayList<>();
    private final LongMap[] progress; // by process: from private state to progress

    SystemModel(World world, CheckOptions options) {
        this.world = world;
        this.options = options;
        int n = world.processes.length;
        int[] widths = new int[n + 2];
        widths[SHARED] = world.sharedBits();
        for (int i = 0; i < n; i++) {
            widths[1 + i] = State.bits(world.processes[i]);
        }
        widths[n + 1] = options.crashes() > 0 ? n : 0;
        if (Arrays.stream(widths).max().orElseThrow() > Long.SIZE) {
            throw new IllegalArgumentException(
                    "the shared memory and each process must fit 64 bits to be explored; with " + n
                            + " processes one of" + " them needs "
                            + Arrays.stream(widths).max().orElseThrow() + "; use fewer processes");
        }
        layout = new Layout(widths);
        progress = new LongMap[n];
        Arrays.setAll(progress, i -> new LongMap());
        addMoves(Move.Kind.STEP, true);
        addMoves(Move.Kind.ATTEMPT, options.attempts());
        addMoves(Move.Kind.CANCEL, options.cancels());
        addMoves(Move.Kind.CRASH, options.crashes() > 0);
        addMoves(Move.Kind.KILL, options.kills());
    }

    /** Creates the fast model if possible, otherwise the plain one. */
    static SystemModel of(World world, CheckOptions options) {
        if (world.facts.canonical().isPresent()) {
            return new PlainModel(world, options);
        }
        MemoModel model = new MemoModel(world, options);
        return model.words() == 1 ? new NarrowModel(world, options) : model;
    }

    private void addMoves(Move.Kind kind, boolean wanted) {
        for (int i = 0; wanted && i < world.processes.length; i++) {
            moves.add(new Move(i, kind));
        }
    }

    @Override
    public final int words() {
        return layout.words();
    }

    @Override
    public final int processes() {
        return world.processes.length;
    }

    @Override
    public final List<Move> moves() {
        return moves;
    }

    final int stoppedPart() {
        return processes() + 1;
    }

    final boolean mayCrash(long stopped) {
        return Long.bitCount(stopped) < options.crashes();
    }

    final void load(long[] from, int at) {
        world.unpackShared(layout.get(from, at, SHARED));
        for (int i = 0; i < processes(); i++) {
            State.unpack(world.processes[i], layout.get(from, at, 1 + i));
        }
    }

    final void store(long[] to, long stopped) {
        Arrays.fill(to, 0, words(), 0);
        layout.put(to, SHARED, world.packShared());
        for (int i = 0; i < processes(); i++) {
            layout.put(to, 1 + i, State.pack(world.processes[i]));
        }
        layout.put(to, stoppedPart(), stopped);
        layout.mark(to);
    }

    @SuppressWarnings("EnumOrdinal") // two bits of a status
    final long statusOf(int process, Process machine) {
        return (long) machine.region().ordinal() << (2 * process);
    }

    @Override
    public final long stages(long[] of, int at) {
        long stages = 0;
        for (int i = 0; i < processes(); i++) {
            stages |= (long) progress(i, layout.get(of, at, 1 + i)) << (Model.stageBits(processes()) * i);
        }
        return stages;
    }

    private int progress(int i, long own) {
        long known = progress[i].get(own);
        if (known != LongMap.NONE) {
            return (int) known;
        }
        State.unpack(world.processes[i], own);
        int reached = world.processes[i].progress();
        if (reached >>> Model.stageBits(processes()) != 0) {
            throw new IllegalArgumentException("with " + processes() + " processes the way in can have "
                    + ((1 << Model.stageBits(processes())) - 1) + " stages for the winners to be counted, not "
                    + reached);
        }
        return (int) progress[i].put(own, reached);
    }

    /** Returns one obligation per process: a step, while the process is alive and has something to do. */
    @Override
    public final int obligations() {
        return processes();
    }

    @Override
    public final boolean owes(long[] of, int at, int obligation) {
        long status = status(of, at);
        return !Model.stopped(status, processes(), obligation) && Model.region(status, obligation) != Region.REMAINDER;
    }

    @Override
    public final int meets(int move) {
        return moves.get(move).kind() == Move.Kind.STEP ? moves.get(move).process() : NOTHING;
    }

    final long stoppedStatus(long stopped) {
        return stopped << (2 * processes());
    }

    @Override
    public final List<String> print(long[] of) {
        load(of, 0);
        return world.print(layout.get(of, 0, stoppedPart()));
    }
}
