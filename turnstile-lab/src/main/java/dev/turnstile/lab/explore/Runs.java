package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Stabilises;
import dev.turnstile.lab.property.Violation;
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

/** Judges the properties that are about runs, on the graph of all configurations. */
final class Runs {
    private final Graph graph;
    private final int processes;
    private final int[][] meeting; // by obligation: the moves that meet it
    private BitSet lasting; // see there; null until asked for

    Runs(Graph graph) {
        this.graph = graph;
        processes = graph.model.processes();
        meeting = new int[graph.model.obligations()][];
        Arrays.setAll(
                meeting,
                obligation -> IntStream.range(0, graph.moveCount)
                        .filter(move -> graph.model.meets(move) == obligation)
                        .toArray());
    }

    /**
     * fischer-1985, section 3.4, "Avoidance of k-Deadlock": a configuration in which somebody waits although there is room, or
     * waits to leave, and an infinite run from it in which nobody makes progress.
     */
    Optional<Finding> kDeadlock(int limit) {
        Waiting waiting = new Waiting(graph);
        Components components = new Components(
                graph, graph::nobodyStopped, (from, move, to) -> graph.isStep(move) && waiting.sameProgress(from, to));
        BitSet endless = withInnerEdges(components);
        BitSet reaching = (BitSet) endless.clone();
        components.spreadBackwards(reaching);
        for (int state = 0; state < graph.size; state++) {
            int start = state;
            boolean stuck = graph.nobodyStopped(state) && reaching.get(components.of(state));
            if (stuck && owedProgress(waiting, state, limit)) {
                return Optional.of(stuckAt(start, limit, waiting, components, endless));
            }
        }
        return Optional.empty();
    }

    private boolean owedProgress(Waiting waiting, int state, int limit) {
        return somebody(p -> waiting.waitsToLeave(state, p))
                || (somebody(p -> waiting.waitsToEnter(state, p))
                        && count(p -> waiting.criticalEnabled(state, p)) < limit);
    }

    private Finding stuckAt(int start, int limit, Waiting waiting, Components components, BitSet endless) {
        BitSet from = new BitSet();
        from.set(start);
        Path toLoop = graph.path(
                from,
                state -> components.of(state) != Components.OUTSIDE && waiting.sameProgress(start, state),
                state -> endless.get(components.of(state)));
        int loop = graph.number(toLoop.states().getLast());
        Edge edge = firstLoop(components, (state, move) -> components.of(state) == components.of(loop))
                .orElseThrow();
        return finding(
                new Violation(
                        "somebody waits, fewer than " + limit + " are enabled to be inside, and nobody makes progress",
                        list(p -> waiting.waitsToEnter(start, p) || waiting.waitsToLeave(start, p))),
                components,
                loop,
                List.of(edge));
    }

    /** fischer-1985, section 3.4, "FIFO Enabling". */
    Optional<Finding> fifo() {
        Waiting waiting = new Waiting(graph);
        for (int i = 0; i < processes; i++) {
            for (int j = 0; j < processes; j++) {
                int waiter = i;
                int other = j;
                Optional<Finding> found = i == j
                        ? Optional.empty()
                        : overtaking(
                                        state -> waiting.waitsToEnter(state, waiter),
                                        state -> graph.region(state, other) == Region.REMAINDER,
                                        state -> waiting.criticalEnabled(state, other),
                                        "p" + other + " becomes enabled to enter while p" + waiter + " waits",
                                        List.of(waiter, other))
                                .or(() -> overtaking(
                                        state -> waiting.waitsToLeave(state, waiter) && !cancels(),
                                        state -> graph.region(state, other) == Region.CRITICAL,
                                        state -> waiting.remainderEnabled(state, other),
                                        "p" + other + " becomes enabled to leave while p" + waiter + " waits to leave",
                                        List.of(waiter, other)));
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /** Where waiters may give up, passing on a ticket is an exit that nobody waits behind: its order says nothing. */
    private boolean cancels() {
        return graph.moves().stream().anyMatch(move -> move.kind() == Move.Kind.CANCEL);
    }

    private Optional<Finding> overtaking(
            IntPredicate waits, IntPredicate begins, IntPredicate wins, String reason, List<Integer> who) {
        IntPredicate waitsUnstopped = state -> waits.test(state) && graph.nobodyStopped(state);
        BitSet from = new BitSet(graph.size);
        for (int state = 0; state < graph.size; state++) {
            from.set(state, waitsUnstopped.test(state) && begins.test(state));
        }
        Path overtake = graph.path(from, waitsUnstopped, wins);
        if (overtake == null) {
            return Optional.empty();
        }
        Path whole = graph.pathFromStart(
                state -> Arrays.equals(graph.state(state), overtake.states().getFirst()));
        for (int at = 0; at < overtake.moves().size(); at++) {
            whole.append(overtake.moves().get(at), overtake.states().get(at + 1));
        }
        return Optional.of(new Finding(new Violation(reason, who), whole));
    }

    /** Somebody alive tries, or leaves, for ever, in a run that is fair to all: the one to whom that happens soonest. */
    Optional<Finding> lockout() {
        Optional<Finding> soonest = Optional.empty();
        for (Region region : List.of(Region.TRYING, Region.EXIT)) {
            for (int i = 0; i < processes; i++) {
                Optional<Finding> found = lockout(i, region);
                if (found.isPresent() && (soonest.isEmpty() || length(found.get()) < length(soonest.get()))) {
                    soonest = found;
                }
            }
        }
        return soonest;
    }

    private static int length(Finding finding) {
        return finding.stem().moves().size();
    }

    private Optional<Finding> lockout(int victim, Region region) {
        Components components = new Components(
                graph,
                state -> lasting().get(state)
                        && graph.region(state, victim) == region
                        && !graph.stopped(state, victim)
                        && !(region == Region.EXIT && mustStay(state)),
                (from, move, to) -> true);
        return fair(
                components,
                "p" + victim + " stays in " + region + " forever although everybody alive keeps taking steps",
                List.of(victim));
    }

    /** At rest: nobody comes any more, and not more are inside than must stay. */
    private boolean mustStay(int state) {
        return graph.model.floor() > 0
                && count(p -> graph.isInside(state, p)) <= graph.model.floor()
                && graph.rests(state);
    }

    /** Nobody changes its region any more, in a run that is fair to all, although somebody alive tries or leaves. */
    Optional<Finding> deadlock() {
        Components components = new Components(
                graph,
                state -> lasting().get(state)
                        && somebody(p -> !graph.stopped(state, p)
                                && (graph.region(state, p) == Region.TRYING
                                        || (graph.region(state, p) == Region.EXIT && !mustStay(state)))),
                (from, move, to) -> graph.status(from) == graph.status(to));
        return fair(components, "everybody alive keeps taking steps and nobody moves on", List.of());
    }

    /** Something is wrong again and again, for ever, in a run that is fair to all. */
    Optional<Finding> unstable(Stabilises stabilises, int[] units) {
        Components components = new Components(graph, lasting()::get, (from, move, to) -> true);
        return fair(
                components, state -> stabilises.check(graph.view(state, units)).isPresent(), state -> {
                    Violation wrong = stabilises.check(graph.view(state, units)).orElseThrow();
                    return new Violation("again and again: " + wrong.reason(), wrong.participants());
                });
    }

    /** Others enter more often while somebody waits. */
    Optional<Finding> waiting(int entries) {
        return new Overtaking(graph, lasting()).moreThan(entries);
    }

    /** How often others can enter while somebody waits; empty if there is no most. */
    OptionalInt longestWait() {
        return new Overtaking(graph, lasting()).most();
    }

    /**
     * The configurations to which a run can come again and again, or in which it can end. Where requests are bounded there
     * are few of them, and most of the graph need not be looked at again.
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
     * A component in which a fair run can stay, or end: whatever is owed there is met by a move in it, or is, at some point of
     * it, not owed.
     */
    private Optional<Finding> fair(Components components, String reason, List<Integer> who) {
        return fair(components, state -> true, state -> new Violation(reason, who));
    }

    /** One that has such a configuration. */
    private Optional<Finding> fair(Components components, IntPredicate wanted, IntFunction<Violation> violation) {
        BitSet[] met = new BitSet[graph.model.obligations()];
        for (int obligation = 0; obligation < met.length; obligation++) {
            met[obligation] = metIn(components, obligation);
        }
        for (int state = 0; state < graph.size; state++) {
            int component = components.of(state);
            if (component != Components.OUTSIDE
                    && Arrays.stream(met).allMatch(where -> where.get(component))
                    && wanted.test(state)) {
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

    /** A move from there that meets an obligation and stays in the component, or a negative number. */
    private int meets(Components components, int state, int obligation) {
        for (int move : meeting[obligation]) {
            int to = components.next(state, move);
            if (to >= 0 && components.of(to) == components.of(state)) {
                return move;
            }
        }
        return -1;
    }

    /** Where the run can't go on in the component, it ends there: then nothing is owed. */
    private Finding endlessOrAtRest(Violation violation, Components components, int state) {
        boolean endless = firstLoop(components, (from, move) -> components.of(from) == components.of(state))
                .isPresent();
        return endless
                ? finding(violation, components, state, stops(components, state))
                : new Finding(violation, graph.pathFromStart(at -> at == state));
    }

    /** What a fair run from here must pass: for each obligation that is open here, a move that meets it, or a point without it. */
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

    /** A move from a configuration; or, without a move, just the configuration. */
    private record Edge(int state, int move) {}

    @FunctionalInterface
    private interface EdgeTest {
        boolean test(int state, int move);
    }

    /** The components in which a run can stay. */
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

    /** The first edge, in the order of the search, that lies inside a component and fits. */
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

    private boolean somebody(IntPredicate test) {
        return count(test) > 0;
    }

    private int count(IntPredicate test) {
        int count = 0;
        for (int p = 0; p < processes; p++) {
            count += test.test(p) ? 1 : 0;
        }
        return count;
    }

    private List<Integer> list(IntPredicate test) {
        List<Integer> list = new ArrayList<>();
        for (int p = 0; p < processes; p++) {
            if (test.test(p)) {
                list.add(p);
            }
        }
        return list;
    }
}
