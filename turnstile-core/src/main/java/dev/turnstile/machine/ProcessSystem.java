package dev.turnstile.machine;

import java.util.List;

/**
 * A shared-memory algorithm set up for so many processes and places: what the papers call a system of processes.
 *
 * <pre>{@code
 * ProcessSystem system = Catalogue.sharedMemory("colored-ticket").system(4, 2);
 * system.initialise(cells);
 * Process first = system.process(0);
 * }</pre>
 */
public interface ProcessSystem {
    /** N: how many processes may take part. */
    int processes();

    /**
     * Whether more processes than N may take part after all, and the index of a process means nothing: N is then only a
     * number to explore with.
     */
    default boolean anyNumber() {
        return false;
    }

    /** k: how many units may be inside at once. */
    int places();

    /** The most units that one process can ask for. */
    default int unitsMax() {
        return 1;
    }

    /** How many shared cells there are. */
    int cells();

    /** Writes the initial values. */
    void initialise(Cells shared);

    /**
     * A new process in REMAINDER.
     *
     * @param index 0 to N-1; two processes that are both out of REMAINDER have different ones
     */
    Process process(int index);

    /** Shows the shared cells to the visitor, decoded into the paper's variables, and writes back what it returns. */
    void shared(Cells shared, Fields fields);

    /**
     * Whether processes enter in the order in which they took their first step (fischer-1985, section 3.4, FIFO enabling).
     * If so, a waiting process can't enter before those with a smaller {@link Process#ahead}.
     */
    boolean fifo();

    /**
     * Whether one who stays inside can keep another out although fewer than k are inside. If so, k only bounds how many are
     * inside, and whoever is inside must leave for others to come in.
     */
    default boolean holdersBlockOthers() {
        return false;
    }

    /**
     * How many units are free; if negative, how many are waited for. A hint, read without effect. Those who gave up count
     * until they have passed on what they had.
     */
    int free(Cells shared);

    /** What a cell is called, for whoever shows single accesses. */
    default String cell(int index) {
        return "memory";
    }

    /** An algorithm in which those who try pass contests, one after another, that only so many can win. */
    interface Contested extends ProcessSystem {
        /** All contests. */
        List<Contest> contests();
    }

    /**
     * One contest, for a row of processes.
     *
     * @param name what the paper calls it
     * @param from the first process that takes part
     * @param to the first one after it that does not
     * @param progress whoever of them has this {@link Process#progress}, or more, has won
     * @param winnersMax how many can have won at once
     */
    record Contest(String name, int from, int to, int progress, int winnersMax) {}

    /** An algorithm whose number of places can change while it runs. */
    interface Resizable extends ProcessSystem {
        /**
         * Adds places, or, with a negative delta, takes places away: those inside stay, and nobody enters until there are
         * fewer inside than the new number. One atomic access.
         */
        void resize(Cells shared, int delta);

        /** What {@link #resize} can't exceed. */
        int placesMax();
    }

    /**
     * An algorithm with variables that grow for ever. For an exhaustive search there must be finitely many states, so the
     * algorithm says which ones behave alike.
     */
    interface Unbounded extends ProcessSystem {
        /** Replaces a configuration by the representative of those that can't be told apart from it by any schedule. */
        void canonicalise(Cells shared, Process[] processes);
    }
}
