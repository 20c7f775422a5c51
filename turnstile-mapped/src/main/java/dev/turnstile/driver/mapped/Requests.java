package dev.turnstile.driver.mapped;

import dev.turnstile.LimitExceededException;
import dev.turnstile.PermitLostException;
import dev.turnstile.TurnstileClosedException;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.algorithm.ledger.Who;
import dev.turnstile.driver.Patience;
import dev.turnstile.machine.Region;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** The requests of one turnstile: takes them through the door, in and out, and lets its threads wait. Knows nothing of permits. */
final class Requests {
    private final String name;
    private final Site site;
    private final LedgerDoor door;
    private final boolean watched;
    private final boolean countsWhenReady;
    private final Set<Waiter> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Requests(String name, Site site, boolean watched, boolean countsWhenReady) {
        this.name = name;
        this.site = site;
        this.watched = watched;
        this.countsWhenReady = countsWhenReady;
        door = site.door();
    }

    /** A request that is inside, if that can be had at once without overtaking anybody. */
    LedgerProcess enter(int units) {
        check(units);
        LedgerProcess process = request(0);
        if (watched) {
            process.since(System.currentTimeMillis());
        }
        process.attempt(units);
        process.go(door.cells());
        return process;
    }

    private LedgerProcess request(int bell) {
        LedgerProcess request = door.request(bell);
        if (countsWhenReady && site.hasFloor()) {
            request.startAside();
        }
        return request;
    }

    private void check(int units) {
        checkUnits(units);
        if (closed) {
            throw new TurnstileClosedException(name);
        }
        if (units > Who.UNITS_MAX) {
            throw new LimitExceededException(name, units, limit());
        }
    }

    static void checkUnits(int units) {
        if (units < 1) {
            throw new IllegalArgumentException("units must be at least 1, not " + units);
        }
    }

    void checkLimit(int units) {
        int limit = limit();
        if (units > limit) {
            throw new LimitExceededException(name, units, limit);
        }
    }

    /** A request that has its place in line, or is inside. */
    LedgerProcess arrive(int bell, int units) {
        LedgerProcess request = request(bell);
        request.since(System.currentTimeMillis());
        request.acquire(units);
        request.go(door.cells());
        if (request.region() == Region.REMAINDER) {
            throw refusal(units);
        }
        return request;
    }

    private IllegalArgumentException overLimit(int units) {
        return new LimitExceededException(name, units, limit());
    }

    /** Why a request is neither inside nor in line, although its caller still wants it: an operator may have taken it away. */
    RuntimeException refusal(int units) {
        if (closed) {
            return new TurnstileClosedException(name);
        }
        return units > limit() ? overLimit(units) : new PermitLostException(name);
    }

    /**
     * A request that is inside; empty if time was over first. If the permit comes together with the end of patience, the permit
     * counts.
     */
    Optional<LedgerProcess> request(int units, Patience patience) throws InterruptedException {
        door.clearUpNowAndThen();
        int bell = site.hasFloor() ? 0 : site.patiently().takeBell();
        try {
            return await(arrive(bell, units), bell, units, patience);
        } finally {
            site.patiently().giveBack(bell);
        }
    }

    private Optional<LedgerProcess> await(LedgerProcess request, int bell, int units, Patience patience)
            throws InterruptedException {
        if (request.region() == Region.CRITICAL) {
            return Optional.of(request);
        }
        Thread thread = Thread.currentThread();
        Waiter waiter = new Waiter(request, Optional.of(thread), () -> wake(thread));
        waiting.add(waiter);
        try {
            site.patiently().await(waiter, bell, patience, () -> closed);
        } finally {
            waiting.remove(waiter);
        }
        waiter.rethrow();
        if (request.region() == Region.CRITICAL) {
            return Optional.of(request);
        }
        if (closed) {
            throw new TurnstileClosedException(name);
        }
        if (patience.interruptible() && Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (patience.isOver()) {
            return Optional.empty();
        }
        throw refusal(units);
    }

    /** Steps a process that wants to leave; it may have to wait, and stays inside if patience is over first. */
    void leave(LedgerProcess process, Patience patience) {
        if (site.hasFloor()) {
            door.clearUp(); // the dead do not count as inside
        }
        process.go(door.cells());
        if (!process.isHeldBack()) {
            return;
        }
        Thread thread = Thread.currentThread();
        Waiter waiter = new Waiter(process, Optional.of(thread), () -> wake(thread));
        site.patiently().await(waiter, 0, patience, () -> false);
        waiter.rethrow();
    }

    /** A thread that has found out by itself is awake. */
    @SuppressWarnings("ReferenceEquality") // a thread is none but itself
    private static void wake(Thread thread) {
        if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }

    Optional<String> threadOf(long who) {
        return waiting.stream()
                .filter(waiter -> Who.id(waiter.process.who()) == Who.id(who))
                .findFirst()
                .flatMap(waiter -> waiter.thread)
                .map(Thread::getName);
    }

    private int limit() {
        return door.look(Ledger::limit);
    }

    /** The keeper looks after one for whom no thread waits, until it has ended; it ends at once if this is closed. */
    void keep(Waiter waiter) {
        waiting.add(waiter);
        site.keeper().add(waiter);
        if (closed) {
            waiter.giveUp(door.cells());
        }
    }

    /** Whoever has promised to take it does not want it any more. */
    void drop(Waiter waiter) {
        waiter.giveUp(door.cells());
        waiting.remove(waiter);
    }

    /** All who wait give up; nobody comes after them. */
    void close() {
        closed = true;
        waiting.forEach(waiter -> {
            waiter.giveUp(door.cells());
            waiter.thread.ifPresent(LockSupport::unpark);
        });
    }
}
