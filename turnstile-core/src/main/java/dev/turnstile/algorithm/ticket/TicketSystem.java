package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.ProcessSystem;

/** What the four systems of the family share: their size, one cell, and first come, first served. */
abstract class TicketSystem implements ProcessSystem {
    final int processes;
    final int places;

    /** For N processes and k places, neither more than {@code most}. */
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

    @Override
    public final int processes() {
        return processes;
    }

    @Override
    public final int places() {
        return places;
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
