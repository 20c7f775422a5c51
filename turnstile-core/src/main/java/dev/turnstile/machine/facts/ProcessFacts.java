package dev.turnstile.machine.facts;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Facts about a shared-memory system, for use in a lab.
 *
 * <pre>{@code
 * ProcessFacts facts = ProcessFacts.of(this::shared).withCells(index -> "level(" + index + ")");
 * facts.cell().apply(3);     // level(3)
 * }</pre>
 *
 * @param shared passes the shared cells to the visitor, decoded into the paper's variables, and writes back what the
 *     visitor returns
 * @param cell the name of a cell, for displays of single accesses
 * @param contests the contests that a trying process has to win, one after another; empty if there are none
 * @param canonical for an algorithm with variables that grow forever: chooses one of the configurations that behave
 *     alike, because an exhaustive search needs finitely many states. Empty if all variables are bounded
 * @param memory for an algorithm that keeps several variables in one cell: returns them all in words, for displays of
 *     single accesses. Empty if each cell is a variable of its own
 */
public record ProcessFacts(
        BiConsumer<Cells, Fields> shared,
        IntFunction<String> cell,
        List<Contest> contests,
        Optional<Canonical> canonical,
        Optional<Function<Cells, String>> memory) {
    /** Copies the list. */
    public ProcessFacts {
        contests = List.copyOf(contests);
    }

    /**
     * A contest among consecutive processes.
     *
     * @param name the paper's name for it
     * @param from the first process that takes part
     * @param to the first process after {@code from} that does not take part
     * @param progress the {@link Process#progress} from which on a process has won
     * @param winnersMax the maximum number of winners at once
     */
    public record Contest(String name, int from, int to, int progress, int winnersMax) {}

    /** Chooses one of many configurations that behave alike. */
    @FunctionalInterface
    public interface Canonical {
        /**
         * Replaces a configuration by the representative of all configurations that no schedule can tell apart from it.
         */
        void canonicalise(Cells shared, Process[] processes);
    }

    /** Returns the facts of a system with bounded variables and without contests. */
    public static ProcessFacts of(BiConsumer<Cells, Fields> shared) {
        return new ProcessFacts(shared, index -> "memory", List.of(), Optional.empty(), Optional.empty());
    }

    /** Returns a copy with these names for {@link #cell cells}. */
    public ProcessFacts withCells(IntFunction<String> names) {
        return new ProcessFacts(shared, names, contests, canonical, memory);
    }

    /** Returns a copy with these {@link #contests}. */
    public ProcessFacts withContests(List<Contest> all) {
        return new ProcessFacts(shared, cell, all, canonical, memory);
    }

    /** Returns a copy with this {@link #canonical} form. */
    public ProcessFacts withCanonical(Canonical how) {
        return new ProcessFacts(shared, cell, contests, Optional.of(how), memory);
    }

    /** Returns a copy with these words for the {@link #memory}. */
    public ProcessFacts withMemory(Function<Cells, String> words) {
        return new ProcessFacts(shared, cell, contests, canonical, Optional.of(words));
    }
}
