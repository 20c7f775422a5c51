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
 * How often others can enter in total while a process waits. This is the longest path through the configurations in
 * which that process waits, where only entries count. Starts to which a run never returns are left out, because the
 * system has not stabilised there.
 */
final class Overtaking {
    private final StateGraph graph;
    private final BitSet lasting;

    Overtaking(StateGraph graph, BitSet lasting) {
        this.graph = graph;
        this.lasting = lasting;
    }

    /** Returns the most entries of others during any wait; empty if there is no maximum. */
    OptionalInt most() {
        List<Wait> waits = waits();
        return waits.stream().anyMatch(wait -> wait.endless().isPresent())
                ? OptionalInt.empty()
                : waits.stream().mapToInt(Wait::most).max();
    }

    /** Finds a run in which a process waits while others enter more than {@code entries} times. */
    Optional<Finding> moreThan(int entries) {
        return waits().stream().flatMap(wait -> wait.moreThan(entries).stream()).findFirst();
    }

    private List<Wait> waits() {
        return IntStream.range(0, graph.model.processes()).mapToObj(Wait::new).toList();
    }

    /** The waits of one process. */
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

        /** Returns an entry that a run can repeat infinitely often. */
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

        /** Returns a run that goes round the loop {@code times} times. */
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

        /** Returns the most entries; requires that there is a maximum. */
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

        /** Appends the way to the next component on a worst path. */
        private int append(Path path, int from, int[] most) {
            int at = walk(path, from, state -> onwards(state, most).isPresent());
            int move = onwards(at, most).getAsInt();
            int to = graph.next(at, move);
            path.append(move, graph.state(to));
            return to;
        }

        /** Appends the way to a configuration of the same component that fits. */
        private int walk(Path path, int from, IntPredicate fits) {
            BitSet start = new BitSet();
            start.set(from);
            Path leg = graph.path(start, state -> components.of(state) == components.of(from), fits);
            for (int i = 0; i < leg.moves().size(); i++) {
                path.append(leg.moves().get(i), leg.states().get(i + 1));
            }
            return graph.number(leg.states().getLast());
        }

        /** Returns a move out of the component that stays on a worst path. */
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

    /** A move by which a process enters. */
    private record Entry(int from, int move, int to) {}
}
