package dev.turnstile.algorithm.store;

import java.util.Optional;

/**
 * A session as its owner sees it: which value to send next, and until when the permits of this process are valid.
 *
 * <p>The owner knows its deadline without asking. It takes the time <em>before</em> it sends a beat. Once the record is
 * known to hold that beat, every watcher needs at least one lease from that time on until it can declare the session
 * dead. So the deadline is that time, plus the lease, minus a margin for clocks that run at different rates. Taking the
 * time of the answer instead would be wrong: the record may have changed long before the answer came.
 *
 * <p>A beat may get no answer, and may still arrive later. So each attempt has a number of its own, and the owner
 * remembers when it sent each of them, until the record shows one.
 *
 * <p>Times are milliseconds of the owner's clock, which may run ahead but never falls behind.
 */
public final class SessionOwner {
    private static final int UNANSWERED_MAX = 64;
    private static final long NEVER = Long.MIN_VALUE / 2;

    /** What the owner knows about its session. */
    public enum Standing {
        /** The record may not exist yet. */
        STARTING,
        /** The record was seen with a beat of this owner. */
        LIVE,
        /** Another process or an operator has ended it. Nothing of it is valid, now or later. */
        OVER
    }

    private final SessionRecord first;
    private final Lease lease;
    private final long[] unanswered = new long[UNANSWERED_MAX]; // when each of the last beats was sent
    private long beats;
    private long shown = NEVER; // when the newest beat that the record has shown was sent
    private Standing standing = Standing.STARTING;

    /** Creates a session that does not exist in the store yet. */
    public SessionOwner(SessionRecord first, Lease lease) {
        this.first = first;
        this.lease = lease;
    }

    /** Returns the next value to send. Must be called right before each call that sends it. */
    public SessionRecord beat(long now, long wallClock) {
        beats++;
        unanswered[slot(beats)] = now;
        return first.beat(beats, wallClock);
    }

    private static int slot(long beat) {
        return (int) (beat % UNANSWERED_MAX);
    }

    /** Takes note of what the record holds, according to an answer of the store. Empty if there is no record. */
    public void found(Optional<SessionRecord> record) {
        if (standing == Standing.OVER) {
            return; // dead is dead
        }
        if (record.isEmpty()) {
            standing = standing == Standing.LIVE ? Standing.OVER : standing;
            return;
        }
        SessionRecord found = record.get();
        if (found.status() != SessionRecord.Status.LIVE) {
            standing = Standing.OVER;
            return;
        }
        standing = Standing.LIVE;
        if (beats - found.beats() < UNANSWERED_MAX) {
            shown = Math.max(shown, unanswered[slot(found.beats())]);
        }
    }

    /** Ends the session: no beat is sent any more, and nothing of it is valid. */
    public void end() {
        standing = Standing.OVER;
    }

    /** Returns what the owner knows about its session. */
    public Standing standing() {
        return standing;
    }

    /** Returns the time at which the permits of this session end. */
    public long deadline() {
        return shown + lease.millis() - lease.margin();
    }

    /** Returns true if permits of this session are valid at this time. */
    public boolean isValid(long now) {
        return standing == Standing.LIVE && now < deadline();
    }

    /** Returns true if no beat was answered for half a lease. No permit is delivered until one is. */
    public boolean isDoubtful(long now) {
        return standing != Standing.LIVE || now - shown >= lease.millis() / 2;
    }
}
