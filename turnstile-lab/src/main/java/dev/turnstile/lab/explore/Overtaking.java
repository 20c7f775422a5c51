package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Violation;
import dev.turnstile.machine.Region;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * How often others can enter while one waits, all in all: the longest path in the graph of those configurations in
 * which the one waits, where only entries count. A start that a run never comes back to is left out: there the system
 * has not stabilised.
 */
final class Overtaking {
    private final StateGraph graph;
    private final BitSet lasting;

    Overtaking(StateGraph graph, BitSet lasting) {
        this.graph = graph;
        this.lasting = lasting;
    }

    /** The most entries of others that anybody can wait for; empty if there is no most. */
    OptionalInt most() {
        List<Wait> waits = waits();
        return waits.stream().anyMatch(wait -> wait.endless().isPresent())
                ? OptionalInt.empty()
                : waits.stream().mapToInt(Wait::most).max();
    }

    /** A run in which somebody waits while others enter more often. */
    Optional<Finding> moreThan(int entries) {
        return waits().stream().flatMap(wait -> wait.moreThan(entries).stream()).findFirst();
    }

    private List<Wait> waits() {
        return IntStream.range(0, graph.model.processes()).mapToObj(Wait::new).toList();
    }

    /** That of one. */
    private final class Wait {
        private final int victim;
        private final Components components;

        Wait(int victim) {
            this.victim = victim;
            components = new Components(
                    graph,
                    state -> lasting.get(state)
                            && graph.region(state, victim) == Region.TRYING
                            && !graph.stopped(state, victim),
                    (from, move, to) -> true);
        }

        /** An entry to which the run can come again and again. */
        Optional<Entry> endless() {
            for (int state = 0; state < graph.size; state++) {
                for (int move = 0; components.of(state) != Components.OUTSIDE && move < graph.moveCount; move++) {
                    int to = components.next(state, move);
                    if (to >= 0 && components.of(to) == components.of(state) && isEntry(state, move, to)) {
                        return Optional.of(new Entry(state, move, to));
                    }
                }
            }
            return Optional.empty();
        }

        Optional<Finding> moreThan(int entries) {
            Optional<Entry> endless = endless();
            if (endless.isPresent()) {
                return Optional.of(again(endless.get(), entries + 1));
            }
            return most() > entries ? Optional.of(worst()) : Optional.empty();
        }

        /** So many times round the loop. */
        private Finding again(Entry entry, int times) {
            Path path = graph.pathFromStart(state -> state == entry.from());
            for (int i = 0; i < times; i++) {
                path.append(entry.move(), graph.state(entry.to()));
                walk(path, entry.to(), state -> state == entry.from());
            }
            return finding(path, "at least " + times);
        }

        private Finding finding(Path path, String times) {
            return new Finding(
                    new Violation("p" + victim + " waits while the others enter " + times + " times", List.of(victim)),
                    path);
        }

        private boolean isEntry(int from, int move, int to) {
            int who = graph.process(move);
            return who != victim
                    && graph.region(from, who) != Region.CRITICAL
                    && graph.region(to, who) == Region.CRITICAL;
        }

        /** Where there is a most. */
        int most() {
            return IntStream.of(components.mostOnAPath(this::isEntry)).max().orElse(0);
        }

        private Finding worst() {
            int[] most = components.mostOnAPath(this::isEntry);
            int wanted = IntStream.of(most).max().orElse(0);
            Path path = graph.pathFromStart(
                    state -> components.of(state) != Components.OUTSIDE && most[components.of(state)] == wanted);
            int at = graph.number(path.states().getLast());
            while (most[components.of(at)] > 0) {
                at = append(path, at, most);
            }
            return finding(path, String.valueOf(wanted));
        }

        /** To the next component on a worst path. */
        private int append(Path path, int from, int[] most) {
            int at = walk(path, from, state -> onwards(state, most).isPresent());
            int move = onwards(at, most).getAsInt();
            int to = graph.next(at, move);
            path.append(move, graph.state(to));
            return to;
        }

        /** To a configuration of the same component that fits. */
        private int walk(Path path, int from, IntPredicate fits) {
            BitSet start = new BitSet();
            start.set(from);
            Path leg = graph.path(start, state -> components.of(state) == components.of(from), fits);
            for (int i = 0; i < leg.moves().size(); i++) {
                path.append(leg.moves().get(i), leg.states().get(i + 1));
            }
            return graph.number(leg.states().getLast());
        }

        /** A move out of the component after which nothing of the most is lost. */
        private OptionalInt onwards(int state, int[] most) {
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

    /** A move by which one enters. */
    private record Entry(int from, int move, int to) {}
}
