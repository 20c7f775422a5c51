package dev.turnstile.driver.store;

import dev.turnstile.LimitExceededException;
import dev.turnstile.PermitLostException;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.TurnstileClosedException;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.SessionRecord;
import dev.turnstile.algorithm.store.StoredLedger;
import dev.turnstile.driver.AbstractPermit;
import dev.turnstile.driver.AbstractTurnstile;
import dev.turnstile.driver.Patience;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/** A turnstile between machines: its ledger is in a store, and the clerk of this process commits what callers want. */
final class StoreTurnstile extends AbstractTurnstile<StoreRequest> {
    private final StoreHub hub;
    private final OpenRegister register;
    private final boolean watched;
    private final boolean countsWhenReady;
    private final Set<StoreRequest> waiting = ConcurrentHashMap.newKeySet();

    StoreTurnstile(String name, StoreHub hub, OpenRegister register, boolean watched, boolean countsWhenReady) {
        super(name, RequestWord.UNITS_MAX, watched);
        this.hub = hub;
        this.register = register;
        this.watched = watched;
        this.countsWhenReady = countsWhenReady;
    }

    OpenRegister register() {
        return register;
    }

    StoreHub hub() {
        return hub;
    }

    // ------------------------------------------------------------------------------------------------ entering

    private StoreRequest request(int units, boolean isAttempt) {
        if (units > register.limitKnown()) {
            checkLimit(units);
        }
        StoreRequest request =
                register.enter(units, isAttempt, countsWhenReady && register.hasFloor(), System.currentTimeMillis());
        waiting.add(request);
        return request;
    }

    @Override
    protected StoreRequest enter(int units) {
        return request(units, false);
    }

    @Override
    protected boolean isInside(StoreRequest request) {
        return false; // its outcome comes from the store
    }

    @Override
    protected Optional<StoreRequest> attempt(int units) {
        StoreRequest request = request(units, true);
        long most = System.nanoTime() + hub.leaseNanos();
        boolean inside = await(request, units, new Patience(most, false));
        if (!inside && request.isSettled()) {
            checkRefusal(units);
        }
        return inside ? Optional.of(request) : Optional.empty();
    }

    /**
     * Refuses a request for more units than the limit, if the store says within one call's time what the limit is now.
     */
    private void checkLimit(int units) {
        try {
            Optional<StoredLedger> now = Edits.repeat(
                    hub.callTimeout(), () -> Optional.of(register.edits().read()));
            int limit = now.map(StoredLedger::limit).orElse(units);
            if (units > limit) {
                throw new LimitExceededException(name(), units, limit);
            }
        } catch (StoreException noAnswer) {
            // the clerk decides when the store answers: what was read last may be out of date
        }
    }

    /**
     * Tells a full turnstile from a limit that is too low, after the clerk has refused a request. It refuses only after
     * a read that came after the request, so the limit that it knows is not out of date.
     */
    private void checkRefusal(int units) {
        int limit = register.limitKnown();
        if (units > limit) {
            throw new LimitExceededException(name(), units, limit);
        }
    }

    @Override
    protected boolean await(StoreRequest request, int units, Patience patience) {
        if (isClosed()) {
            register.giveUp(request);
        }
        boolean interrupted = false;
        request.waitHere();
        try {
            while (!request.isSettled()) {
                interrupted |= Thread.interrupted();
                if (isClosed() || patience.isOver() || (interrupted && patience.interruptible())) {
                    return giveUp(request) ? inside(request, units, !isClosed()) : outside();
                }
                park(patience.deadlineNanos());
            }
            return inside(request, units, request.isAttempt && !isClosed());
        } finally {
            waiting.remove(request);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean outside() {
        if (isClosed()) {
            throw new TurnstileClosedException(name());
        }
        return false;
    }

    private static void park(long deadline) {
        if (deadline == Patience.FOR_EVER) {
            LockSupport.park();
        } else {
            LockSupport.parkNanos(Math.max(1, deadline - System.nanoTime()));
        }
    }

    /**
     * Gives up, and waits for the outcome as long as the store answers. Returns false if it does not: then the caller
     * is not inside, and should the request come in, it leaves again.
     */
    private boolean giveUp(StoreRequest request) {
        register.giveUp(request);
        settle(request);
        return request.isSettled() || !register.orphan(request);
    }

    /** Waits until a request is settled, but not much longer than the store takes to answer. */
    private void settle(StoreRequest request) {
        long begun = System.nanoTime();
        long most = hub.leaseNanos() / 6;
        boolean interrupted = false;
        while (!request.isSettled() && System.nanoTime() - begun < most) {
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(Math.max(1, begun + most - System.nanoTime()));
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns true if the request is inside. If it was refused although its caller still wants it, throws. */
    private boolean inside(StoreRequest request, int units, boolean mayBeOut) {
        if (register.isDelivered(request)) {
            return true;
        }
        boolean isFull = register.isFull(request);
        register.closed(request);
        if (!mayBeOut || isFull || register.unusable().isPresent()) {
            throw refusal(units, isFull);
        }
        return false;
    }

    private RuntimeException refusal(int units, boolean isFull) {
        if (isClosed()) {
            return new TurnstileClosedException(name());
        }
        Optional<TurnstileUnusableException> why = register.unusable();
        if (why.isPresent()) {
            return why.get();
        }
        if (isFull) {
            return new IllegalStateException("all " + StoredLedger.ENTRIES_MAX + " places for holders and waiters of '"
                    + name() + "' are taken; try again later");
        }
        int limit = limit();
        return units > limit ? new LimitExceededException(name(), units, limit) : new PermitLostException(name());
    }

    @Override
    protected Runnable whenSettled(StoreRequest request, int units, Promise promise) {
        Runnable settle = () -> promise.settle(() -> {
            waiting.remove(request);
            return inside(request, units, false);
        });
        register.tell(request, settle);
        if (isClosed()) {
            register.giveUp(request);
        }
        return () -> register.giveUp(request);
    }

    // ------------------------------------------------------------------------------------------------ leaving

    @Override
    protected AbstractPermit permit(StoreRequest request, int units) {
        if (watched) {
            register.name(request, Thread.currentThread().getName());
        }
        return new StorePermit(this, request, units);
    }

    @Override
    protected void leave(StoreRequest request) {
        leave(request, LedgerProcess::release, Patience.UNINTERRUPTIBLE);
        if (register.closed(request)) {
            throw new PermitLostException(name());
        }
    }

    /**
     * Makes a request that is inside take a step, and waits for the outcome. If patience ends first, it stays as it
     * was. If the store does not answer, this returns within a third of a lease, and the clerk goes on trying.
     */
    void leave(StoreRequest request, Consumer<LedgerProcess> step, Patience patience) {
        if (!request.isSettled()) {
            settle(request); // an earlier step was given up before the store has answered
            if (register.orphan(request)) {
                return;
            }
        }
        if (!register.leave(request, step)) {
            return;
        }
        boolean interrupted = false;
        long begun = System.nanoTime();
        while (!request.isSettled()) {
            interrupted |= Thread.interrupted();
            if (patience.isOver() || (interrupted && patience.interruptible())) {
                register.giveUp(request);
                settle(request);
                break;
            }
            if (!request.isWaitingToLeave() && hasWaitedEnough(begun)) {
                break;
            }
            LockSupport.parkNanos(Math.min(hub.leaseNanos() / 20, nanosLeft(patience)));
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns true if the store has not answered for a quarter of a lease, which is more than one call may take, and
     * the caller that has been waiting since then has given it the time of one call.
     */
    private boolean hasWaitedEnough(long sinceNanos) {
        return register.unansweredNanos() >= hub.leaseNanos() / 4
                && System.nanoTime() - sinceNanos >= hub.leaseNanos() / 6;
    }

    /**
     * Makes a request that is inside take a step that the floor of a window may forbid, and waits for the outcome, also
     * while the store does not answer. If patience ends first, the request stays as it was, or returns to that when the
     * store answers. Should it have left by then, its permit is lost.
     */
    void leaveFloor(StoreRequest request, Consumer<LedgerProcess> step, Patience patience) {
        // An earlier step may have been given up before the store has answered.
        boolean begun = awaitOutcome(request, patience) && register.leave(request, step);
        if (begun && !awaitOutcome(request, patience)) {
            register.giveUp(request);
            settle(request);
            register.stays(request);
        }
    }

    /** Waits until a request is settled or lost. Returns false if patience ends first. */
    private boolean awaitOutcome(StoreRequest request, Patience patience) {
        boolean interrupted = false;
        boolean known = true;
        while (known && !request.isSettled() && register.isValid(request)) {
            interrupted |= Thread.interrupted();
            known = !patience.isOver() && !(interrupted && patience.interruptible());
            if (known) {
                request.waitHere();
                LockSupport.parkNanos(Math.min(hub.leaseNanos() / 20, nanosLeft(patience)));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return known;
    }

    private static long nanosLeft(Patience patience) {
        return patience.deadlineNanos() == Patience.FOR_EVER
                ? Long.MAX_VALUE
                : Math.max(1, patience.deadlineNanos() - System.nanoTime());
    }

    /** Returns the patience for one answer of the store. */
    Patience oneAnswer() {
        return new Patience(System.nanoTime() + hub.callTimeout().toNanos(), false);
    }

    // ------------------------------------------------------------------------------------------------ as a whole

    private <T> T answer(Answering<T> call) {
        try {
            return call.get();
        } catch (StoreException noAnswer) {
            throw new TurnstileUnusableException(noAnswer.getMessage(), noAnswer);
        }
    }

    private interface Answering<T> {
        T get() throws StoreException;
    }

    /**
     * The turnstile as the store has it, or, if the store does not answer, as it was when it last did.
     *
     * @param value the turnstile
     * @param silent how long the store has not answered, if it does not
     */
    private record Seen(StoredLedger value, Optional<Duration> silent) {}

    private Seen current() {
        Optional<Duration> silent = Optional.empty();
        try {
            Optional<StoredLedger> now = register.edits().read();
            if (now.isPresent()) {
                return new Seen(now.get(), silent);
            }
        } catch (StoreException noAnswer) {
            silent = Optional.of(silentFor());
        }
        StoredLedger known = register.known()
                .orElseThrow(() -> new TurnstileUnusableException("'" + name() + "' is not in " + hub.store()));
        return new Seen(known, silent);
    }

    /** Returns how long no heartbeat was answered, or how long no call for this turnstile was, if that is longer. */
    private Duration silentFor() {
        Duration heartbeat = hub.keeper().silentFor();
        return register.failingFor()
                .filter(failing -> failing.compareTo(heartbeat) > 0)
                .orElse(heartbeat);
    }

    private <T> T inspect(Function<Ledger, T> look) {
        Ledger ledger = new Ledger(StoredLedger.ENTRIES_MAX);
        ledger.load(current().value().words());
        return look.apply(ledger);
    }

    @Override
    public int limit() {
        return inspect(Ledger::limit);
    }

    @Override
    protected void changeLimit(int wanted) {
        LedgerSystem.checkBounds(0, wanted);
        Optional<Edits.Changed<Boolean>> fits = answer(() -> register.edits().change(Optional::empty, draft -> {
            int floor = draft.ledger().floor();
            if (wanted < floor) {
                throw new IllegalArgumentException(
                        "the limit must be at least the floor (" + floor + "), not " + wanted);
            }
            draft.ledger().setBounds(floor, wanted, true);
            draft.setter(hub.self());
            return Edits.Edit.of(true);
        }));
        if (fits.isEmpty()) {
            throw new TurnstileUnusableException("'" + name() + "' is no longer in " + hub.store());
        }
        register.beaten(); // reads the new bounds
    }

    @Override
    protected boolean isFair() {
        return true;
    }

    @Override
    protected int free() {
        return Math.max(0, inspect(Ledger::free));
    }

    @Override
    protected int queueLength() {
        return inspect(ledger -> ledger.entries() - ledger.inside());
    }

    @Override
    public Snapshot snapshot() {
        Seen now = current();
        if (now.silent().isPresent()) {
            return snapshot(now, Map.of());
        }
        try {
            return snapshot(
                    now,
                    hub.records(now.value().roster().stream()
                            .map(StoredLedger.Row::session)
                            .toList()));
        } catch (StoreException noAnswer) {
            return snapshot(new Seen(now.value(), Optional.of(silentFor())), Map.of());
        }
    }

    private Snapshot snapshot(Seen now, Map<SessionId, SessionRecord> records) {
        return Snapshots.of(name(), now.value(), records, register::nameOf, now.silent());
    }

    @Override
    public SemaphoreView asSemaphore() {
        if (register.hasFloor()) {
            throw new UnsupportedOperationException(
                    "a window has no semaphore view, because a release from a window can wait");
        }
        return super.asSemaphore();
    }

    @Override
    protected void whenClosed() {
        waiting.forEach(request -> {
            register.giveUp(request);
            request.wakeWaiter();
        });
        hub.release(register);
    }

    @Override
    public String toString() {
        return "Turnstile['" + name() + "', ledger, " + hub.store() + "]";
    }
}
