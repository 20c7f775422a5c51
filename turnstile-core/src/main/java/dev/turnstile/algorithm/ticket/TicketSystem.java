package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.facts.ProcessFacts;

/** The base of the four systems of the family, which use one cell and are FIFO. */
abstract class TicketSystem implements ProcessSystem {
    final int processes;
    final int places;

    /** Creates a system of N processes and k places, neither more than {@code most}. */
    TicketSystem(int processes, int places, int most) {
        if (places < 1 || places > most) {
            throw new IllegalArgumentException("k must be between 1 and " + most + ", not " + places);
        }
        if (processes < 1 || processes > most) {
            throw new IllegalArgumentException("N must be between 1 and " + most + ", not " + processes);
        }
        this.processes = processes;
        this.places = places;
    }

    /** Returns the sizes, with one unit per process unless the algorithm supports more. */
    @Override
    public Sizes sizes() {
        return new Sizes(processes, places, 0, 1);
    }

    /** Passes the cell to the visitor, decoded into the paper's variables, and writes back what the visitor returns. */
    abstract void shared(Cells shared, Fields fields);

    /** Returns the paper's variables in words, for drawings. */
    abstract String memory(Cells shared);

    @Override
    public ProcessFacts facts() {
        return ProcessFacts.of(this::shared).withMemory(this::memory);
    }

    @Override
    public boolean fifo() {
        return true;
    }

    @Override
    public final int cells() {
        return 1;
    }
}
