package dev.turnstile.driver.ledger;

import dev.turnstile.Snapshot;
import java.util.Optional;

/**
 * The processes that share a ledger, as numbered members, and which of them are alive.
 *
 * <pre>{@code
 * long seen = members.state(3);
 * if (members.isDead(3)) {
 *     // remove its requests, provided its state is still the one that was seen
 * }
 * }</pre>
 */
public interface Membership {
    /**
     * Returns a value that identifies the process that has this number now. It changes when another process takes the
     * number.
     */
    long state(int member);

    /** Returns whether the process with this number has crashed and has not been cleared up after. */
    boolean isDead(int member);

    /**
     * Frees the number of a crashed member that has nothing left in the ledger, unless its state is no longer the one
     * seen.
     */
    void free(int member, long seen);

    /** Returns the process with this number, for snapshots. */
    Snapshot.Owner owner(int member);

    /**
     * Publishes the bounds with which this process has the ledger open. Empty if the process accepts those in force.
     */
    void wants(Optional<Bounds> wanted);

    /** Returns a live process that has the ledger open with bounds other than these. */
    Optional<Snapshot.Owner> wantsOtherwise(Bounds than);

    /** Records that this process has set the limit on purpose. */
    void setLimit();

    /**
     * Returns the process that has set the limit on purpose, such as {@code process 17 (turnstile limit gate 3)}, if
     * one is recorded.
     */
    Optional<String> limitSetter();
}
