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
 * What the turnstiles of all drivers share: the order of checks, interrupts, timeouts, futures, closing, the view as a
 * semaphore. A driver says how a request enters, waits, gives up and leaves.
 *
 * <p>A request is an entry, of whatever type the driver likes; nothing is allocated beside it. Its life:
 *
 * <pre>
 *  attempt ─► inside, or no entry                        at once, or not at all
 *  enter ──► inside ─► permit, leave                     at once
 *      └───► waits ──► await ──────► inside              the caller's thread waits, with a {@link Patience}
 *                  └─► whenSettled ► inside              no caller waits: a future does
 *                               └──► gave up, refused    the driver has forgotten the entry
 * </pre>
 *
 * <p>What the skeleton promises a driver:
 *
 * <ul>
 *   <li>{@link #enter} and {@link #attempt} are called with at least one unit, and not more than was {@link #admit
 *       admitted} when it looked. Both may refuse for reasons of their own, by an exception; they leave nothing behind
 *       then.
 *   <li>An entry that waits after {@link #enter} goes to {@link #await} or to {@link #whenSettled} next, once, on the
 *       same thread.
 *   <li>An entry that is inside goes to {@link #permit}, or, in {@link #run} and {@link #call} of a driver that does
 *       not show its holders, to {@link #leave}, once.
 *   <li>{@link #whenClosed} is called once, when {@link #isClosed} has become true.
 * </ul>
 *
 * <p>What a driver promises:
 *
 * <ul>
 *   <li>The request has its place in line when {@link #enter} returns. A driver may leave that to the first thing that
 *       {@link #await} and {@link #whenSettled} do on the caller's thread.
 *   <li>A turnstile may be closed, or its limit lowered, between {@link #enter} and the moment from which
 *       {@link #whenClosed} can find the entry. So a driver asks {@link #checkAdmissible} once more after that moment.
 *   <li>If the entry comes in together with the end of patience, it is inside.
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
 * @param <E> a request, as the driver knows it
 */
@SuppressWarnings("this-escape") // to the view as a semaphore, which nobody has before it is asked for
public abstract class AbstractTurnstile<E> implements Turnstile {
    private static final int CLOSED = 0;
    private static final Patience NONE = new Patience(System.nanoTime(), false);

    private final String name;
    private final boolean showsHolders;
    private final SemaphoreAdapter semaphore = new SemaphoreAdapter(this);
    private final Object admitting = new Object();
    private volatile int admissible; // the most units that may be requested, or CLOSED

    /**
     * A turnstile of that name.
     *
     * @param unitsAdmitted the most units that one may request; see {@link #admit}
     * @param showsHolders whether it must know who is inside: {@link #run} and {@link #call} have a permit then, too
     */
    protected AbstractTurnstile(String name, int unitsAdmitted, boolean showsHolders) {
        this.name = name;
        this.showsHolders = showsHolders;
        admissible = unitsAdmitted;
    }

    /** Requests so many units, and takes a place in line unless it is inside at once. Never blocks. */
    protected abstract E enter(int units);

    /** An entry that is inside, if that can be had at once without overtaking a waiter. Never blocks. */
    protected abstract Optional<E> attempt(int units);

    /** Whether it has come in. Asked right after {@link #enter} only. */
    protected abstract boolean isInside(E entry);

    /**
     * Waits on this thread, for as long as patience allows. However this ends, also by an exception, an interrupt that
     * came meanwhile is in the thread's status.
     *
     * @return whether it is inside; if not, patience was over, and it has given up
     * @throws RuntimeException if it was refused: see {@link #checkAdmissible}, or for a reason of the driver's
     */
    protected abstract boolean await(E entry, int units, Patience patience);

    /**
     * Waits on no thread of the caller's: tells the promise when it is known what became of the entry. Default: a
     * daemon thread waits.
     *
     * @return how to give up: it may be run from any thread, and does nothing once the promise was told
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

    /** A permit for an entry that is inside. */
    protected abstract AbstractPermit permit(E entry, int units);

    /**
     * Leaves with an entry of one unit that has no permit, uninterruptibly.
     *
     * @throws dev.turnstile.PermitLostException if it was taken away before
     */
    protected abstract void leave(E entry);

    /** It is closed from now on: refuses all who wait. */
    protected abstract void whenClosed();

    /** Changes the limit to one that is at least 1, or says why it can't be. */
    protected abstract void changeLimit(int wanted);

    /** Whether waiters enter in the order of their arrival. */
    protected abstract boolean isFair();

    /** How many units can be had now. */
    protected int free() {
        Snapshot now = snapshot();
        return Math.max(0, now.effectiveLimit() - now.held());
    }

    /** How many wait. */
    protected int queueLength() {
        return snapshot().waiters().size();
    }

    /** The most units that one request can have, whatever the limit. */
    protected int unitsMax() {
        return Integer.MAX_VALUE;
    }

    /**
     * From now on, at most so many units may be requested; unless it is closed. Those who wait for more are the
     * driver's to refuse.
     */
    protected final void admit(int units) {
        synchronized (admitting) {
            if (admissible != CLOSED) {
                admissible = units;
            }
        }
    }

    /** Whether it is closed. */
    protected final boolean isClosed() {
        return admissible == CLOSED;
    }

    /** Whether so many units may be requested now: it is not closed, and they are not more than was admitted. */
    protected final boolean isAdmissible(int units) {
        return units <= admissible;
    }

    /**
     * Checks that so many units may be requested now.
     *
     * @throws TurnstileClosedException if it is closed
     * @throws LimitExceededException if they are more than was admitted
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
            throw new IllegalStateException("a wait without a timeout ended for no reason");
        }
    }

    @Override
    public final Permit acquireUninterruptibly(int units) {
        checkUnits(units);
        E entry = enterIfAdmitted(units);
        if (!isInside(entry) && !await(entry, units, Patience.UNINTERRUPTIBLE)) {
            throw new IllegalStateException("an uninterruptible wait ended for no reason");
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
    @SuppressWarnings("FutureReturnValueIgnored") // the one that gives up has nothing to say
    public final CompletableFuture<Permit> acquireAsync(int units) {
        checkUnits(units);
        E entry = enterIfAdmitted(units);
        if (isInside(entry)) {
            return CompletableFuture.completedFuture(permit(entry, units));
        }
        Promise promise = new Promise(entry, units);
        Runnable giveUp = whenSettled(entry, units, promise);
        // However the future ends, by a cancel, a timeout of its own, or us: if the entry still waits then, it gives
        // up.
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
         * Tells, once, what became of the entry. The outcome is looked at later, on a thread of the future's executor,
         * and is what {@link #await} would answer: true if it is inside, false if it gave up, or an exception. Never
         * blocks.
         */
        public void settle(BooleanSupplier outcome) {
            future.defaultExecutor().execute(() -> settleHere(outcome));
        }

        /** As {@link #settle}, on this thread, which must not be a caller's. */
        @SuppressWarnings("FutureReturnValueIgnored") // nobody wants to know when an unwanted permit has left
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

    /** As acquire of one unit, but without a permit: the caller must make the entry leave, once. */
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
