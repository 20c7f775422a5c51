package dev.turnstile.machine;

import dev.turnstile.machine.facts.ProcessFacts;

/**
 * A shared-memory algorithm, configured for a number of processes and a limit. The papers call it a system of
 * processes.
 *
 * <p>An algorithm implements the methods without a default. {@link #facts} holds what only a lab needs.
 *
 * <pre>{@code
 * ProcessSystem system = Catalogue.sharedMemory("colored-ticket").system(4, 2);
 * system.initialise(cells);
 * Process first = system.process(0);
 * first.acquire(1);
 * first.runUntilBlocked(cells);
 * first.region();     // CRITICAL
 * }</pre>
 */
public interface ProcessSystem {
    /** Returns the sizes of this system. */
    Sizes sizes();

    /**
     * Returns whether any number of processes may take part. If so, the index of a process has no meaning, and only
     * exploration uses the number of participants in {@link #sizes}.
     */
    default boolean anyNumber() {
        return false;
    }

    /** Returns the number of shared cells. */
    int cells();

    /** Writes the initial value of every shared cell. */
    void initialise(Cells shared);

    /**
     * Creates a process in REMAINDER.
     *
     * @param index from 0 to N-1; two processes that are both outside REMAINDER must have different indexes
     */
    Process process(int index);

    /**
     * Returns whether processes enter in the order of their first steps (fischer-1985, section 3.4, FIFO enabling). If
     * so, a waiting process can't enter before a process with a smaller {@link Process#ahead}.
     */
    boolean fifo();

    /**
     * Returns whether a process that stays inside can block another process although fewer than k units are inside. If
     * so, k is only an upper bound, and holders must leave before others can enter.
     */
    default boolean holdersBlockOthers() {
        return false;
    }

    /**
     * Returns the number of free units, or, if negative, the number of units waited for. The value is a hint, and
     * reading it has no effect. A process that gave up counts until it has passed on its place.
     */
    int free(Cells shared);

    /**
     * Returns what a lab needs to know about this system. Default: each cell is a variable of its own, and the system
     * has no other facts.
     */
    default ProcessFacts facts() {
        return ProcessFacts.of((shared, fields) -> {
            for (int cell = 0; cell < cells(); cell++) {
                long value = fields.range("cell[" + cell + "]", shared.read(cell), Long.MIN_VALUE, Long.MAX_VALUE);
                shared.write(cell, value);
            }
        });
    }

    /** A system whose limit can change while it runs. */
    interface Resizable extends ProcessSystem {
        /**
         * Adds {@code delta} units to the limit, or removes units if {@code delta} is negative. If the limit shrinks,
         * holders keep their units. No process enters until fewer units are inside than the new limit. The change is
         * one atomic access.
         */
        void resize(Cells shared, int delta);

        /** Returns the largest limit that {@link #resize} can set. */
        int limitMax();
    }
}
