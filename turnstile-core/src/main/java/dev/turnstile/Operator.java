package dev.turnstile;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What an operator does to the turnstiles that a driver shares between processes: look, change the limit, revoke a
 * permit, mend. The command line and dashboards ask for no more than this, whatever keeps the turnstiles.
 *
 * <pre>{@code
 * Operator operator = Mapped.here().operator();
 * operator.look("render").ifPresent(System.out::println);
 * }</pre>
 */
public interface Operator {
    /** What became of an attempt to revoke a permit. */
    enum Release {
        /** There is no such holder. */
        NONE,
        /** Its holder was asked to leave, and will. */
        ASKED,
        /** It was taken away: its holder is told, and cannot be stopped by us. */
        TAKEN_AWAY,
        /** Its holder had crashed: what it had left is cleared. */
        CLEARED,
        /**
         * Its holder had crashed, and its child still runs and can't be ended, as one of another user: nothing was
         * done.
         */
        REFUSED
    }

    /**
     * What a doctor says.
     *
     * @param usable whether the turnstile can be used
     * @param findings what was found, and done
     * @param living the processes that have it open, and those whose child keeps a place
     */
    record Diagnosis(boolean usable, List<String> findings, List<Snapshot.Owner> living) {
        /** Copies the lists. */
        public Diagnosis {
            findings = List.copyOf(findings);
            living = List.copyOf(living);
        }
    }

    /**
     * A file in a folder that was the default in an earlier version.
     *
     * @param file the file
     * @param isUsed whether processes that live use it
     */
    record Leftover(Path file, boolean isUsed) {}

    /** Returns where the turnstiles are, such as a folder, for messages. */
    String where();

    /** Returns the names of all turnstiles, in order. */
    List<String> names();

    /**
     * Returns whether there is a turnstile of that name.
     *
     * @throws IllegalArgumentException when no turnstile can be called that
     */
    boolean isName(String name);

    /**
     * Returns what a turnstile looks like now, if there is one of that name. Changes nothing.
     *
     * @throws IllegalArgumentException when no turnstile can be called that
     * @throws TurnstileUnusableException when it can't be used
     */
    Optional<Snapshot> look(String name);

    /**
     * Sets the limit for all, if there is a turnstile of that name; returns whether there is.
     *
     * @throws IllegalArgumentException when the limit is not allowed
     */
    boolean limit(String name, int limit);

    /**
     * Revokes the permit that has this fence. A holder that said that it stops when asked is asked; from other living
     * holders it is taken away. A child that outlived the process that started it is ended, if this user may do so.
     */
    Release release(String name, long fence);

    /**
     * Looks at all of a turnstile; empty if there is none.
     *
     * @param mends whether to clear up, too, after processes that have ended: that makes this process one of those that
     *     use it. If this user may not, the findings say so
     */
    Optional<Diagnosis> examine(String name, boolean mends);

    /**
     * Removes a turnstile, so that the next process to open it makes a new one.
     *
     * @return empty if that was done, or there was none; else which processes keep it from being done: they have it
     *     open, or a child of theirs still keeps a place
     * @throws TurnstileUnusableException if this user may not remove it
     */
    Optional<String> remove(String name);

    /** Returns files of turnstiles in the folders that were the default in earlier versions. Default: none. */
    default List<Leftover> leftovers() {
        return List.of();
    }

    /** As {@link #leftovers()}, of the turnstile of that name. */
    default List<Leftover> leftovers(String name) {
        return List.of();
    }
}
