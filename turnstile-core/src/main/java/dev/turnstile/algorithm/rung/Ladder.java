package dev.turnstile.algorithm.rung;

import dev.turnstile.machine.facts.ProcessFacts.Contest;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The base of {@link Naive} and {@link Excl}, which have one ladder of n-k rungs for all processes. They differ in when
 * a process goes on.
 */
abstract class Ladder extends RungSystem {
    private final List<String> levels;
    private final List<Turn> turns;
    private final Rung[] rungs;

    /**
     * Creates a system in which a process goes on from level s if it counts at most {@code most(s)} others at level s
     * or above.
     */
    Ladder(int processes, int places, IntUnaryOperator most) {
        super(processes, places);
        levels = IntStream.rangeClosed(0, processes - places)
                .mapToObj(String::valueOf)
                .toList();
        turns = IntStream.rangeClosed(1, processes - places)
                .mapToObj(s -> new Turn("turn(" + s + ")", 0, processes))
                .toList();
        rungs = IntStream.rangeClosed(1, processes - places)
                .mapToObj(s -> new Rung(s, processes + s - 1, 0, processes, most.applyAsInt(s)))
                .toArray(Rung[]::new);
    }

    @Override
    Rung[] ladder(int i) {
        return rungs;
    }

    /** Returns the contests of lemma 1: at most n-s winners at level s. */
    @Override
    final List<Contest> contests() {
        return IntStream.rangeClosed(1, n - k)
                .mapToObj(s -> new Contest("level " + s, 0, n, s, n - s))
                .toList();
    }

    @Override
    final List<String> levels() {
        return levels;
    }

    @Override
    final List<Turn> turns() {
        return turns;
    }
}
