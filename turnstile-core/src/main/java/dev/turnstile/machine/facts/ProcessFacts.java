package dev.turnstile.machine.facts;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

/**
 * What a lab asks of a shared-memory system, as one value.
 *
 * <pre>{@code
 * ProcessFacts facts = ProcessFacts.of(this::shared).withCells(index -> "level(" + index + ")");
 * }</pre>
 *
 * @param shared shows the shared cells to the visitor, decoded into the paper's variables, and writes back what it
 *     returns
 * @param cell what a cell is called where single accesses are shown
 * @param contests the contests that a trying process has to pass, one after another; empty where the way in has none
 * @param canonical for an algorithm with variables that grow forever: an exhaustive search needs finitely many states,
 *     so the algorithm says which of them behave alike. Empty where variables are bounded
 */
public record ProcessFacts(
        BiConsumer<Cells, Fields> shared,
        IntFunction<String> cell,
        List<Contest> contests,
        Optional<Canonical> canonical) {
    /** Copies the list. */
    public ProcessFacts {
        contests = List.copyOf(contests);
    }

    /**
     * One contest, for a row of processes.
     *
     * @param name what the paper calls it
     * @param from the first process that takes part
     * @param to the first one after it that does not
     * @param progress a process with this {@link Process#progress}, or more, has won
     * @param winnersMax how many can have won at once
     */
    public record Contest(String name, int from, int to, int progress, int winnersMax) {}

    /** Chooses one of many configurations that behave alike. */
    @FunctionalInterface
    public interface Canonical {
        /** Replaces a configuration by the representative of those that no schedule can tell apart from it. */
        void canonicalise(Cells shared, Process[] processes);
    }

    /** Returns the facts of a system whose variables are bounded, and whose way in has no contests. */
    public static ProcessFacts of(BiConsumer<Cells, Fields> shared) {
        return new ProcessFacts(shared, index -> "memory", List.of(), Optional.empty());
    }

    /** Returns a copy with these names of {@link #cell cells}. */
    public ProcessFacts withCells(IntFunction<String> names) {
        return new ProcessFacts(shared, names, contests, canonical);
    }

    /** Returns a copy with these {@link #contests}. */
    public ProcessFacts withContests(List<Contest> all) {
        return new ProcessFacts(shared, cell, all, canonical);
    }

    /** Returns a copy whose configurations are made {@link #canonical} in this way. */
    public ProcessFacts withCanonical(Canonical how) {
        return new ProcessFacts(shared, cell, contests, Optional.of(how));
    }
}
