package dev.turnstile;

import java.util.concurrent.TimeUnit;

/**
 * A turnstile in the vocabulary of {@link java.util.concurrent.Semaphore}, for code that counts instead of holding permits.
 * The rules are the turnstile's: the order of the algorithm, also for {@code tryAcquire}, several units all at once, the same exceptions.
 *
 * <p>One thing is stricter than there: only what was acquired through this view can be released through it. A release of more
 * is an {@link IllegalStateException}, and releases nothing. Any thread may release, in any portions.
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
     * Gives so many units back.
     *
     * @throws IllegalArgumentException when permits is less than 1
     * @throws IllegalStateException when fewer than that were acquired through this view and not yet released
     */
    void release(int permits);

    /** How many units are free now. */
    int availablePermits();

    /** Acquires all units that can be had at once, and says how many those were. */
    int drainPermits();

    /** Always true. */
    default boolean isFair() {
        return true;
    }

    /** Whether anybody waits. */
    default boolean hasQueuedThreads() {
        return getQueueLength() > 0;
    }

    /** How many wait. */
    int getQueueLength();
}
