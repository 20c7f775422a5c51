package dev.turnstile.driver;

import java.util.function.BooleanSupplier;

/**
 * A strategy for waiting before a thread parks.
 *
 * <p>For a platform thread, parking and waking costs much more than most critical sections take, above all if the
 * processor would go to sleep meanwhile. So the thread spins for a moment, then yields its processor for a while. If
 * the other threads wait in the same line, yielding passes the turn around without any thread parking. If they do not,
 * and a yield takes long, yielding does not pay, and the next few waits park at once.
 *
 * <p>Only a few threads wait like this at a time ({@link #NEAR}): those near the front, if there is a line. The others
 * park at once, because they would be in the way of the threads ahead of them.
 *
 * <p>A virtual thread parks at once: that costs it little, and spinning would keep its carrier from other threads.
 *
 * <pre>{@code
 * spinning.spin(() -> !granted, patience);
 * while (!granted) {
 *     LockSupport.park();
 * }
 * }</pre>
 */
public final class Spinning {
    /** How many waiters are awake while they wait, or soon will be. */
    public static final int NEAR = Math.max(4, 4 * Runtime.getRuntime().availableProcessors());

    private static final int SPINS = 32;
    private static final int YIELDS = 64;
    private static final long YIELD_NANOS_MAX = 400_000;
    private static final int WAITS_WITHOUT = 256;

    private int without; // how many of the next waits do not yield; a lost update does no harm

    /** Constructs a strategy for the waiters of one turnstile. */
    public Spinning() {}

    /** Spins while the condition holds, for a moment at most, and no longer than patience allows. */
    @SuppressWarnings("ThreadPriorityCheck") // the threads ahead may need this processor to go on
    public void spin(BooleanSupplier waits, Patience patience) {
        if (Thread.currentThread().isVirtual()) {
            return;
        }
        for (int i = 0; i < SPINS && waits.getAsBoolean(); i++) {
            Thread.onSpinWait();
        }
        if (without > 0) {
            without--;
            return;
        }
        long before = System.nanoTime();
        for (int i = 0; i < YIELDS && waits.getAsBoolean() && !patience.isOver(); i++) {
            Thread.yield();
            long now = System.nanoTime();
            if (now - before > YIELD_NANOS_MAX) {
                without = WAITS_WITHOUT;
                return;
            }
            before = now;
        }
    }
}
