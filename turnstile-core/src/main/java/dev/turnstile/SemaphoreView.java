package dev.turnstile;

import java.util.concurrent.TimeUnit;

/**
 * A turnstile in the vocabulary of {@link java.util.concurrent.Semaphore}, for code that counts instead of holding
 * permits. Any thread may release, in any portions.
 *
 * <p>The rules are the turnstile's. Compared with {@code Semaphore}, they are stricter:
 *
 * <ul>
 *   <li><b>Releasing.</b> Only what was acquired through this view can be released through it. A release of more is an
 *       {@link IllegalStateException}, and releases nothing. The number of permits changes by
 *       {@link Turnstile#limit(int)} only.
 *   <li><b>Order.</b> {@code tryAcquire} without a timeout, and {@link #drainPermits}, do not overtake a waiter. With
 *       {@code Semaphore} they do, also if it is fair.
 *   <li><b>Too many.</b> A request for more than the limit is a {@link LimitExceededException}, at once or when the
 *       limit is lowered. {@code Semaphore} waits, or returns false.
 *   <li><b>None.</b> A request or release of 0 permits is an {@link IllegalArgumentException}. {@code Semaphore} does
 *       nothing.
 *   <li><b>Closing.</b> After {@link Turnstile#close}, a request is a {@link TurnstileClosedException}; what is held
 *       can be released.
 *   <li><b>Participants.</b> With an algorithm for a fixed number of participants, one more is an
 *       {@link IllegalStateException}; some algorithms refuse a request for several units.
 *   <li><b>Loss.</b> Between processes an operator can take units away. Their release is a {@link PermitLostException}.
 *   <li><b>Windows.</b> A window has no such view, since a release can wait there.
 * </ul>
 *
 * <p>There is no {@code reducePermits}, and no {@code getQueuedThreads}: see {@link Turnstile#limit(int)} and
 * {@link Turnstile#snapshot}.
 *
 * <pre>{@code
 * SemaphoreView semaphore = gate.asSemaphore();
 * semaphore.acquire(2);
 * try {
 *     // ..
 * } finally {
 *     semaphore.release(2);
 * }
 * }</pre>
 */
public interface SemaphoreView {
    /** As {@link Turnstile#acquire()}. */
    default void acquire() throws InterruptedException {
        acquire(1);
    }

    /** As {@link Turnstile#acquire(int)}. */
    void acquire(int permits) throws InterruptedException;

    /** As {@link Turnstile#acquireUninterruptibly()}. */
    default void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    /** As {@link Turnstile#acquireUninterruptibly(int)}. */
    void acquireUninterruptibly(int permits);

    /** As {@link Turnstile#tryAcquire()}. */
    default boolean tryAcquire() {
        return tryAcquire(1);
    }

    /** As {@link Turnstile#tryAcquire(int)}. */
    boolean tryAcquire(int permits);

    /** As {@link Turnstile#tryAcquire(long, TimeUnit)}. */
    default boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    /** As {@link Turnstile#tryAcquire(int, long, TimeUnit)}. */
    boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException;

    /** Gives one unit back. */
    default void release() {
        release(1);
    }

    /**
     * Gives this many units back. If an operator has taken some of them away, the others are given back all the same,
     * and one exception reports the loss at the end. All of them, lost or not, count as released then.
     *
     * @throws IllegalArgumentException when permits is less than 1
     * @throws IllegalStateException when fewer than that were acquired through this view and not yet released
     * @throws PermitLostException when some of the units were taken away; if several permits were, the others are
     *     suppressed
     */
    void release(int permits);

    /** How many units are free now. */
    int availablePermits();

    /**
     * Acquires all units that are free and that no caller waits for, and returns their number. They are held through
     * this view then. A limit that is lowered meanwhile is no error: it returns what it has acquired.
     *
     * @throws TurnstileClosedException when the turnstile was closed before this acquired a unit
     */
    int drainPermits();

    /** Whether waiters enter in the order of their arrival: not every algorithm keeps one. */
    boolean isFair();

    /** Whether anybody waits. */
    default boolean hasQueuedThreads() {
        return getQueueLength() > 0;
    }

    /** How many wait. */
    int getQueueLength();
}
