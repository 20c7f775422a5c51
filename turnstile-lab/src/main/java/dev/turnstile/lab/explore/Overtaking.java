package dev.turnstile.lab.explore;

import dev.turnstile.machine.Region;
import dev.turnstile.property.Violation;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * How often others can enter while one waits, all in all: the longest path in the graph of those configurations in which the one waits, where
 * only entries count. A start that a run never comes back to is left out: there the system has not stabilised.
 */
final class Overtaking {
    private final Graph graph;
    private final BitSet lasting;

    Overtaking(Graph graph, BitSet lasting) {
        this.graph = graph;
        this.lasting = lasting;
    }

    /** The most entries of others that anybody can wait for; empty if there is no most. */
    OptionalInt most() {
        try {
            return OptionalInt.of(IntStream.range(0, graph.model.processes())
                    .map(victim -> new Wait(victim).most())
                    .max()
                    .orElseThrow());
        } catch (IllegalStateException endless) {
            return OptionalInt.empty();
        }
    }

    /** A run in which somebody waits while others enter more often. */
    Optional<Finding> moreThan(int entries) {
        for (int victim = 0; victim < graph.model.processes(); victim++) {
            Wait wait = new Wait(victim);
            if (wait.most() > entries) {
                return Optional.of(wait.worst());
            }
        }
        return Optional.empty();
    }

    /** That of one. */
    private final class Wait {
        private final int victim;
        private final Components components;
        private final int[] most; // by component: the entries from there on

        Wait(int victim) {
            this.victim = victim;
            components = new Components(
                    graph,
                    state -> lasting.get(state)
                            && graph.region(state, victim) == Region.TRYING
                            && !graph.stopped(state, victim),
                    (from, move, to) -> true);
            most = components.mostOnAPath(this::isEntry);
        }

        private boolean isEntry(int from, int move, int to) {
            int who = graph.process(move);
            return who != victim
                    && graph.region(from, who) != Region.CRITICAL
                    && graph.region(to, who) == Region.CRITICAL;
        }

        int most() {
            return IntStream.of(most).max().orElse(0);
        }

        Finding worst() {
            int wanted = most();
            Path path = graph.pathFromStart(state -> isFrom(state, wanted));
            int at = graph.number(path.states().getLast());
            while (most[components.of(at)] > 0) {
                at = append(path, at);
            }
            return new Finding(
                    new Violation("p" + victim + " waits while the others enter " + wanted + " times", List.of(victim)),
                    path);
        }

        private boolean isFrom(int state, int entries) {
            return components.of(state) != Components.OUTSIDE && most[components.of(state)] == entries;
        }

        /** To the next component on a worst path. */
        private int append(Path path, int from) {
            BitSet start = new BitSet();
            start.set(from);
            int component = components.of(from);
            Path leg = graph.path(
                    start,
                    state -> components.of(state) == component,
                    state -> onwards(state).isPresent());
            for (int i = 0; i < leg.moves().size(); i++) {
                path.append(leg.moves().get(i), leg.states().get(i + 1));
            }
            int at = graph.number(leg.states().getLast());
            int move = onwards(at).getAsInt();
            int to = graph.next(at, move);
            path.append(move, graph.state(to));
            return to;
        }

        /** A move out of the component after which nothing of the most is lost. */
        private OptionalInt onwards(int state) {
            return IntStream.range(0, graph.moveCount)
                    .filter(move -> {
                        int to = components.next(state, move);
                        return to >= 0
                                && components.of(to) != components.of(state)
                                && most[components.of(to)] + (isEntry(state, move, to) ? 1 : 0)
                                        == most[components.of(state)];
                    })
                    .findFirst();
        }
    }
}
