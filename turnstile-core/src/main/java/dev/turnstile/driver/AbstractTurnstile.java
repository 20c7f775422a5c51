package dev.turnstile.driver;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * A skeleton for the turnstiles of all drivers. It implements the order of checks, interrupts, timeouts, futures,
 * closing and the semaphore view. A driver defines how a request enters, waits, gives up and leaves.
 *
 * <p>A request is an entry, of a type that the driver chooses; the skeleton allocates nothing beside it. Its life:
 *
 * <pre>
 *  attempt ─► inside, or no entry                        at once, or not at all
 *  enter ──► inside ─► permit, leave                     at once
 *      └───► waits ──► await ──────► inside              the caller's thread waits, with a {@link Patience}
 *                  └─► whenSettled ► inside              no caller waits: a future does
 *                               └──► gave up, refused    the driver has forgotten the entry
 * </pre>
 *
 * <p>The skeleton guarantees:
 *
 * <ul>
 *   <li>It calls {@link #enter} and {@link #attempt} with at least one unit, and at most as many as were {@link #admit
 *       admitted} when it checked. Both may refuse for reasons of their own, by throwing; then they must leave nothing
 *       behind.
 *   <li>It passes an entry that waits after {@link #enter} to either {@link #await} or {@link #whenSettled}, once, on
 *       the same thread.
 *   <li>It passes an entry that is inside to {@link #permit}, once. In {@link #run} and {@link #call} of a driver that
 *       does not show its holders, it passes the entry to {@link #leave} instead.
 *   <li>It calls {@link #whenClosed} once, after {@link #isClosed} has become true.
 * </ul>
 *
 * <p>A driver guarantees:
 *
 * <ul>
 *   <li>The request has its place in line when {@link #enter} returns. A driver may postpone that to the first action
 *       of {@link #await} and {@link #whenSettled} on the caller's thread.
 *   <li>It calls {@link #checkAdmissible} once more after the moment from which {@link #whenClosed} can find the entry.
 *       The turnstile may have been closed, or its limit lowered, between {@link #enter} and that moment.
 *   <li>If the entry is admitted at the moment when patience ends, it is inside.
 * </ul>
 *
 * <pre>{@code
 * final class MyTurnstile extends AbstractTurnstile<Ticket> {
 *     @Override
 *     protected Ticket enter(int units) {
 *         return line.draw(units);
 *     }
 *     // ..
 * }
 * }</pre>
 *
 * @param <E> the driver's type of a request
 */
@SuppressWarnings("this-escape") // to the semaphore view, which is not used before a caller gets it
public abstract class AbstractTurnstile<E> implements Turnstile {
    private static final int CLOSED = 0;
    private static final Patience NONE = new Patience(System.nanoTime(), false);

    private final String name;
    private final boolean showsHolders;
    private final SemaphoreAdapter semaphore = new SemaphoreAdapter(this);
    private final Object admitting = new Object();
    private volatile int admissible; // the most units that may be requested, or CLOSED

    /**
     * Constructs a turnstile with the given name.
     *
     * @param unitsAdmitted the most units that one request may have; see {@link #admit}
     * @param showsHolders whether this turnstile must know its holders; then {@link #run} and {@link #call} use a
     *     permit, too
     */
    protected AbstractTurnstile(String name, int unitsAdmitted, boolean showsHolders) {
        this.name = name;
        this.showsHolders = showsHolders;
        admissible = unitsAdmitted;
    }

    /** Requests this many units, and takes a place in line unless the request is inside at once. Never blocks. */
    protected abstract E enter(int units);

    /** Returns an entry that is inside, if it can enter at once without overtaking a waiter. Never blocks. */
    protected abstract Optional<E> attempt(int units);

    /** Returns true if the entry is inside. Called only right after {@link #enter}. */
    protected abstract boolean isInside(E entry);

    /**
     * Waits on this thread, for as long as patience allows. If the thread is interrupted meanwhile, its interrupt
     * status is set when this method returns or throws.
     *
     * @return true if the entry is inside; false if patience ended, and the entry has given up
     * @throws RuntimeException if the request was refused: see {@link #checkAdmissible}, or for a reason of the
     *     driver's own
     */
    protected abstract boolean await(E entry, int units, Patience patience);

    /**
     * Waits without blocking the caller's thread, and settles the promise when the outcome of the entry is known.
     * Default: a daemon thread waits.
     *
     * @return an action that gives up; any thread may run it, and it has no effect once the promise is settled
     */
    protected Runnable whenSettled(E entry, int units, Promise promise) {
        Thread waiter = Thread.ofPlatform()
                .daemon()
                .name("turnstile-waiting-" + name)
                .unstarted(() -> promise.settleHere(() -> await(entry, units, Patience.INTERRUPTIBLE)));
        try {
            waiter.start();
        } catch (Error noThreadLeft) {
            if (await(entry, units, NONE)) {
                permit(entry, units).close();
            }
            throw noThreadLeft;
        }
        return waiter::interrupt;
    }

    /** Returns a permit for an entry that is inside. */
    protected abstract AbstractPermit permit(E entry, int units);

    /**
     * Leaves, uninterruptibly, with an entry of one unit that has no permit.
     *
     * @throws dev.turnstile.PermitLostException if the entry was lost before
     */
    protected abstract void leave(E entry);

    /** Refuses all waiters, because the turnstile has been closed. */
    protected abstract void whenClosed();

    /** Changes the limit to the given value, which is at least 1, or throws with the reason why it cannot. */
    protected abstract void changeLimit(int wanted);

    /** Returns true if waiters enter in the order of their arrival. */
    protected abstract boolean isFair();

    /** Returns how many units are available now. */
    protected int free() {
        Snapshot now = snapshot();
        return Math.max(0, now.effectiveLimit() - now.held());
    }

    /** Returns the number of waiters. */
    protected int queueLength() {
        return snapshot().waiters().size();
    }

    /** Returns the most units that one request can have, whatever the limit. */
    protected int unitsMax() {
        return Integer.MAX_VALUE;
    }

    /**
     * Admits requests of at most this many units from now on, unless the turnstile is closed. Waiters that request more
     * are the driver's to refuse.
     */
    protected final void admit(int units) {
        synchronized (admitting) {
            if (admissible != CLOSED) {
                admissible = units;
            }
        }
    }

    /** Returns true if this turnstile is closed. */
    protected final boolean isClosed() {
        return admissible == CLOSED;
    }

    /**
     * Returns true if this many units may be requested now: the turnstile is not closed, and they are not more than
     * admitted.
     */
    protected final boolean isAdmissible(int units) {
        return units <= admissible;
    }

    /**
     * Checks that this many units may be requested now.
     *
     * @throws TurnstileClosedException if the turnstile is closed
     * @throws LimitExceededException if they are more than admitted
     */
    protected final void checkAdmissible(int units) {
        if (units > admissible) {
            throw isClosed() ? new TurnstileClosedException(name) : new LimitExceededException(name, units, limit());
        }
    }

    private static void checkUnits(int units) {
        if (units < 1) {
            throw new IllegalArgumentException("units must be at least 1, not " + units);
        }
    }

    private static void checkInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private E enterIfAdmitted(int units) {
        checkAdmissible(units);
        return enter(units);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Permit acquire(int units) throws InterruptedException {
        checkUnits(units);
        checkInterrupt();
        E entry = enterIfAdmitted(units);
        if (!isInside(entry)) {
            awaitInterruptibly(entry, units);
        }
        return permit(entry, units);
    }

    private void awaitInterruptibly(E entry, int units) throws InterruptedException {
        if (!await(entry, units, Patience.INTERRUPTIBLE)) {
            checkInterrupt();
            throw new IllegalStateException("a wait without a timeout ended without a permit or an interrupt");
        }
    }

    @Override
    public final Permit acquireUninterruptibly(int units) {
        checkUnits(units);
        E entry = enterIfAdmitted(units);
        if (!isInside(entry) && !await(entry, units, Patience.UNINTERRUPTIBLE)) {
            throw new IllegalStateException("an uninterruptible wait ended without a permit");
        }
        return permit(entry, units);
    }

    @Override
    public final Optional<Permit> tryAcquire(int units) {
        checkUnits(units);
        checkAdmissible(units);
        return attempt(units).map(entry -> permit(entry, units));
    }

    @Override
    public final Optional<Permit> tryAcquire(int units, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "the timeout must not be null");
        checkUnits(units);
        checkInterrupt();
        if (!timeout.isPositive()) {
            return tryAcquire(units);
        }
        E entry = enterIfAdmitted(units);
        if (isInside(entry) || await(entry, units, Patience.until(timeout))) {
            return Optional.of(permit(entry, units));
        }
        checkInterrupt();
        return Optional.empty();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the result of giving up is of no interest
    public final CompletableFuture<Permit> acquireAsync(int units) {
        checkUnits(units);
        E entry = enterIfAdmitted(units);
        if (isInside(entry)) {
            return CompletableFuture.completedFuture(permit(entry, units));
        }
        Promise promise = new Promise(entry, units);
        Runnable giveUp = whenSettled(entry, units, promise);
        // However the future ends, by a cancellation, its own timeout, or the promise: if the entry still waits, it
        // gives up.
        promise.future.whenComplete((permit, failure) -> giveUp.run());
        return promise.future;
    }

    /** A future that waits for an entry. */
    protected final class Promise {
        private final CompletableFuture<Permit> future = new CompletableFuture<>();
        private final E entry;
        private final int units;

        private Promise(E entry, int units) {
            this.entry = entry;
            this.units = units;
        }

        /**
         * Reports the outcome of the entry, once. The outcome is evaluated later, on a thread of the future's executor.
         * It returns what {@link #await} would: true if inside, false if the entry gave up, or an exception. Never
         * blocks.
         */
        public void settle(BooleanSupplier outcome) {
            future.defaultExecutor().execute(() -> settleHere(outcome));
        }

        /** Reports the outcome like {@link #settle}, but on this thread, which must not be a caller's. */
        @SuppressWarnings("FutureReturnValueIgnored") // no caller waits for an unwanted permit to leave
        public void settleHere(BooleanSupplier outcome) {
            try {
                if (!outcome.getAsBoolean()) {
                    future.cancel(false);
                    return;
                }
                Permit permit = permit(entry, units);
                if (!future.complete(permit)) {
                    permit.releaseAsync(); // the future has ended; leaving may have to wait
                }
            } catch (RuntimeException | Error refused) {
                future.completeExceptionally(refused);
            }
        }
    }

    @Override
    public final void run(Runnable task) throws InterruptedException {
        if (showsHolders) {
            Turnstile.super.run(task);
            return;
        }
        E entry = enterOrWait();
        try {
            task.run();
        } catch (Throwable failure) {
            leaveAfter(failure, entry);
            throw failure;
        }
        leave(entry);
    }

    @Override
    public final <T> T call(Callable<T> task) throws Exception {
        if (showsHolders) {
            return Turnstile.super.call(task);
        }
        E entry = enterOrWait();
        T result;
        try {
            result = task.call();
        } catch (Throwable failure) {
            leaveAfter(failure, entry);
            throw failure;
        }
        leave(entry);
        return result;
    }

    /** Acquires one unit without a permit. The caller must make the entry leave, exactly once. */
    private E enterOrWait() throws InterruptedException {
        checkInterrupt();
        E entry = enterIfAdmitted(1);
        if (!isInside(entry)) {
            awaitInterruptibly(entry, 1);
        }
        return entry;
    }

    private void leaveAfter(Throwable failure, E entry) {
        try {
            leave(entry);
        } catch (RuntimeException lost) {
            failure.addSuppressed(lost);
        }
    }

    @Override
    public final void limit(int wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("the limit must be at least 1, not " + wanted);
        }
        if (isClosed()) {
            throw new TurnstileClosedException(name);
        }
        changeLimit(wanted);
    }

    @Override
    public SemaphoreView asSemaphore() {
        return semaphore;
    }

    @Override
    public final void close() {
        synchronized (admitting) {
            if (admissible == CLOSED) {
                return;
            }
            admissible = CLOSED;
        }
        whenClosed();
    }
}
