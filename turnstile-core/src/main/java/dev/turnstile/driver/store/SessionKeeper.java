package dev.turnstile.driver.store;

import dev.turnstile.algorithm.ledger.DamagedException;
import dev.turnstile.algorithm.store.Lease;
import dev.turnstile.algorithm.store.Party;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.SessionOwner;
import dev.turnstile.algorithm.store.SessionRecord;
import dev.turnstile.algorithm.store.WhenSilent;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Keeps the session of this process alive: one thread sends its beats, another watches its deadline. If the session
 * dies, for example because this process was stopped for too long, the keeper begins another one.
 */
final class SessionKeeper {
    /** What hears of the session. Called without any lock of the keeper. */
    interface Listener {
        /** A beat was answered: permits can be delivered again, and it is time for an audit. */
        void beaten();

        /** No beat was answered for half a lease. */
        void doubted();

        /** The deadline has passed: all permits delivered so far are lost. The session may go on. */
        void lapsed();

        /** The session is over. There will be another one. */
        void over();
    }

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BEATS_PER_LEASE = 3;
    private static final int RETRIES_PER_LEASE = 12;

    private final Store store;
    private final Lease lease;
    private final WhenSilent whenSilent;
    private final Party self;
    private final Listener listener;
    private final BooleanSupplier makesProgress;
    private final IncidentCounters counters;
    private final OwnerClock clock = new OwnerClock();

    // guarded by this
    private SessionId id = newId();
    private SessionOwner owner;
    private Versioned seen = Versioned.ABSENT;
    private long lapses; // how often the permits of this process were lost, all at once
    private Instant lastLapse = Instant.EPOCH;
    private boolean isLapsed; // the deadline has passed, and no beat has been answered since
    private boolean isDoubted;
    private boolean ended;
    private long lastAnswerNanos = System.nanoTime();

    SessionKeeper(
            Store store,
            Lease lease,
            WhenSilent whenSilent,
            Party self,
            Listener listener,
            BooleanSupplier makesProgress,
            IncidentCounters counters) {
        this.store = store;
        this.lease = lease;
        this.whenSilent = whenSilent;
        this.self = self;
        this.listener = listener;
        this.makesProgress = makesProgress;
        this.counters = counters;
        owner = newOwner();
    }

    private static SessionId newId() {
        return new SessionId(RANDOM.nextLong(), RANDOM.nextLong());
    }

    private SessionOwner newOwner() {
        return new SessionOwner(new SessionRecord(whenSilent, lease.millis(), 0, 0, self), lease);
    }

    /**
     * Creates the session, and begins to keep it.
     *
     * @throws StoreException if the store does not answer
     */
    void start() throws StoreException {
        Edits.repeat(Duration.ofMillis(lease.millis() / 2), () -> {
            beat();
            return Optional.of(live().orElseThrow(() -> new StoreException(store + " did not answer")));
        });
        Thread.ofPlatform().daemon().name("turnstile-session").start(this::keepBeating);
        Thread.ofPlatform().daemon().name("turnstile-deadline").start(this::keepLooking);
    }

    /** Returns the session, if its record exists. A turnstile must not name a session before. */
    synchronized Optional<SessionId> live() {
        return owner.standing() == SessionOwner.Standing.LIVE && !ended ? Optional.of(id) : Optional.empty();
    }

    Lease lease() {
        return lease;
    }

    WhenSilent whenSilent() {
        return whenSilent;
    }

    /** Returns how often the permits of this process were lost, all at once. A permit is lost if this has grown. */
    synchronized long lapses() {
        look(clock.now());
        return lapses;
    }

    /**
     * Returns how often permits were lost so far, if a permit of this session may be delivered now: the session is the
     * current one, the deadline is ahead, and the last beat is not long ago. All at one moment: a process that is
     * stopped between two questions would take the answer to the second one for that of the first.
     */
    synchronized OptionalLong mayDeliver(SessionId session) {
        long now = clock.exactly();
        look(now);
        boolean may = isCertain(now) && id.equals(session) && (keepsPlace() || !isLapsed);
        return may ? OptionalLong.of(lapses) : OptionalLong.empty();
    }

    /** Returns the session, if a beat was answered not long ago. */
    synchronized Optional<SessionId> certain() {
        return isCertain(clock.exactly()) ? Optional.of(id) : Optional.empty();
    }

    private boolean isCertain(long now) {
        return !ended && !owner.isDoubtful(now);
    }

    private boolean keepsPlace() {
        return whenSilent == WhenSilent.KEEPS_PLACE;
    }

    /** Returns the time left until the deadline, negative if it has passed. Empty if there is no deadline. */
    synchronized Optional<Duration> untilDeadline() {
        if (keepsPlace()) {
            return Optional.empty();
        }
        long now = clock.exactly();
        look(now);
        return Optional.of(isLapsed ? Duration.ofMillis(-1) : Duration.ofMillis(owner.deadline() - now));
    }

    /** Returns how long no beat has been answered. */
    synchronized Duration silentFor() {
        return Duration.ofNanos(System.nanoTime() - lastAnswerNanos);
    }

    /**
     * A permit that is lost never comes back, so the deadline is judged before a beat can move it. It ends the permits
     * of a session that is over, too, if this process has not noticed that yet.
     */
    private void look(long now) {
        boolean exists = owner.standing() != SessionOwner.Standing.STARTING;
        if (!isLapsed && !keepsPlace() && exists && now >= owner.deadline()) {
            isLapsed = true;
            lapses++;
            lastLapse = Instant.now().minusMillis(now - owner.deadline());
            counters.lapses.increment();
        }
    }

    /** Returns when the permits of this process were last lost, all at once, as far as it knows. */
    synchronized Instant lastLapse() {
        return lastLapse;
    }

    /**
     * Ends the session, if no permit is open, and deletes its record, because it is in no roster any more. Bounded by
     * the time of two calls. If the store does not answer, other processes will find the session dead one lease later.
     */
    void end(boolean noPermitOpen) {
        Versioned last;
        SessionRecord record;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            notifyAll();
            last = seen;
            record = owner.beat(clock.exactly(), System.currentTimeMillis()).ended();
            owner.end();
        }
        if (noPermitOpen && !last.isAbsent()) {
            Register session = store.register(key());
            if (session.retire(last, new NextValue(record.bytes(), false)) instanceof Replaced.Applied(Versioned now)) {
                session.delete(now);
            }
        }
    }

    private synchronized String key() {
        return "s/" + id;
    }

    // ------------------------------------------------------------------------------------------------ threads

    private void keepBeating() {
        long begun = System.nanoTime();
        while (rest(nextBeat(begun))) {
            begun = System.nanoTime();
            if (makesProgress.getAsBoolean()) {
                beat();
                report();
            }
        }
    }

    private synchronized long nextBeat(long begun) {
        boolean answered = !owner.isDoubtful(clock.now()) && System.nanoTime() - lastAnswerNanos < beatNanos();
        return begun + (answered ? beatNanos() : TimeUnit.MILLISECONDS.toNanos(lease.millis()) / RETRIES_PER_LEASE);
    }

    private long beatNanos() {
        return TimeUnit.MILLISECONDS.toNanos(lease.millis()) / BEATS_PER_LEASE;
    }

    /** Waits until this moment. Returns false if the session has ended meanwhile. */
    private synchronized boolean rest(long untilNanos) {
        long left = untilNanos - System.nanoTime();
        while (left > 0 && !ended) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                return false; // nothing of ours interrupts it
            }
            left = untilNanos - System.nanoTime();
        }
        return !ended;
    }

    /** Sends one beat, and takes note of the answer. If there was none, or a conflict, reads what the record holds. */
    private void beat() {
        Versioned before;
        SessionRecord record;
        String key;
        synchronized (this) {
            before = seen;
            key = key();
            record = owner.beat(clock.exactly(), System.currentTimeMillis()).with(counters.now());
        }
        switch (store.register(key).replace(before, new NextValue(record.bytes(), false))) {
            case Replaced.Applied(Versioned now) -> found(key, now, Optional.of(record));
            case Replaced.Conflict() -> readBack(key);
            case Replaced.Unknown(String why) -> {
                counters.unknowns.increment();
                readBack(key);
            }
        }
    }

    private void readBack(String key) {
        try {
            Versioned now = store.register(key).read();
            found(key, now, now.isAbsent() ? Optional.empty() : Optional.of(SessionRecord.of(now.value())));
        } catch (StoreException noAnswer) {
            // the next beat comes soon
        } catch (DamagedException damaged) {
            synchronized (this) {
                owner.end();
            }
        }
    }

    private synchronized void found(String key, Versioned now, Optional<SessionRecord> record) {
        if (ended || !key.equals(key())) {
            return;
        }
        long time = clock.exactly();
        look(time);
        seen = now;
        owner.found(record);
        lastAnswerNanos = System.nanoTime();
        if (owner.standing() == SessionOwner.Standing.LIVE && time < owner.deadline()) {
            isLapsed = false;
        }
        notifyAll();
    }

    private void report() {
        boolean isOver;
        synchronized (this) {
            isOver = owner.standing() == SessionOwner.Standing.OVER && !ended;
            if (isOver) {
                lapses++;
                if (!isLapsed) { // else it is the same loss, of which only the reason is known now
                    lastLapse = Instant.now();
                    counters.lapses.increment();
                }
                isLapsed = false;
                id = newId();
                owner = newOwner();
                seen = Versioned.ABSENT;
            }
        }
        if (isOver) {
            beat();
            listener.over();
        } else if (!isSilent()) {
            listener.beaten();
        }
    }

    private synchronized boolean isSilent() {
        return owner.isDoubtful(clock.now());
    }

    /** Reports doubt and the deadline when they come, whatever the thread that beats is waiting for. */
    private void keepLooking() {
        long reported = lapses();
        while (rest(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(untilNext()))) {
            long now = lapses();
            if (now != reported) {
                reported = now;
                listener.lapsed();
            }
            if (becameDoubtful()) {
                counters.doubts.increment();
                listener.doubted();
            }
        }
    }

    private synchronized boolean becameDoubtful() {
        boolean before = isDoubted;
        isDoubted = owner.isDoubtful(clock.now());
        return isDoubted && !before;
    }

    private synchronized long untilNext() {
        long now = clock.now();
        long untilDeadline = owner.deadline() - now;
        long untilDoubt = untilDeadline - lease.millis() / 2 + lease.margin();
        long next = isDoubted || untilDoubt <= 0 ? untilDeadline : untilDoubt;
        long most = lease.millis() / RETRIES_PER_LEASE;
        return Math.max(1, next <= 0 ? most : Math.min(next, most));
    }
}
