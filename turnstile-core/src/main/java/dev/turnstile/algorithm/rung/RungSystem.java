package dev.turnstile.algorithm.rung;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.facts.ProcessFacts;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The base of the three systems of the family. The shared memory is plain registers: {@code level(0)} to
 * {@code level(n-1)}, followed by the turns.
 */
abstract class RungSystem implements ProcessSystem {
    /** The maximum of n. An entry reads and writes at least n registers. */
    public static final int PROCESSES_MAX = 1 << 15;

    final int n;
    final int k;

    RungSystem(int processes, int places) {
        if (places < 1 || places >= PROCESSES_MAX) {
            throw new IllegalArgumentException("k must be between 1 and " + (PROCESSES_MAX - 1) + ", not " + places);
        }
        if (processes <= places || processes > PROCESSES_MAX) {
            throw new IllegalArgumentException("n must be between k + 1 = " + (places + 1) + " and " + PROCESSES_MAX
                    + ", not " + processes
                    + (processes > PROCESSES_MAX ? "" : "; with a place for each process, none has to wait"));
        }
        n = processes;
        k = places;
    }

    /** Returns the rungs of process i, from the lowest up to the critical region. */
    abstract Rung[] ladder(int i);

    /** Returns the values of {@code level}, from the remainder region upwards, as the paper writes them. */
    abstract List<String> levels();

    /** Returns all turns, in the order of their cells. */
    abstract List<Turn> turns();

    /** A variable {@code turn}: its name, and the range of processes that it can hold. */
    record Turn(String name, int from, int to) {}

    /** Returns all contests, starting with the lowest rung. */
    abstract List<ProcessFacts.Contest> contests();

    @Override
    public final Sizes sizes() {
        return new Sizes(n, k, 0, 1);
    }

    @Override
    public final ProcessFacts facts() {
        return ProcessFacts.of(this::shared).withCells(this::cell).withContests(contests());
    }

    /** Returns the number of registers, 2n - k (omori-2002, section 7). */
    @Override
    public final int cells() {
        return n + turns().size();
    }

    private String cell(int index) {
        return index < n ? "level(" + index + ")" : turns().get(index - n).name();
    }

    @Override
    public final void initialise(Cells shared) {
        for (int i = 0; i < n; i++) {
            shared.write(i, 0);
        }
        for (int number = 0; number < turns().size(); number++) {
            shared.write(n + number, turns().get(number).from()); // arbitrary
        }
    }

    @Override
    public Process process(int index) {
        return new Climber(index, n, ladder(index));
    }

    private void shared(Cells shared, Fields fields) {
        for (int i = 0; i < n; i++) {
            shared.write(i, fields.label(cell(i), (int) shared.read(i), levels()));
        }
        for (int number = 0; number < turns().size(); number++) {
            Turn turn = turns().get(number);
            int cell = n + number;
            shared.write(cell, fields.range(turn.name(), shared.read(cell), turn.from(), turn.to() - 1));
        }
    }

    /** Returns false: a process that passes a turn to others lets them overtake (omori-2002, section 1). */
    @Override
    public final boolean fifo() {
        return false;
    }

    /** Returns k minus the number of processes on a rung, which count as inside or waiting. Reads every level. */
    @Override
    public final int free(Cells shared) {
        return k - (int) IntStream.range(0, n).filter(i -> shared.read(i) != 0).count();
    }
}
