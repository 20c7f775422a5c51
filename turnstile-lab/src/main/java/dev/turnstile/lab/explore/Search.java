package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Invariant;
import dev.turnstile.lab.property.Violation;
import dev.turnstile.lab.property.WellDefined;
import dev.turnstile.lab.run.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Breadth-first search, level by level, so that the first violation found is on a shortest path. All threads expand the
 * current level together, a block of configurations at a time. Between batches of blocks, the search grows the table of
 * visited configurations and checks the bounds.
 *
 * <p>No parent pointers are kept. A trace is reconstructed backwards: some configuration of the previous level must
 * lead to the current one.
 */
final class Search {
    private static final int BLOCK = 2048;
    private static final int BATCH = 64;

    private final Model model;
    private final List<Invariant> invariants;
    private final int[] units;
    private final Bounds bounds;
    private final StateLog[] logs;
    private final VisitedSet seen;
    private final List<int[]> levelEnds = new ArrayList<>(); // by level: the size of each log after it
    private final Worker[] workers;
    private long states;
    private String stoppedBecause = "";
    private Optional<InvariantFailure> bad = Optional.empty();

    /** The resources that a search may use, and the listener for its progress. */
    record Bounds(int threads, long statesMax, long bytesMax, long nanosMax, Check.Listener progress) {}

    Search(Model model, List<Invariant> invariants, int[] units, Bounds bounds) {
        this.model = model;
        this.invariants = invariants;
        this.units = units;
        this.bounds = bounds;
        logs = new StateLog[bounds.threads()];
        Arrays.setAll(logs, i -> new StateLog(model.words()));
        seen = new VisitedSet(logs, model.words());
        workers = new Worker[bounds.threads()];
        Arrays.setAll(workers, i -> new Worker(i, i == 0 ? model : model.copy()));
    }

    long states() {
        return states;
    }

    long transitions() {
        return Arrays.stream(workers).mapToLong(worker -> worker.transitions).sum();
    }

    /** Returns the most moves needed to reach a configuration. The last level may have turned out to be empty. */
    int depth() {
        return levelSize() == 0 ? levelEnds.size() - 2 : levelEnds.size() - 1;
    }

    long bytes() {
        return seen.bytes()
                + Arrays.stream(logs).mapToLong(StateLog::bytes).sum()
                + Arrays.stream(workers).mapToLong(worker -> worker.own.bytes()).sum();
    }

    /**
     * Returns all configurations, as {@link #flatten} does, and frees the tables. The search cannot be used afterwards.
     */
    long[] harvest() {
        long[] states = flatten();
        Arrays.fill(logs, new StateLog(1));
        seen.clear();
        return states;
    }

    /** Returns how many configurations the search began with. In {@link #harvest} they come first. */
    int starts() {
        return Arrays.stream(levelEnds.getFirst()).sum();
    }

    /** Returns the invariant that a configuration breaks, found on a shortest path, if any. */
    Optional<InvariantFailure> bad() {
        return bad;
    }

    /** Returns why the search ended early, or an empty string if it was exhaustive. */
    String stoppedBecause() {
        return stoppedBecause;
    }

    void run() {
        long start = System.nanoTime();
        try (ExecutorService pool = Executors.newFixedThreadPool(bounds.threads())) {
            for (long[] first : model.starts()) {
                seen.reserve(logs[0].size() + 1L);
                workers[0].start(first);
            }
            endLevel();
            while (bad.isEmpty() && stoppedBecause.isEmpty() && levelSize() > 0) {
                expandLevel(pool, start);
                endLevel();
            }
        }
    }

    private void endLevel() {
        levelEnds.add(Arrays.stream(logs).mapToInt(StateLog::size).toArray());
        states = Arrays.stream(logs).mapToLong(StateLog::size).sum();
        bad = Arrays.stream(workers)
                .flatMap(worker -> worker.worst.stream())
                .min((one, other) -> model.compare(one.state(), other.state()));
    }

    private int levelStart(int level, int log) {
        return level == 0 ? 0 : levelEnds.get(level - 1)[log];
    }

    private long levelSize() {
        int level = levelEnds.size() - 1;
        long size = 0;
        for (int log = 0; log < logs.length; log++) {
            size += levelEnds.get(level)[log] - levelStart(level, log);
        }
        return size;
    }

    private void expandLevel(ExecutorService pool, long start) {
        List<Block> blocks = blocks(levelEnds.size() - 1);
        int from = 0;
        while (from < blocks.size() && stoppedBecause.isEmpty()) {
            int perBlock = BLOCK * model.moves().size();
            int count = Math.max(bounds.threads(), seen.capacity() / 4 / perBlock);
            int to = Math.min(blocks.size(), from + count);
            long found = Arrays.stream(logs).mapToLong(StateLog::size).sum();
            long room = found + (long) (to - from) * perBlock;
            checkBounds(found, room, start);
            if (stoppedBecause.isEmpty()) {
                seen.reserve(room);
                expand(pool, blocks.subList(from, to));
            }
            from = to;
        }
    }

    private void checkBounds(long found, long room, long start) {
        long nanos = System.nanoTime() - start;
        bounds.progress().at(found, transitions(), depth(), nanos);
        if (found > bounds.statesMax()) {
            stoppedBecause = "more than " + bounds.statesMax() + " states";
        } else if (nanos > bounds.nanosMax()) {
            stoppedBecause = "more than " + bounds.nanosMax() / 1e9 + " seconds";
        } else if (seen.bytesFor(room) + bytes() - seen.bytes() > bounds.bytesMax()) {
            stoppedBecause = "more than " + (bounds.bytesMax() >> 20) + " MiB";
        } else if (room > VisitedSet.STATES_MAX) {
            stoppedBecause = "more than the " + VisitedSet.STATES_MAX + " states that the table can hold";
        }
    }

    private List<Block> blocks(int level) {
        List<Block> blocks = new ArrayList<>();
        for (int log = 0; log < logs.length; log++) {
            int end = levelEnds.get(level)[log];
            for (int from = levelStart(level, log); from < end; from += BLOCK) {
                blocks.add(new Block(log, from, Math.min(end, from + BLOCK)));
            }
        }
        return blocks;
    }

    private record Block(int log, int from, int to) {}

    private void expand(ExecutorService pool, List<Block> blocks) {
        AtomicInteger next = new AtomicInteger();
        if (bounds.threads() == 1 || blocks.size() == 1) {
            workers[0].expandAll(blocks, next);
            return;
        }
        List<Callable<Void>> tasks = new ArrayList<>();
        for (Worker worker : workers) {
            tasks.add(() -> {
                worker.expandAll(blocks, next);
                return null;
            });
        }
        try {
            for (var done : pool.invokeAll(tasks)) {
                done.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stoppedBecause = "interrupted";
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NodeModel.TooNarrowException tooNarrow) {
                throw tooNarrow;
            }
            throw new IllegalStateException("a move failed", e.getCause());
        }
    }

    /**
     * Returns a shortest path to a bad configuration. That configuration is in the last level or, if a move from it
     * failed, in the level before.
     */
    Path pathTo(InvariantFailure found) {
        Path path = new Path(found.state());
        int last = levelEnds.size() - 1;
        int levels = found.property() instanceof WellDefined ? last - 1 : last;
        for (int level = levels - 1; level >= 0; level--) {
            prependPredecessor(level, path);
        }
        return path;
    }

    private long[] copy(int log, int index) {
        int at = logs[log].offset(index);
        return Arrays.copyOfRange(logs[log].chunk(index), at, at + model.words());
    }

    private void prependPredecessor(int level, Path path) {
        long[] target = path.states().getFirst();
        long[] best = null;
        int bestMove = -1;
        long[] to = new long[model.words()];
        for (Block block : blocks(level)) {
            for (int index = block.from(); index < block.to(); index++) {
                long[] from = copy(block.log(), index);
                int move = moveBetween(from, target, to);
                if (move >= 0 && (best == null || model.compare(from, best) < 0)) {
                    best = from;
                    bestMove = move;
                }
            }
        }
        path.prepend(best, bestMove);
    }

    private int moveBetween(long[] from, long[] target, long[] to) {
        for (int move = 0; move < model.moves().size(); move++) {
            if (leads(from, move, to) && Arrays.equals(to, target)) {
                return move;
            }
        }
        return -1;
    }

    /** Returns whether the move is possible. A move that fails leads nowhere. */
    private boolean leads(long[] from, int move, long[] to) {
        try {
            return model.next(from, 0, move, to);
        } catch (MachineFailed failure) {
            return false;
        }
    }

    /** Returns all configurations one after another, in the order of their levels. */
    long[] flatten() {
        int words = model.words();
        long[] flat = new long[Math.toIntExact(states * words)];
        int to = 0;
        for (int level = 0; level < levelEnds.size(); level++) {
            for (Block block : blocks(level)) {
                for (int index = block.from(); index < block.to(); index++) {
                    System.arraycopy(logs[block.log()].chunk(index), logs[block.log()].offset(index), flat, to, words);
                    to += words;
                }
            }
        }
        return flat;
    }

    /** The share of one thread: its own machines, its own log, and its own cache of judgements. */
    private final class Worker {
        private final int number;
        private final Model own;
        private final Judge judge;
        private final long[] one;
        private final int moves;
        private final long[] following;
        private final int[] slots;
        private long transitions;
        private Optional<InvariantFailure> worst = Optional.empty();

        Worker(int number, Model own) {
            this.number = number;
            this.own = own;
            judge = new Judge(own, invariants, units);
            one = new long[own.words()];
            moves = own.moves().size();
            following = new long[BATCH * moves + 1];
            slots = new int[following.length];
        }

        void expandAll(List<Block> blocks, AtomicInteger next) {
            for (int at = next.getAndIncrement(); at < blocks.size(); at = next.getAndIncrement()) {
                Block block = blocks.get(at);
                if (own instanceof NarrowModel narrow) {
                    expandNarrow(narrow, block);
                } else {
                    expandWide(block);
                }
            }
        }

        /** Expands a few configurations at a time: computes all their successors first, then finds which are new. */
        private void expandNarrow(NarrowModel narrow, Block block) {
            StateLog log = logs[block.log()];
            for (int from = block.from(); from < block.to(); from += BATCH) {
                int to = Math.min(block.to(), from + BATCH);
                int count = 0;
                for (int index = from; index < to; index++) {
                    count = successors(narrow, log.chunk(index)[log.offset(index)], count);
                }
                keepNew(narrow, count);
            }
            transitions = narrow.made();
        }

        private int successors(NarrowModel narrow, long from, int count) {
            try {
                return narrow.successors(from, following, count);
            } catch (MachineFailed failure) {
                failed(new long[] {from}, narrow.failing(), failure);
                return count;
            }
        }

        private void keepNew(NarrowModel narrow, int count) {
            int fresh = seen.addAll(following, count, slots);
            for (int i = 0; i < fresh; i++) {
                logs[number].append(following[i]);
                if (!judge.isGood(narrow.status(following[i]))) {
                    judge(new long[] {following[i]});
                }
            }
        }

        private void expandWide(Block block) {
            StateLog log = logs[block.log()];
            for (int index = block.from(); index < block.to(); index++) {
                int move = 0;
                try {
                    for (; move < moves; move++) {
                        expandWide(log, index, move);
                    }
                } catch (MachineFailed failure) {
                    failed(copy(block.log(), index), move, failure);
                }
            }
        }

        private void expandWide(StateLog log, int index, int move) {
            if (own.next(log.chunk(index), log.offset(index), move, one)) {
                transitions++;
                if (add(one)) {
                    judge(one);
                }
            }
        }

        /** Reports a machine that throws as a finding, with the move that led to it. */
        private void failed(long[] from, int move, MachineFailed failure) {
            Move failing = own.moves().get(move);
            Violation violation =
                    new Violation("when " + failing + ": " + failure.getMessage(), List.of(failing.process()));
            report(new InvariantFailure(from, new WellDefined(), violation, OptionalInt.of(move)));
        }

        void start(long[] state) {
            add(state);
            judge(state);
        }

        /** Adds a configuration to the log if it is new, and returns whether it is. */
        private boolean add(long[] state) {
            if (own.words() > 1) {
                return seen.add(state, number);
            }
            boolean isNew = seen.add(state[0]);
            if (isNew) {
                logs[number].append(state);
            }
            return isNew;
        }

        private void judge(long[] state) {
            judge.judge(state).ifPresent(this::report);
        }

        private void report(InvariantFailure found) {
            if (worst.isEmpty() || own.compare(found.state(), worst.get().state()) < 0) {
                worst = Optional.of(found);
            }
        }
    }
}
