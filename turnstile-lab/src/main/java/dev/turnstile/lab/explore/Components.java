package dev.turnstile.lab.explore;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * The strongly connected components of a part of the graph (Tarjan 1972, without recursion). Components are numbered so
 * that every edge leads to the same or a smaller number.
 */
final class Components {
    /** The edges that belong to the part. */
    @FunctionalInterface
    interface Edges {
        boolean has(int from, int move, int to);
    }

    static final int OUTSIDE = -1;

    private final StateGraph graph;
    private final IntPredicate inside;
    private final Edges edges;
    private final int[] component;
    private int count;

    Components(StateGraph graph, IntPredicate inside, Edges edges) {
        this.graph = graph;
        this.inside = inside;
        this.edges = edges;
        component = new int[graph.size];
        Arrays.fill(component, OUTSIDE);
        find();
    }

    int count() {
        return count;
    }

    /** Returns the component of a configuration, or {@link #OUTSIDE}. */
    int of(int state) {
        return component[state];
    }

    /** Returns the end of an edge of this part, or a negative number if the move is not such an edge. */
    int next(int state, int move) {
        int to = graph.next(state, move);
        return to >= 0 && inside.test(to) && edges.has(state, move, to) ? to : -1;
    }

    private void find() {
        int[] order = new int[graph.size]; // 0 if not visited, otherwise the time of the visit, from 1
        int[] low = new int[graph.size];
        int[] nextMove = new int[graph.size];
        int[] path = new int[graph.size];
        int[] open = new int[graph.size];
        int clock = 0;
        int opened = 0;
        for (int root = 0; root < graph.size; root++) {
            if (order[root] != 0 || !inside.test(root)) {
                continue;
            }
            int depth = 0;
            path[depth] = root;
            order[root] = low[root] = ++clock;
            open[opened++] = root;
            while (depth >= 0) {
                int state = path[depth];
                if (nextMove[state] < graph.moveCount) {
                    int to = next(state, nextMove[state]++);
                    if (to >= 0 && order[to] == 0) {
                        order[to] = low[to] = ++clock;
                        open[opened++] = to;
                        path[++depth] = to;
                    } else if (to >= 0 && component[to] == OUTSIDE) {
                        low[state] = Math.min(low[state], order[to]);
                    }
                } else {
                    if (low[state] == order[state]) {
                        opened = close(open, opened, state);
                    }
                    depth--;
                    if (depth >= 0) {
                        low[path[depth]] = Math.min(low[path[depth]], low[state]);
                    }
                }
            }
        }
    }

    private int close(int[] open, int opened, int root) {
        int at = opened;
        int state;
        do {
            state = open[--at];
            component[state] = count;
        } while (state != root);
        count++;
        return at;
    }

    /**
     * Marks the components from which a marked one can be reached. Every edge leads to the same or a smaller number, so
     * one pass is enough.
     */
    void spreadBackwards(BitSet marked) {
        int[] first = new int[count];
        int[] following = new int[graph.size];
        Arrays.fill(first, -1);
        for (int state = 0; state < graph.size; state++) {
            int its = component[state];
            if (its != OUTSIDE) {
                following[state] = first[its];
                first[its] = state;
            }
        }
        for (int number = 0; number < first.length; number++) {
            for (int state = first[number]; state >= 0 && !marked.get(number); state = following[state]) {
                for (int move = 0; move < graph.moveCount; move++) {
                    int to = next(state, move);
                    if (to >= 0 && marked.get(component[to])) {
                        marked.set(number);
                    }
                }
            }
        }
    }

    /**
     * Returns for every component the most edges of a kind on any path from it inside this part. Every edge leads to
     * the same or a smaller number, so one pass is enough.
     *
     * @throws IllegalStateException if there is no maximum, because such an edge lies on a cycle
     */
    int[] mostOnAPath(Edges kind) {
        int[] most = new int[count];
        int[] byNumber = statesByComponent();
        for (int state : byNumber) {
            for (int move = 0; move < graph.moveCount; move++) {
                int to = next(state, move);
                if (to < 0) {
                    continue;
                }
                int weight = kind.has(state, move, to) ? 1 : 0;
                if (weight > 0 && component[to] == component[state]) {
                    throw new IllegalStateException("there is a cycle with such an edge");
                }
                most[component[state]] = Math.max(most[component[state]], most[component[to]] + weight);
            }
        }
        return most;
    }

    private int[] statesByComponent() {
        int[] ends = new int[count + 1];
        for (int its : component) {
            ends[its + 1] += its == OUTSIDE ? 0 : 1;
        }
        for (int number = 1; number <= count; number++) {
            ends[number] += ends[number - 1];
        }
        int[] sorted = new int[ends[count]];
        for (int state = 0; state < component.length; state++) {
            if (component[state] != OUTSIDE) {
                sorted[ends[component[state]]++] = state;
            }
        }
        return sorted;
    }
}
