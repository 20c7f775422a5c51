package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Invariant;
import dev.turnstile.lab.property.LivenessJudge;
import dev.turnstile.lab.property.Violation;
import dev.turnstile.lab.run.Move;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** All runs, on the graph of all configurations. */
final class GraphRuns implements LivenessJudge<Finding> {
    private final StateGraph graph;
    private final int[] units;
    private final int processes;
    private final int[][] meeting; // by obligation: the moves that meet it
    private BitSet lasting; // see lasting(); null until needed
    private Waiting waiting; // null until needed

    GraphRuns(StateGraph graph, int[] units) {
        this.graph = graph;
        this.units = units;
        processes = graph.model.processes();
        meeting = new int[graph.model.obligations()][];
        Arrays.setAll(
                meeting,
                obligation -> IntStream.range(0, graph.moveCount)
                        .filter(move -> graph.model.meets(move) == obligation)
                        .toArray());
    }

    @Override
    public int participants() {
        return processes;
    }

    @Override
    public int floor() {
        return graph.model.floor();
    }

    @Override
    public Region region(int configuration, int participant) {
        return graph.region(configuration, participant);
    }

    @Override
    public boolean hasStopped(int configuration, int participant) {
        return graph.stopped(configuration, participant);
    }

    @Override
    public boolean isInside(int configuration, int participant) {
        return graph.isInside(configuration, participant);
    }

    @Override
    public boolean rests(int configuration) {
        return graph.rests(configuration);
    }

    @Override
    public boolean sameRegions(int one, int other) {
        return graph.status(one) == graph.status(other);
    }

    @Override
    public boolean canCancel() {
        return graph.moves().stream().anyMatch(move -> move.kind() == Move.Kind.CANCEL);
    }

    @Override
    public Invariant.View view(int configuration) {
        return graph.view(configuration, units);
    }

    @Override
    public boolean isEnabledToEnter(int configuration, int participant) {
        return waiting().criticalEnabled(configuration, participant);
    }

    @Override
    public boolean isEnabledToLeave(int configuration, int participant) {
        return waiting().remainderEnabled(configuration, participant);
    }

    private Waiting waiting() {
        if (waiting == null) {
            waiting = new Waiting(graph);
        }
        return waiting;
    }

    @Override
    public Optional<Finding> runWithoutProgress(IntPredicate owed, IntFunction<Violation> violation) {
        Components components = new Components(
                graph,
                graph::nobodyStopped,
                (from, move, to) -> graph.isStep(move) && waiting().sameProgress(from, to));
        BitSet endless = withInnerEdges(components);
        BitSet reaching = (BitSet) endless.clone();
        components.spreadBackwards(reaching);
        for (int state = 0; state < graph.size; state++) {
            boolean stuck = graph.nobodyStopped(state) && reaching.get(components.of(state));
            if (stuck && owed.test(state)) {
                return Optional.of(stuckAt(state, violation.apply(state), components, endless));
            }
        }
        return Optional.empty();
    }

    private Finding stuckAt(int start, Violation violation, Components components, BitSet endless) {
        BitSet from = new BitSet();
        from.set(start);
        Path toLoop = graph.path(
                from,
                state -> components.of(state) != Components.OUTSIDE && waiting().sameProgress(start, state),
                state -> endless.get(components.of(state)));
        int loop = graph.number(toLoop.states().getLast());
        Edge edge = firstLoop(components, (state, move) -> components.of(state) == components.of(loop))
                .orElseThrow();
        return finding(violation, components, loop, List.of(edge));
    }

    @Override
    public Optional<Finding> runThrough(
            IntPredicate begins, IntPredicate within, IntPredicate ends, Violation violation) {
        BitSet from = new BitSet(graph.size);
        for (int state = 0; state < graph.size; state++) {
            from.set(state, within.test(state) && begins.test(state));
        }
        Path through = graph.path(from, within, ends);
        if (through == null) {
            return Optional.empty();
        }
        Path whole = graph.pathFromStart(
                state -> Arrays.equals(graph.state(state), through.states().getFirst()));
        for (int at = 0; at < through.moves().size(); at++) {
            whole.append(through.moves().get(at), through.states().get(at + 1));
        }
        return Optional.of(new Finding(violation, whole));
    }

    @Override
    public Optional<Finding> runWithWaitOver(int entries) {
        return new Overtaking(graph, lasting()).moreThan(entries);
    }

    /** Returns how often others can enter while a process waits; empty if there is no maximum. */
    OptionalInt longestWait() {
        return new Overtaking(graph, lasting()).most();
    }

    /**
     * Returns the configurations that a run can visit infinitely often, or in which it can end. If requests are
     * bounded, there are few of them, and most of the graph need not be searched again.
     */
    private BitSet lasting() {
        if (lasting == null) {
            Components all = new Components(graph, state -> true, (from, move, to) -> true);
            BitSet endless = withInnerEdges(all);
            BitSet found = new BitSet(graph.size);
            for (int state = 0; state < graph.size; state++) {
                found.set(state, endless.get(all.of(state)) || graph.rests(state));
            }
            lasting = found;
        }
        return lasting;
    }

    /**
     * Finds a component in which a fair run can stay or end. Every obligation there is met by a move inside the
     * component, or is not open in some configuration of it.
     */
    @Override
    public Optional<Finding> fairRun(
            IntPredicate within, Between moves, IntPredicate wrong, IntFunction<Violation> violation) {
        Components components = new Components(
                graph, state -> lasting().get(state) && within.test(state), (from, move, to) -> moves.test(from, to));
        BitSet[] met = new BitSet[graph.model.obligations()];
        for (int obligation = 0; obligation < met.length; obligation++) {
            met[obligation] = metIn(components, obligation);
        }
        for (int state = 0; state < graph.size; state++) {
            int component = components.of(state);
            if (component != Components.OUTSIDE
                    && Arrays.stream(met).allMatch(where -> where.get(component))
                    && wrong.test(state)) {
                return Optional.of(endlessOrAtRest(violation.apply(state), components, state));
            }
        }
        return Optional.empty();
    }

    private BitSet metIn(Components components, int obligation) {
        BitSet met = new BitSet(components.count());
        for (int state = 0; state < graph.size; state++) {
            int component = components.of(state);
            if (component != Components.OUTSIDE && !met.get(component)) {
                met.set(component, !graph.owes(state, obligation) || meets(components, state, obligation) >= 0);
            }
        }
        return met;
    }

    /** Returns a move that meets an obligation and stays in the component, or a negative number. */
    private int meets(Components components, int state, int obligation) {
        for (int move : meeting[obligation]) {
            int to = components.next(state, move);
            if (to >= 0 && components.of(to) == components.of(state)) {
                return move;
            }
        }
        return -1;
    }

    /**
     * Returns the finding for a configuration. If the run cannot continue in the component, it ends there, and no
     * obligation is open.
     */
    private Finding endlessOrAtRest(Violation violation, Components components, int state) {
        boolean endless = firstLoop(components, (from, move) -> components.of(from) == components.of(state))
                .isPresent();
        return endless
                ? finding(violation, components, state, stops(components, state))
                : new Finding(violation, graph.pathFromStart(at -> at == state));
    }

    /**
     * Returns what a fair run from here must pass: for each obligation that is open here, a move that meets it, or a
     * configuration in which it is not open.
     */
    private List<Edge> stops(Components components, int inside) {
        List<Edge> stops = new ArrayList<>();
        for (int obligation = 0; obligation < graph.model.obligations(); obligation++) {
            if (graph.owes(inside, obligation)) {
                stops.add(stop(components, components.of(inside), obligation));
            }
        }
        return stops;
    }

    private Edge stop(Components components, int component, int obligation) {
        Edge without = null;
        for (int state = 0; state < graph.size; state++) {
            if (components.of(state) != component) {
                continue;
            }
            int move = meets(components, state, obligation);
            if (move >= 0) {
                return new Edge(state, move);
            }
            if (without == null && !graph.owes(state, obligation)) {
                without = new Edge(state, Model.NOTHING);
            }
        }
        return without;
    }

    /** A move from a configuration, or just the configuration if there is no move. */
    private record Edge(int state, int move) {}

    @FunctionalInterface
    private interface EdgeTest {
        boolean test(int state, int move);
    }

    /** Returns the components in which a run can stay. */
    private BitSet withInnerEdges(Components components) {
        BitSet found = new BitSet(components.count());
        for (int state = 0; state < graph.size; state++) {
            for (int move = 0; components.of(state) != Components.OUTSIDE && move < graph.moveCount; move++) {
                int to = components.next(state, move);
                if (to >= 0 && components.of(to) == components.of(state)) {
                    found.set(components.of(state));
                }
            }
        }
        return found;
    }

    /** Returns the first edge, in the order of the search, that lies inside a component and fits. */
    private Optional<Edge> firstLoop(Components components, EdgeTest fits) {
        for (int state = 0; state < graph.size; state++) {
            for (int move = 0; components.of(state) != Components.OUTSIDE && move < graph.moveCount; move++) {
                int to = components.next(state, move);
                if (to >= 0 && components.of(to) == components.of(state) && fits.test(state, move)) {
                    return Optional.of(new Edge(state, move));
                }
            }
        }
        return Optional.empty();
    }

    private Finding finding(Violation violation, Components components, int start, List<Edge> through) {
        Path stem = graph.pathFromStart(state -> state == start);
        Path loop = new Path(graph.state(start));
        int at = start;
        for (Edge edge : through) {
            walk(loop, components, at, edge.state);
            at = edge.state;
            if (edge.move != Model.NOTHING) {
                at = graph.next(edge.state, edge.move);
                loop.append(edge.move, graph.state(at));
            }
        }
        walk(loop, components, at, start);
        return new Finding(violation, stem, loop);
    }

    private void walk(Path path, Components components, int from, int to) {
        BitSet start = new BitSet();
        start.set(from);
        Path leg = graph.path(start, state -> components.of(state) == components.of(from), state -> state == to);
        for (int at = 0; at < leg.moves().size(); at++) {
            path.append(leg.moves().get(at), leg.states().get(at + 1));
        }
    }
}
