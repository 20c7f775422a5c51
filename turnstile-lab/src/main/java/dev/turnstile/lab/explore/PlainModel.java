package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.World;
import dev.turnstile.machine.State;
import java.util.function.Consumer;

/**
 * Unpacks the whole configuration, makes the move, and packs the whole configuration. This is slower than
 * {@link MemoModel}. It is needed if the packed form of one process depends on the others, as in algorithms with
 * unbounded variables. Of these, only the canonical representative of each class of configurations is kept.
 */
final class PlainModel extends SystemModel {
    private final Consumer<World> canonicalise;

    PlainModel(World world, CheckOptions options) {
        super(world, options);
        canonicalise = world.facts.canonical().isPresent()
                ? current -> current.facts.canonical().orElseThrow().canonicalise(current.cells, current.processes)
                : current -> {};
    }

    @Override
    public void initial(long[] to) {
        World fresh = world.fresh();
        canonicalise.accept(fresh);
        new PlainModel(fresh, options).store(to, 0);
    }

    @Override
    public boolean next(long[] from, int at, int move, long[] to) {
        Move wanted = moves().get(move);
        long stopped = layout.get(from, at, stoppedPart());
        if ((stopped >>> wanted.process() & 1) != 0) {
            return false;
        }
        if (wanted.kind() == Move.Kind.CRASH && !mayCrash(stopped)) {
            return false;
        }
        load(from, at);
        try {
            return move(wanted, stopped, to);
        } catch (RuntimeException failure) {
            throw new MachineFailed(failure);
        }
    }

    private boolean move(Move wanted, long stopped, long[] to) {
        boolean made = world.move(wanted.process(), wanted.kind());
        if (made) {
            canonicalise.accept(world);
            store(to, wanted.kind() == Move.Kind.CRASH ? stopped | 1L << wanted.process() : stopped);
        }
        return made;
    }

    @Override
    public long status(long[] of, int at) {
        long status = stoppedStatus(layout.get(of, at, stoppedPart()));
        for (int i = 0; i < processes(); i++) {
            State.unpack(world.processes[i], layout.get(of, at, 1 + i));
            status |= statusOf(i, world.processes[i]);
        }
        return status;
    }

    @Override
    public long bytes() {
        return world.bytes();
    }

    @Override
    public Model copy() {
        return new PlainModel(world.copy(), options);
    }
}
