package dev.turnstile.lab.explore;

import dev.turnstile.machine.Cells;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;

/**
 * Explores plain code on shared cells, access by access: every interleaving of the single accesses of several actors,
 * and a kill after every one of them. {@link Check} treats a step of a process as atomic; this class takes it apart.
 *
 * <p>An actor is ordinary code, run to its next access and no further. A method cannot be kept half done, so it is run
 * again from its start. It gets the recorded results of its earlier accesses, and then makes one access more. This
 * requires deterministic code, and yields all of its states: what the code has seen determines where it is.
 *
 * <p>A replace may also get no answer ({@link Memory#replaceUnsurely}). It is then under way, and may take effect at
 * any later time, or never. Taking effect at once and never taking effect are the two extremes.
 *
 * <pre>{@code
 * EveryAccess.Result result = new EveryAccess(cells, actors, 1).run(1_000_000);
 * assertThat(result.violation()).isEmpty();
 * }</pre>
 */
@SuppressWarnings({"ArrayRecordComponent", "ReferenceEquality"}) // of configurations, which are compared by their hash
public final class EveryAccess {
    /** The value of a life cell, modulo {@link #LIFE}, while the actor is alive. */
    public static final int ALIVE = 0;

    /** The value after the actor was killed. */
    public static final int KILLED = 1;

    /** The value after the actor was killed and another actor has cleaned up, so that it may start again. */
    public static final int CLEARED = 2;

    /** The number of values that a life cell goes through. */
    public static final int LIFE = 3;

    private final long[] initial;
    private final List<Supplier<Actor>> actors;
    private final int kills;
    private final int unanswered;

    /**
     * Creates an exploration.
     *
     * @param initial the memory at the start
     * @param actors one supplier per actor
     * @param kills how many kills there may be in total
     */
    public EveryAccess(long[] initial, List<Supplier<Actor>> actors, int kills) {
        this(initial, actors, kills, 0);
    }

    /**
     * Creates an exploration in which replaces may get no answer.
     *
     * @param unanswered how many replaces may get no answer
     */
    public EveryAccess(long[] initial, List<Supplier<Actor>> actors, int kills, int unanswered) {
        this.initial = initial.clone();
        this.actors = List.copyOf(actors);
        this.kills = kills;
        this.unanswered = unanswered;
    }

    /** Code that is explored. A killed actor may be run again from its start when its life cell says so. */
    public interface Actor {
        /** Runs the actor's code. */
        void run(Memory memory);

        /**
         * Returns what is wrong, given all actors in their current states, or an empty string. Only the first actor is
         * asked.
         */
        default String flaw(List<Actor> all) {
            return "";
        }

        /** Returns what is wrong as {@link #flaw(List)} does, given also the contents of the cells. */
        default String flaw(List<Actor> all, IntToLongFunction cells) {
            return flaw(all);
        }
    }

    /** The answer to a replace. */
    public enum Answer {
        /** The cell held the expected value, and was written. */
        REPLACED,
        /** The cell held another value, and was left alone. */
        REFUSED,
        /** The cell was written, or may be written as long as it holds the expected value, or will never be. */
        NONE
    }

    /** The shared cells, two ways to stand still, and a replace that may get no answer. */
    public interface Memory extends Cells {
        /**
         * Replaces as {@link #replace} does, but there may be no answer. A value that a cell has held must never come
         * back to it.
         */
        Answer replaceUnsurely(int cell, long seen, long next);

        /** Does nothing, for the length of one access. */
        void pause();

        /** Waits until one of the cells no longer holds the value that the actor has seen in it. */
        void awaitChange(int[] watched, long[] seen);
    }

    /** The result of an exploration. */
    public record Result(long states, boolean exhausted, Optional<String> violation) {}

    private record Life(long[] seen, boolean alive, boolean done) {}

    /** A replace that got no answer and may still take effect. */
    private record UnderWay(int cell, long seen, long next) {}

    private record Configuration(
            long[] cells, List<Life> lives, List<UnderWay> underWay, int killsLeft, int unansweredLeft, String path) {
        Configuration with(long[] changed, List<Life> then, int kills, String move) {
            return new Configuration(changed, then, underWay, kills, unansweredLeft, path + " " + move);
        }
    }

    /** Thrown into an actor's code to leave it where it is. */
    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stop() {
            super(null, null, false, false);
        }
    }

    /**
     * Returns the cell that tells whether an actor is alive. Its value grows from {@link #ALIVE} to killed, to cleared,
     * to alive again.
     */
    public int lifeCell(int actor) {
        return initial.length + actor;
    }

    /** Explores up to {@code statesMax} states, or to the first violation. An actor that throws is a violation. */
    public Result run(long statesMax) {
        Set<Key> visited = new HashSet<>();
        try {
            return run(visited, statesMax);
        } catch (Failed failed) {
            return new Result(visited.size(), false, Optional.of(failed.getMessage()));
        }
    }

    private Result run(Set<Key> visited, long statesMax) {
        Deque<Configuration> open = new ArrayDeque<>();
        open.push(start());
        visited.add(key(open.peek()));
        while (!open.isEmpty()) {
            Configuration from = open.pop();
            for (Configuration to : after(from)) {
                if (to == from || !visited.add(key(to))) {
                    continue;
                }
                String flaw = flaw(to);
                if (!flaw.isEmpty() || visited.size() > statesMax) {
                    return new Result(visited.size(), false, flaw.isEmpty() ? Optional.empty() : Optional.of(flaw));
                }
                open.push(to);
            }
            if (isStuck(from)) {
                return new Result(visited.size(), false, Optional.of("no live actor can go on:" + from.path()));
            }
        }
        return new Result(visited.size(), true, Optional.empty());
    }

    private List<Configuration> after(Configuration from) {
        List<Configuration> all = new ArrayList<>();
        for (int actor = 0; actor < actors.size(); actor++) {
            all.add(next(from, actor));
            all.add(unanswered(from, actor));
            all.add(killed(from, actor));
            all.add(reborn(from, actor));
        }
        from.underWay().forEach(late -> all.add(landed(from, late)));
        return all;
    }

    private Configuration start() {
        long[] cells = Arrays.copyOf(initial, initial.length + actors.size());
        List<Life> lives =
                actors.stream().map(actor -> new Life(new long[0], true, false)).toList();
        return new Configuration(cells, lives, List.of(), kills, unanswered, "");
    }

    /** Makes one more access of an actor. Returns the same configuration if the actor has none, or waits. */
    private Configuration next(Configuration from, int actor) {
        Life life = from.lives().get(actor);
        if (!life.alive() || life.done()) {
            return from;
        }
        Replay replay = new Replay(from.cells().clone(), life.seen(), 1, false);
        boolean done = run(replay, actor, from);
        if (replay.waits) {
            return from;
        }
        Life then = new Life(replay.seen(), true, done);
        return pruned(from.with(replay.cells, with(from, actor, then), from.killsLeft(), "" + actor));
    }

    /**
     * Makes an access as {@link #next} does, as a replace that gets no answer. Returns the same configuration if the
     * access is not such a replace.
     */
    private Configuration unanswered(Configuration from, int actor) {
        Life life = from.lives().get(actor);
        if (!life.alive() || life.done() || from.unansweredLeft() == 0) {
            return from;
        }
        Replay replay = new Replay(from.cells().clone(), life.seen(), 1, true);
        boolean done = run(replay, actor, from);
        if (replay.sent.isEmpty()) {
            return from;
        }
        UnderWay sent = replay.sent.get();
        List<UnderWay> underWay = new ArrayList<>(from.underWay());
        if (from.cells()[sent.cell()] == sent.seen()) {
            underWay.add(sent);
        }
        return new Configuration(
                from.cells(),
                with(from, actor, new Life(replay.seen(), true, done)),
                List.copyOf(underWay),
                from.killsLeft(),
                from.unansweredLeft() - 1,
                from.path() + " " + actor + "?");
    }

    private static Configuration landed(Configuration from, UnderWay late) {
        long[] cells = from.cells().clone();
        cells[late.cell()] = late.next();
        return pruned(from.with(cells, from.lives(), from.killsLeft(), "!"));
    }

    /** Drops replaces that can no longer take effect because the cell holds another value. */
    private static Configuration pruned(Configuration of) {
        List<UnderWay> left = of.underWay().stream()
                .filter(late -> of.cells()[late.cell()] == late.seen())
                .toList();
        return left.size() == of.underWay().size()
                ? of
                : new Configuration(of.cells(), of.lives(), left, of.killsLeft(), of.unansweredLeft(), of.path());
    }

    private boolean run(Replay replay, int actor, Configuration from) {
        try {
            return replay.run(actors.get(actor).get());
        } catch (RuntimeException failure) {
            throw new Failed(failure + ":" + from.path() + " " + actor, failure);
        }
    }

    private static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failed(String where, RuntimeException cause) {
            super(where, cause);
        }
    }

    private Configuration killed(Configuration from, int actor) {
        Life life = from.lives().get(actor);
        if (!life.alive() || life.done() || from.killsLeft() == 0 || life.seen().length == 0) {
            return from;
        }
        long[] cells = from.cells().clone();
        cells[lifeCell(actor)]++;
        Life dead = new Life(new long[0], false, false);
        return from.with(cells, with(from, actor, dead), from.killsLeft() - 1, "k" + actor);
    }

    private Configuration reborn(Configuration from, int actor) {
        if (from.lives().get(actor).alive() || from.cells()[lifeCell(actor)] % LIFE != CLEARED) {
            return from;
        }
        long[] cells = from.cells().clone();
        cells[lifeCell(actor)]++;
        Life fresh = new Life(new long[0], true, false);
        return from.with(cells, with(from, actor, fresh), from.killsLeft(), "r" + actor);
    }

    private static List<Life> with(Configuration from, int actor, Life then) {
        List<Life> lives = new ArrayList<>(from.lives());
        lives.set(actor, then);
        return List.copyOf(lives);
    }

    /** Returns whether all live actors that have begun wait for each other. */
    private boolean isStuck(Configuration at) {
        boolean begun = false;
        for (int actor = 0; actor < actors.size(); actor++) {
            Life life = at.lives().get(actor);
            boolean canGoOn = next(at, actor) != at;
            if (canGoOn) {
                return false;
            }
            begun |= life.alive() && !life.done() && life.seen().length > 0;
        }
        return begun;
    }

    private String flaw(Configuration at) {
        List<Actor> standing = new ArrayList<>();
        for (int actor = 0; actor < actors.size(); actor++) {
            Life life = at.lives().get(actor);
            Actor there = actors.get(actor).get();
            if (life.alive()) {
                new Replay(at.cells().clone(), life.seen(), 0, false).run(there);
            }
            standing.add(there);
        }
        String flaw = standing.getFirst().flaw(standing, cell -> at.cells()[cell]);
        return flaw.isEmpty() ? "" : flaw + ":" + at.path();
    }

    /** Returns two independent hashes of all that matters. A collision of both is not to be expected in a lifetime. */
    private static Key key(Configuration of) {
        Hash hash = new Hash();
        hash.add(of.killsLeft());
        hash.add(of.unansweredLeft());
        for (UnderWay late : of.underWay()) {
            hash.add(late.cell());
            hash.add(late.seen());
            hash.add(late.next());
        }
        hash.add(of.underWay().size());
        hash.addAll(of.cells());
        for (Life life : of.lives()) {
            hash.add((life.alive() ? 1 : 0) + (life.done() ? 2 : 0) + 4L * life.seen().length);
            hash.addAll(life.seen());
        }
        return new Key(hash.one, hash.other);
    }

    private record Key(long one, long other) {}

    private static final class Hash {
        private long one = 0xCBF29CE484222325L;
        private long other = 17;

        void addAll(long[] values) {
            for (long value : values) {
                add(value);
            }
        }

        void add(long value) {
            one = (one ^ value) * 0x9E3779B97F4A7C15L;
            one ^= one >>> 31;
            other = Long.rotateLeft(other + value, 27) * 0xD6E8FEB86659FD93L;
        }
    }

    /**
     * The memory of an actor that is run again: its recorded results first, then the real cells for a number of
     * accesses.
     */
    private static final class Replay implements Memory {
        private final long[] cells;
        private final long[] earlier;
        private final long[] later;
        private final int limit;
        private final boolean unanswered; // the access after the earlier ones, if it is a replace
        private int at;
        private boolean waits;
        private Optional<UnderWay> sent = Optional.empty();

        Replay(long[] cells, long[] earlier, int more, boolean unanswered) {
            this.unanswered = unanswered;
            this.cells = cells;
            this.earlier = earlier;
            limit = earlier.length + more;
            later = Arrays.copyOf(earlier, limit);
        }

        boolean run(Actor actor) {
            try {
                actor.run(this);
                return true;
            } catch (Stop stop) {
                return false;
            }
        }

        long[] seen() {
            return later;
        }

        private long access(Supplier<Long> real) {
            if (at == limit) {
                throw new Stop();
            }
            long result = at < earlier.length ? earlier[at] : real.get();
            later[at++] = result;
            return result;
        }

        @Override
        public long read(int cell) {
            return access(() -> cells[cell]);
        }

        @Override
        public void write(int cell, long value) {
            access(() -> {
                cells[cell] = value;
                return 0L;
            });
        }

        @Override
        public boolean replace(int cell, long seen, long next) {
            return access(() -> {
                        boolean same = cells[cell] == seen;
                        cells[cell] = same ? next : cells[cell];
                        return same ? 1L : 0L;
                    })
                    == 1;
        }

        @Override
        public Answer replaceUnsurely(int cell, long seen, long next) {
            long answer = access(() -> {
                if (unanswered) {
                    sent = Optional.of(new UnderWay(cell, seen, next));
                    return -1L;
                }
                boolean same = cells[cell] == seen;
                cells[cell] = same ? next : cells[cell];
                return same ? 1L : 0L;
            });
            if (answer < 0) {
                return Answer.NONE;
            }
            return answer == 1 ? Answer.REPLACED : Answer.REFUSED;
        }

        @Override
        public long add(int cell, long delta) {
            return access(() -> {
                long before = cells[cell];
                cells[cell] += delta;
                return before;
            });
        }

        @Override
        public void pause() {
            access(() -> 0L);
        }

        @Override
        public void awaitChange(int[] watched, long[] known) {
            access(() -> {
                for (int i = 0; i < watched.length; i++) {
                    if (cells[watched[i]] != known[i]) {
                        return 0L;
                    }
                }
                waits = true;
                throw new Stop();
            });
        }
    }
}
