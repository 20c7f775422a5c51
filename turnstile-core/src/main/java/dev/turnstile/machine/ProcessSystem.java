package dev.turnstile.machine;

import dev.turnstile.machine.facts.ProcessFacts;

/**
 * A shared-memory algorithm set up for a number of processes and a limit: what the papers call a system of processes.
 *
 * <p>An algorithm implements what has no default. What only a lab asks is in {@link #facts}.
 *
 * <pre>{@code
 * ProcessSystem system = Catalogue.sharedMemory("colored-ticket").system(4, 2);
 * system.initialise(cells);
 * Process first = system.process(0);
 * }</pre>
 */
public interface ProcessSystem {
    /** Returns how large it is. */
    Sizes sizes();

    /**
     * Returns whether any number of processes may take part, and the index of a process means nothing: the number of
     * participants in {@link #sizes} is then only a number to explore with.
     */
    default boolean anyNumber() {
        return false;
    }

    /** Returns how many shared cells there are. */
    int cells();

    /** Writes the initial values. */
    void initialise(Cells shared);

    /**
     * Makes a process in REMAINDER.
     *
     * @param index 0 to N-1; two processes that are both out of REMAINDER have different ones
     */
    Process process(int index);

    /**
     * Returns whether processes enter in the order in which they took their first step (fischer-1985, section 3.4, FIFO
     * enabling). If so, a waiting process can't enter before those with a smaller {@link Process#ahead}.
     */
    boolean fifo();

    /**
     * Returns whether a process that stays inside can keep another one out although fewer than k units are inside. If
     * so, k only bounds how many are inside, and holders must leave for others to enter.
     */
    default boolean holdersBlockOthers() {
        return false;
    }

    /**
     * Returns how many units are free; if negative, how many are waited for. A hint, read without effect. Processes
     * that gave up count until they have passed on what they had.
     */
    int free(Cells shared);

    /** Returns what a lab needs to know of it. Default: each cell is a variable of its own, and nothing is special. */
    default ProcessFacts facts() {
        return ProcessFacts.of((shared, fields) -> {
            for (int cell = 0; cell < cells(); cell++) {
                long value = fields.range("cell[" + cell + "]", shared.read(cell), Long.MIN_VALUE, Long.MAX_VALUE);
                shared.write(cell, value);
            }
        });
    }

    /** An algorithm whose limit can change while it runs. */
    interface Resizable extends ProcessSystem {
        /**
         * Adds units, or, with a negative delta, takes units away: holders stay, and no process enters until fewer
         * units are inside than the new limit. One atomic access.
         */
        void resize(Cells shared, int delta);

        /** Returns the largest limit that {@link #resize} can reach. */
        int limitMax();
    }
}
