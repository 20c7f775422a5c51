package dev.turnstile;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An operator's access to the turnstiles that a driver shares between processes: inspect them, change limits, revoke
 * permits, repair. The command line and dashboards need no more than this, wherever the driver keeps its turnstiles.
 *
 * <pre>{@code
 * Operator operator = Mapped.here().operator();
 * operator.look("render").ifPresent(now -> System.out.println(now.held() + " of " + now.limit() + " held"));
 * }</pre>
 */
public interface Operator {
    /** The outcome of an attempt to revoke a permit. */
    enum Release {
        /** There is no such holder. */
        NONE,
        /** The holder was asked to leave, and will. */
        ASKED,
        /** The permit was revoked. Its holder is notified, but Turnstile cannot stop it. */
        TAKEN_AWAY,
        /** The holder had crashed, and what it left behind is cleared. */
        CLEARED,
        /** The holder had crashed, but its child still ran. The child was stopped, and the permit is released. */
        STOPPED,
        /**
         * The holder had crashed, but its child still runs and cannot be ended, for example because it belongs to
         * another user. Nothing was done.
         */
        REFUSED
    }

    /**
     * The result of examining a turnstile.
     *
     * @param usable whether the turnstile can be used
     * @param findings what was found, and what was done
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
     * @param isUsed whether living processes use it
     */
    record Leftover(Path file, boolean isUsed) {}

    /** Returns where the turnstiles are kept, such as a folder, for messages. */
    String where();

    /** Returns the names of all turnstiles, in order. */
    List<String> names();

    /**
     * Returns true if there is a turnstile of that name.
     *
     * @throws IllegalArgumentException if the name is not valid for a turnstile
     */
    boolean isName(String name);

    /**
     * Returns the current state of a turnstile, if there is one of that name. Changes nothing.
     *
     * @throws IllegalArgumentException if the name is not valid for a turnstile
     * @throws TurnstileUnusableException if the turnstile cannot be used
     */
    Optional<Snapshot> snapshot(String name);

    /**
     * Changes the limit for all processes, if there is a turnstile of that name. Returns true if there is.
     *
     * @throws IllegalArgumentException if the limit is not allowed
     */
    boolean limit(String name, int limit);

    /**
     * Revokes the permit that has this fence. If its holder declared that it stops on request, it is asked to leave.
     * Otherwise, if the holder is alive, the permit is taken away. If a child has outlived the process that started it,
     * the child is ended, if this user may do so.
     */
    Release release(String name, long fence);

    /**
     * Examines a whole turnstile. Returns empty if there is none of that name.
     *
     * @param mends whether to clear up after processes that have ended. That makes this process one of the turnstile's
     *     users. If this user lacks permission, the findings say so
     */
    Optional<Diagnosis> examine(String name, boolean mends);

    /**
     * Removes a turnstile, so that the next process to open its name creates a new one.
     *
     * @return empty if the turnstile was removed or did not exist; otherwise the processes that prevent it, because
     *     they have it open, or because a child of theirs still keeps a place
     * @throws TurnstileUnusableException if this user may not remove it
     */
    Optional<String> remove(String name);

    /** Returns the turnstile files in folders that were the default in earlier versions. Default: none. */
    default List<Leftover> leftovers() {
        return List.of();
    }

    /** Returns the files of the given turnstile in folders that were the default in earlier versions. Default: none. */
    default List<Leftover> leftovers(String name) {
        return List.of();
    }
}
