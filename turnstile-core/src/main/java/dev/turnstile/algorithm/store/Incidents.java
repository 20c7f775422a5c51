package dev.turnstile.algorithm.store;

import java.util.stream.LongStream;

/**
 * What went wrong between a process and its store, and how often, since the process began to use the store. Some
 * conflicts are normal where processes compete. Everything else deserves a look if it keeps growing.
 *
 * @param conflicts commits that another process's commit came before; they were made again
 * @param unknowns commits and heartbeats that got no answer, so that their outcome had to be read
 * @param doubts how often no heartbeat was answered for half a lease
 * @param lapses how often all permits were lost at once: because the deadline passed, or another process or an operator
 *     ended the session
 * @param kills sessions of other processes that this one declared dead
 * @param strays entries of this process in a turnstile that no caller knew, and that were removed
 * @param losses permits whose entry was no longer in the turnstile, although their session was valid
 */
public record Incidents(long conflicts, long unknowns, long doubts, long lapses, long kills, long strays, long losses) {
    /** Nothing went wrong so far. */
    public static final Incidents NONE = new Incidents(0, 0, 0, 0, 0, 0, 0);

    /** Checks that no number is negative. */
    public Incidents {
        if (LongStream.of(conflicts, unknowns, doubts, lapses, kills, strays, losses)
                .anyMatch(count -> count < 0)) {
            throw new IllegalArgumentException("a count must not be negative");
        }
    }

    /** Returns the sums of both. */
    public Incidents plus(Incidents other) {
        return new Incidents(
                conflicts + other.conflicts,
                unknowns + other.unknowns,
                doubts + other.doubts,
                lapses + other.lapses,
                kills + other.kills,
                strays + other.strays,
                losses + other.losses);
    }
}
