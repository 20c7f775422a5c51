package dev.turnstile.driver.ledger;

import dev.turnstile.Snapshot;
import java.util.Optional;

/**
 * The processes that share a ledger, as members with numbers, and which of them live.
 *
 * <pre>{@code
 * long seen = members.state(3);
 * if (members.isDead(3)) {
 *     // remove its requests, if its state is still the one that was seen
 * }
 * }</pre>
 */
public interface Membership {
    /** Returns which process has that number now: changes when another takes it. */
    long state(int member);

    /** Returns whether the process of that number has crashed, and nobody has cleared up after it. */
    boolean isDead(int member);

    /**
     * Gives the number of a dead member free, of which nothing is left in the ledger, unless its state is no longer the
     * one seen.
     */
    void free(int member, long seen);

    /** Returns who it is, for snapshots. */
    Snapshot.Owner owner(int member);

    /** Says with which bounds this process has the ledger open; empty if it takes those that are in force. */
    void wants(Optional<Bounds> wanted);

    /** Returns a process that lives and has the ledger open with other bounds than these. */
    Optional<Snapshot.Owner> wantsOtherwise(Bounds than);

    /** Records that this process has set the limit on purpose. */
    void setLimit();

    /**
     * Returns the process that has set the limit on purpose, as {@code process 17 (turnstile limit gate 3)}, if it is
     * recorded.
     */
    Optional<String> limitSetter();
}
