package dev.turnstile;

import java.util.concurrent.TimeUnit;

/**
 * A view of a turnstile with the methods of {@link java.util.concurrent.Semaphore}, for code that counts units instead
 * of holding permits. Any thread may release, in any portions.
 *
 * <p>The rules are those of the turnstile. They are stricter than those of {@code Semaphore}:
 *
 * <ul>
 *   <li><b>Releasing.</b> Only units acquired through this view can be released through it. Releasing more throws
 *       {@link IllegalStateException} and releases nothing. Only {@link Turnstile#limit(int)} changes the number of
 *       permits.
 *   <li><b>Order.</b> {@code tryAcquire} without a timeout, and {@link #drainPermits}, do not overtake waiters. Those
 *       of {@code Semaphore} do, even if it is fair.
 *   <li><b>Too many.</b> A request for more than the limit throws {@link LimitExceededException}, at once or when the
 *       limit is lowered. {@code Semaphore} waits, or returns false.
 *   <li><b>Zero.</b> An acquire or release of 0 permits throws {@link IllegalArgumentException}. {@code Semaphore} does
 *       nothing.
 *   <li><b>Closing.</b> After {@link Turnstile#close}, an acquire throws {@link TurnstileClosedException}. Held units
 *       can still be released.
 *   <li><b>Participants.</b> If the algorithm serves a fixed number of participants, one too many gets an
 *       {@link IllegalStateException}. Some algorithms reject a request for several units.
 *   <li><b>Loss.</b> Between processes, an operator can revoke units. Releasing them throws
 *       {@link PermitLostException}.
 *   <li><b>Windows.</b> A window has no such view, because a release may wait there.
 * </ul>
 *
 * <p>There is no {@code reducePermits} and no {@code getQueuedThreads}. Use {@link Turnstile#limit(int)} and
 * {@link Turnstile#snapshot} instead.
 *
 * <pre>{@code
 * SemaphoreView semaphore = gate.asSemaphore();
 * semaphore.acquire(2);
 * try {
 *     encode(video);    // two units are held
 * } finally {
 *     semaphore.release(2);
 * }
 * }</pre>
 */
public interface SemaphoreView {
    /** Acquires one unit, like {@link Turnstile#acquire()}. */
    default void acquire() throws InterruptedException {
        acquire(1);
    }

    /** Acquires the given number of units, like {@link Turnstile#acquire(int)}. */
    void acquire(int permits) throws InterruptedException;

    /** Acquires one unit, like {@link Turnstile#acquireUninterruptibly()}. */
    default void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    /** Acquires the given number of units, like {@link Turnstile#acquireUninterruptibly(int)}. */
    void acquireUninterruptibly(int permits);

    /** Acquires one unit if it is available at once, like {@link Turnstile#tryAcquire()}. */
    default boolean tryAcquire() {
        return tryAcquire(1);
    }

    /** Acquires the given number of units if they are available at once, like {@link Turnstile#tryAcquire(int)}. */
    boolean tryAcquire(int permits);

    /** Acquires one unit within the timeout, like {@link Turnstile#tryAcquire(long, TimeUnit)}. */
    default boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    /**
     * Acquires the given number of units within the timeout, like {@link Turnstile#tryAcquire(int, long, TimeUnit)}.
     */
    boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException;

    /** Releases one unit. */
    default void release() {
        release(1);
    }

    /**
     * Releases the given number of units. If an operator has revoked some of them, this method releases the others,
     * then throws one exception that reports the loss. Afterwards all of them count as released, lost or not.
     *
     * @throws IllegalArgumentException if permits is less than 1
     * @throws IllegalStateException if fewer units were acquired through this view and not yet released
     * @throws PermitLostException if some of the units were revoked; if several permits were, the exceptions of the
     *     others are suppressed
     */
    void release(int permits);

    /** Returns the number of units that are free now. */
    int availablePermits();

    /**
     * Acquires all units that are free and that no caller waits for, and returns their number. From then on they are
     * held through this view. If the limit is lowered meanwhile, this method returns what it has acquired.
     *
     * @throws TurnstileClosedException if the turnstile was closed before this acquired a unit
     */
    int drainPermits();

    /** Returns true if waiters enter in the order of their arrival. Not every algorithm guarantees it. */
    boolean isFair();

    /** Returns true if any caller is waiting. */
    default boolean hasQueuedThreads() {
        return getQueueLength() > 0;
    }

    /** Returns the number of waiters. */
    int getQueueLength();
}
