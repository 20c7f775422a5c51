package dev.turnstile.driver;

import java.util.function.BooleanSupplier;

/**
 * How a thread waits before it parks.
 *
 * <p>To park and be woken costs a thread of the operating system much more than most critical sections take, most of
 * all on a machine that would fall asleep meanwhile. So it spins for a moment, and then offers its processor to the
 * others for a while: as long as they are threads of the same line, that passes the turn round without anybody parking.
 * Where they are not, and a yield takes long, yielding does not pay: the next few waits park at once.
 *
 * <p>Only a few do so at a time ({@link #NEAR}), those near the front where there is a line. The others park at once:
 * else they would be in the way of those ahead of them.
 *
 * <p>A virtual thread parks at once: that costs it little, and spinning would keep its carrier from the others.
 *
 * <pre>{@code
 * spinning.spin(() -> !granted, patience);
 * }</pre>
 */
public final class Spinning {
    /** So many are awake while they wait, or soon will be. */
    public static final int NEAR = Math.max(4, 4 * Runtime.getRuntime().availableProcessors());

    private static final int SPINS = 32;
    private static final int YIELDS = 64;
    private static final long YIELD_NANOS_MAX = 400_000;
    private static final int WAITS_WITHOUT = 256;

    private int
            without; // so many waits to come do not yield; threads may overwrite each other's count, which does no harm

    /** For the waiters of one turnstile. */
    public Spinning() {}

    /** Spins while it waits, for a moment at most, and not longer than patience allows. */
    @SuppressWarnings("ThreadPriorityCheck") // those ahead may need this processor to go on
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
