package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Invariant;
import dev.turnstile.lab.run.Hash;
import dev.turnstile.lab.run.Move;
import dev.turnstile.machine.Region;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * All configurations with all moves between them, for properties of runs. Configurations are numbered in the order in
 * which the search found them; those in which it began come first.
 */
final class StateGraph {
    private static final int NONE = Transitions.NONE;
    private static final Set<Invariant.Aspect> EVERYTHING = Set.of(Invariant.Aspect.values());

    final Model model;
    final int size;
    final int moveCount;
    private final int starts;
    private final long[] states;
    private final Transitions edges;
    private final long[] status;

    StateGraph(Model model, Search search, int threads) {
        this.model = model;
        size = Math.toIntExact(search.states());
        starts = search.starts();
        states = search.harvest();
        moveCount = model.moves().size();
        int[] index = index();
        Transitions.Mover[] movers = new Transitions.Mover[threads];
        Arrays.setAll(movers, i -> mover(i == 0 ? model : model.copy(), index));
        edges = new Transitions(size, moveCount, movers);
        status = new long[size];
        for (int state = 0; state < size; state++) {
            status[state] = model.status(states, state * model.words());
        }
    }

    private int[] index() {
        int[] index = new int[Integer.highestOneBit(Math.max(2, size)) * 4];
        for (int state = 0; state < size; state++) {
            int slot = slot(index, states, state * model.words());
            index[slot] = state + 1;
        }
        return index;
    }

    private int slot(int[] index, long[] in, int at) {
        int words = model.words();
        int mask = index.length - 1;
        int slot = (int) Hash.of(in, at, words) & mask;
        while (index[slot] != 0 && !same(in, at, (index[slot] - 1) * words)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean same(long[] in, int at, int known) {
        return Arrays.equals(in, at, at + model.words(), states, known, known + model.words());
    }

    private Transitions.Mover mover(Model mine, int[] index) {
        long[] to = new long[mine.words()];
        return (state, move) ->
                mine.next(states, state * mine.words(), move, to) ? index[slot(index, to, 0)] - 1 : NONE;
    }

    /** Returns where a move leads, or a negative number if it is not possible. */
    int next(int state, int move) {
        return edges.next(state, move);
    }

    long status(int state) {
        return status[state];
    }

    /** Returns an invariant's view of a configuration. */
    Invariant.View view(int state, int[] units) {
        return new StatusView(model, states, state * model.words(), status[state], units, EVERYTHING);
    }

    boolean isInside(int state, int process) {
        return Model.isInside(region(state, process), model.floor());
    }

    Region region(int state, int process) {
        return Model.region(status[state], process);
    }

    boolean stopped(int state, int process) {
        return Model.stopped(status[state], model.processes(), process);
    }

    boolean nobodyStopped(int state) {
        return status[state] >>> (2 * model.processes()) == 0;
    }

    boolean isStep(int move) {
        return model.moves().get(move).kind() == Move.Kind.STEP;
    }

    int process(int move) {
        return model.moves().get(move).process();
    }

    /** Returns the number of a configuration of this graph. */
    int number(long[] state) {
        for (int number = 0; number < size; number++) {
            if (same(state, 0, number * model.words())) {
                return number;
            }
        }
        throw new IllegalArgumentException("not a configuration of this graph");
    }

    long[] state(int number) {
        return Arrays.copyOfRange(states, number * model.words(), (number + 1) * model.words());
    }

    /**
     * Returns a shortest path from any of the given configurations to one that fits, inside a part of the graph, or
     * null.
     */
    Path path(BitSet from, IntPredicate inside, IntPredicate fits) {
        int[] before = new int[size];
        int[] by = new int[size];
        Arrays.fill(before, NONE);
        int[] queue = new int[size];
        int end = 0;
        for (int state = from.nextSetBit(0); state >= 0; state = from.nextSetBit(state + 1)) {
            before[state] = state;
            queue[end++] = state;
        }
        for (int at = 0; at < end; at++) {
            int state = queue[at];
            if (fits.test(state)) {
                return trail(before, by, state);
            }
            for (int move = 0; move < moveCount; move++) {
                int to = next(state, move);
                if (to >= 0 && before[to] == NONE && inside.test(to)) {
                    before[to] = state;
                    by[to] = move;
                    queue[end++] = to;
                }
            }
        }
        return null;
    }

    private Path trail(int[] before, int[] by, int end) {
        Path path = new Path(state(end));
        int at = end;
        while (before[at] != at) {
            path.prepend(state(before[at]), by[at]);
            at = before[at];
        }
        return path;
    }

    /** Returns a shortest path to a configuration that fits, from where the search began. */
    Path pathFromStart(IntPredicate fits) {
        BitSet start = new BitSet();
        start.set(0, starts);
        return path(start, state -> true, fits);
    }

    boolean owes(int state, int obligation) {
        return model.owes(states, state * model.words(), obligation);
    }

    /** Returns whether a run may end in this configuration. */
    boolean rests(int state) {
        return model.rests(states, state * model.words());
    }

    List<Move> moves() {
        return model.moves();
    }
}
