package dev.turnstile.driver.ledger;

import dev.turnstile.LimitExceededException;
import dev.turnstile.PermitLostException;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.TurnstileClosedException;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.DamagedException;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.driver.AbstractPermit;
import dev.turnstile.driver.AbstractTurnstile;
import dev.turnstile.driver.Patience;
import dev.turnstile.machine.Region;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * A turnstile on a ledger, independent of where the ledger is stored. All turnstiles of this process that are open
 * under the same name share one {@link OpenLedger}, and each is a view of it. Requests step through the ledger on the
 * caller's thread. A leaving holder admits the next waiter.
 *
 * <p>If the store supports it, an uncontended request enters in {@code enter} by one compare-and-set. Any other request
 * enters, or joins the line, when its caller begins to wait, by one read of the ledger and one commit.
 *
 * <pre>{@code
 * Turnstile gate = new LedgerTurnstile("render", ledger, false, false);
 * gate.tryAcquire();     // empty if the ledger is full or has waiters
 * }</pre>
 */
public final class LedgerTurnstile extends AbstractTurnstile<LedgerProcess> {
    private final OpenLedger ledger;
    private final boolean watched;
    private final boolean countsWhenReady;
    private final Set<LedgerWaiter> waiting = ConcurrentHashMap.newKeySet();

    /**
     * Creates a turnstile on a ledger that {@link OpenLedger#claim} has claimed for it.
     *
     * @param watched whether snapshots show the holders' threads and how long they have held their permits
     * @param countsWhenReady whether a permit of a window counts toward the floor only after
     *     {@link dev.turnstile.Permit#ready}
     */
    public LedgerTurnstile(String name, OpenLedger ledger, boolean watched, boolean countsWhenReady) {
        super(name, RequestWord.UNITS_MAX, watched);
        this.ledger = ledger;
        this.watched = watched;
        this.countsWhenReady = countsWhenReady;
    }

    /** Returns the ledger that this turnstile is a view of. */
    public OpenLedger ledger() {
        return ledger;
    }

    // ------------------------------------------------------------------------------------------------ entering

    private LedgerProcess request() {
        LedgerProcess request = ledger.request();
        if (watched) {
            request.since(System.currentTimeMillis());
        }
        if (countsWhenReady && ledger.hasFloor()) {
            request.startAside();
        }
        return request;
    }

    @Override
    protected LedgerProcess enter(int units) {
        LedgerProcess request = request();
        request.acquire(units);
        request.entersAlone(ledger.cells());
        return request;
    }

    @Override
    protected boolean isInside(LedgerProcess request) {
        return request.region() == Region.CRITICAL;
    }

    @Override
    protected Optional<LedgerProcess> attempt(int units) {
        LedgerProcess request = attemptOnce(units);
        if (!isInside(request)) {
            checkLimit(units);
            if (ledger.clearUp()) {
                request = attemptOnce(units); // removing crashed members freed units
            }
        }
        return isInside(request) ? Optional.of(request) : Optional.empty();
    }

    private LedgerProcess attemptOnce(int units) {
        LedgerProcess request = request();
        request.attempt(units);
        request.runUntilBlocked(ledger.cells());
        return request;
    }

    private void checkLimit(int units) {
        int limit = limit();
        if (units > limit) {
            throw new LimitExceededException(name(), units, limit);
        }
    }

    /**
     * Returns the reason why a request is neither inside nor in line although its caller still wants it. An operator
     * may have removed it.
     */
    private RuntimeException refusal(int units) {
        if (isClosed()) {
            return new TurnstileClosedException(name());
        }
        int limit = limit();
        return units > limit ? new LimitExceededException(name(), units, limit) : new PermitLostException(name());
    }

    // ------------------------------------------------------------------------------------------------ waiting

    @Override
    protected boolean await(LedgerProcess request, int units, Patience patience) {
        OwnBell bell = new OwnBell();
        try {
            boolean look = ledger.arrive(request, bell);
            if (request.region() == Region.REMAINDER) {
                throw refusal(units);
            }
            return isInside(request) || await(request, bell.number, look, units, patience);
        } finally {
            ledger.waiting().returnBell(bell.number);
        }
    }

    /**
     * A bell that is taken only when needed. In a window a request waits for two things, so the waiter thread waits for
     * it.
     */
    private final class OwnBell implements IntSupplier {
        private int number;

        @Override
        public int getAsInt() {
            number = ledger.hasFloor() ? 0 : ledger.waiting().takeBell();
            return number;
        }
    }

    private boolean await(LedgerProcess request, int bell, boolean look, int units, Patience patience) {
        Thread thread = Thread.currentThread();
        LedgerWaiter waiter = new LedgerWaiter(request, Optional.of(thread), () -> wake(thread));
        waiting.add(waiter);
        try {
            ledger.waiting().await(waiter, bell, look, patience, this::isClosed);
        } finally {
            waiting.remove(waiter);
        }
        waiter.rethrow();
        if (isInside(request)) {
            return true;
        }
        boolean interrupted = patience.interruptible() && thread.isInterrupted();
        if (!isClosed() && (interrupted || patience.isOver())) {
            return false;
        }
        throw refusal(units);
    }

    @Override
    protected Runnable whenSettled(LedgerProcess request, int units, Promise promise) {
        ledger.arrive(request, () -> 0);
        if (request.region() == Region.REMAINDER) {
            throw refusal(units);
        }
        if (isInside(request)) {
            promise.settleHere(() -> true); // no other thread has the future yet
            return () -> {};
        }
        LedgerWaiter waiter = new LedgerWaiter(
                request, Optional.empty(), () -> promise.settle(() -> isInsideOrRefused(request, units)));
        waiting.add(waiter);
        ledger.waiterThread().add(waiter);
        if (isClosed()) {
            waiter.giveUp(ledger.cells());
        }
        return () -> {
            waiter.giveUp(ledger.cells());
            waiting.remove(waiter);
        };
    }

    private boolean isInsideOrRefused(LedgerProcess request, int units) {
        if (isInside(request)) {
            return true;
        }
        throw refusalOrUnusable(units);
    }

    private RuntimeException refusalOrUnusable(int units) {
        try {
            return refusal(units);
        } catch (TurnstileUnusableException | DamagedException unusable) {
            return unusable;
        }
    }

    /** Wakes the thread, unless it is the current one. */
    @SuppressWarnings("ReferenceEquality") // compares threads by identity
    private static void wake(Thread thread) {
        if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }

    // ------------------------------------------------------------------------------------------------ leaving

    @Override
    protected AbstractPermit permit(LedgerProcess request, int units) {
        if (watched) {
            ledger.name(request.who(), Thread.currentThread().getName());
        }
        return new LedgerPermit(this, request, units);
    }

    @Override
    protected void leave(LedgerProcess request) {
        request.release();
        try {
            leave(request, Patience.UNINTERRUPTIBLE);
        } catch (TurnstileUnusableException replaced) {
            throw new PermitLostException(name(), replaced);
        }
        if (request.isLost()) {
            throw new PermitLostException(name());
        }
    }

    /**
     * Steps a request that is about to leave. It may have to wait for the floor. If its patience ends first, it stays
     * inside.
     */
    void leave(LedgerProcess request, Patience patience) {
        if (ledger.hasFloor()) {
            ledger.clearUp(); // crashed holders must not count toward the floor
        }
        request.runUntilBlocked(ledger.cells());
        if (!request.isHeldBack()) {
            return;
        }
        Thread thread = Thread.currentThread();
        LedgerWaiter waiter = new LedgerWaiter(request, Optional.of(thread), () -> wake(thread));
        ledger.waiting().await(waiter, 0, true, patience, () -> false);
        waiter.rethrow();
    }

    void left(long who) {
        if (watched) {
            ledger.forgetName(who);
        }
    }

    // ------------------------------------------------------------------------------------------------ permits

    void forget(LedgerPermit permit) {
        ledger.waiterThread().forget(permit);
    }

    void watch(LedgerPermit permit, Runnable task) {
        ledger.waiterThread().watch(permit, task);
    }

    boolean isInside(long who) {
        try {
            ledger.store().checkUsable();
            return ledger.inspect(now -> now.outcome(who) == Ledger.Outcome.INSIDE);
        } catch (TurnstileUnusableException replaced) {
            return false;
        }
    }

    /** The danger that a holder is in. */
    enum Trouble {
        NONE,
        ASKED,
        GONE
    }

    Trouble trouble(long who) {
        return ledger.inspect(now -> {
            int entry = now.find(who);
            if (entry < 0) {
                return Trouble.GONE;
            }
            return RequestWord.isAsked(now.who(entry)) ? Trouble.ASKED : Trouble.NONE;
        });
    }

    // ------------------------------------------------------------------------------------------------ the turnstile as
    // a whole

    @Override
    public int limit() {
        return ledger.inspect(Ledger::limit);
    }

    @Override
    protected void changeLimit(int wanted) {
        ledger.limit(wanted);
    }

    @Override
    protected boolean isFair() {
        return true;
    }

    @Override
    protected int free() {
        return Math.max(0, ledger.inspect(Ledger::free));
    }

    @Override
    protected int queueLength() {
        return ledger.inspect(now -> now.entries() - now.inside());
    }

    @Override
    public Snapshot snapshot() {
        return ledger.snapshot(name(), this::threadOf);
    }

    private Optional<String> threadOf(long who) {
        return waiting.stream()
                .filter(waiter -> RequestWord.id(waiter.process.who()) == RequestWord.id(who))
                .findFirst()
                .flatMap(waiter -> waiter.thread)
                .map(Thread::getName);
    }

    @Override
    public SemaphoreView asSemaphore() {
        if (ledger.hasFloor()) {
            throw new UnsupportedOperationException(
                    "a window has no semaphore view, because a release from a window can wait");
        }
        return super.asSemaphore();
    }

    /** Ends the waiters of this turnstile only. Other processes, and other turnstiles of this process, continue. */
    @Override
    protected void whenClosed() {
        try {
            waiting.forEach(waiter -> {
                waiter.giveUp(ledger.cells());
                waiter.thread.ifPresent(LockSupport::unpark);
                ledger.store().bell(RequestWord.bell(waiter.process.who())).ring(); // the waiter may be asleep on it
            });
        } finally {
            ledger.release();
        }
    }

    @Override
    public String toString() {
        return "Turnstile['" + name() + "', " + ledger.bounds() + ", ledger, " + ledger.store() + "]";
    }
}
