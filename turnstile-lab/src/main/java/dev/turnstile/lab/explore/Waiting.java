package dev.turnstile.lab.explore;

import dev.turnstile.machine.Region;
import java.util.BitSet;

/**
 * Which processes are enabled for a region, and which wait for it (fischer-1985, section 3.3).
 *
 * <p>A process is Z-enabled if it reaches Z in every schedule in which it keeps taking steps, whatever the others do.
 * It is not Z-enabled if some run avoids Z and has infinitely many of its steps. In a finite graph this means that a
 * cycle with one of its steps can be reached without passing Z. Only steps count, and only configurations without
 * crashes: in the paper, a failure means that a schedule leaves a process out.
 */
final class Waiting {
    private final StateGraph graph;
    private final BitSet[] criticalAvoidable;
    private final BitSet[] remainderAvoidable;

    Waiting(StateGraph graph) {
        this.graph = graph;
        int n = graph.model.processes();
        criticalAvoidable = new BitSet[n];
        remainderAvoidable = new BitSet[n];
        for (int i = 0; i < n; i++) {
            criticalAvoidable[i] = avoidable(i, Region.CRITICAL);
            remainderAvoidable[i] = avoidable(i, Region.REMAINDER);
        }
    }

    boolean criticalEnabled(int state, int process) {
        return !criticalAvoidable[process].get(state);
    }

    boolean remainderEnabled(int state, int process) {
        return !remainderAvoidable[process].get(state);
    }

    /** Returns whether the process is T-waiting. */
    boolean waitsToEnter(int state, int process) {
        return graph.region(state, process) == Region.TRYING && criticalAvoidable[process].get(state);
    }

    /** Returns whether the process is E-waiting. */
    boolean waitsToLeave(int state, int process) {
        return graph.region(state, process) == Region.EXIT && remainderAvoidable[process].get(state);
    }

    /**
     * Returns whether no process makes progress between the two: the regions and the waiting processes are the same.
     */
    boolean sameProgress(int one, int other) {
        boolean same = graph.status(one) == graph.status(other);
        for (int p = 0; same && p < criticalAvoidable.length; p++) {
            same = waitsToEnter(one, p) == waitsToEnter(other, p) && waitsToLeave(one, p) == waitsToLeave(other, p);
        }
        return same;
    }

    private BitSet avoidable(int process, Region region) {
        Components components = new Components(
                graph,
                state -> graph.nobodyStopped(state) && graph.region(state, process) != region,
                (from, move, to) -> graph.isStep(move));
        BitSet endless = new BitSet(components.count());
        for (int state = 0; state < graph.size; state++) {
            for (int move = 0; components.of(state) != Components.OUTSIDE && move < graph.moveCount; move++) {
                int to = components.next(state, move);
                if (to >= 0 && graph.process(move) == process && components.of(to) == components.of(state)) {
                    endless.set(components.of(state));
                }
            }
        }
        components.spreadBackwards(endless);
        BitSet states = new BitSet(graph.size);
        for (int state = 0; state < graph.size; state++) {
            states.set(state, components.of(state) != Components.OUTSIDE && endless.get(components.of(state)));
        }
        return states;
    }
}
