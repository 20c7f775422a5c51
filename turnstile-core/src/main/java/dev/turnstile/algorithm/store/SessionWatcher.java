package dev.turnstile.algorithm.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * What a process knows about the sessions that it watches, and when it may declare one dead.
 *
 * <p>A session is dead when its record has not changed for a whole lease, and a little more for clocks that run at
 * different rates, counted from the <em>answer</em> to the first reading. Counting from the call would be wrong: the
 * record may have changed between the call and its answer.
 *
 * <p>If this process got no answers for half a lease meanwhile, it starts over. Then the store was probably out of
 * reach for everyone, and owners whose beats could not arrive must not all be declared dead at once.
 *
 * <p>Times are milliseconds of the watcher's clock, which may fall behind but never runs ahead.
 */
public final class SessionWatcher {
    /** What a watcher concludes. */
    public enum Verdict {
        /** The session is alive, or it is too early to tell. */
        NONE,
        /** It has been silent for half a lease. */
        DOUBTFUL,
        /** It is dead, provided that its record still has the version that was read. */
        DEAD
    }

    private record Sight(long beats, Optional<SessionRecord.Status> status, long since, long last) {}

    private final long ownLease;
    private final LongFunction<Lease> leases;
    private final Map<SessionId, Sight> sights = new HashMap<>();

    /** Creates a watcher that watches nothing yet, in a process whose own sessions have this lease. */
    public SessionWatcher(long leaseMillis) {
        this(leaseMillis, Lease::ofMillis);
    }

    /** Creates a watcher for which the given function says what follows from a lease. */
    public SessionWatcher(long leaseMillis, LongFunction<Lease> leases) {
        ownLease = leaseMillis;
        this.leases = leases;
    }

    /**
     * Takes note of an answer of the store about a session. Empty if there is no record.
     *
     * @param answered when the answer came
     */
    public Verdict observed(SessionId id, Optional<SessionRecord> record, long answered) {
        long lease = record.map(SessionRecord::leaseMillis).orElse(ownLease);
        Sight before = sights.get(id);
        long beats = record.map(SessionRecord::beats).orElse(0L);
        Optional<SessionRecord.Status> status = record.map(SessionRecord::status);
        boolean same = before != null
                && before.beats == beats
                && before.status.equals(status)
                && answered - before.last < Math.max(1, lease / 2);
        long since = same ? before.since : answered;
        sights.put(id, new Sight(beats, status, since, answered));
        boolean keepsPlace = record.isPresent()
                && record.get().whenSilent() == WhenSilent.KEEPS_PLACE
                && record.get().status() == SessionRecord.Status.LIVE;
        if (!keepsPlace && answered - since >= leases.apply(lease).patience()) {
            return Verdict.DEAD;
        }
        return answered - since >= lease / 2 ? Verdict.DOUBTFUL : Verdict.NONE;
    }

    /** Forgets sessions that are no longer watched. */
    public void keepOnly(Set<SessionId> watched) {
        sights.keySet().retainAll(watched);
    }
}
