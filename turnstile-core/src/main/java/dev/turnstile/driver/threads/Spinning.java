package dev.turnstile.driver.threads;

import dev.turnstile.driver.Patience;

/**
 * How a thread waits before it parks.
 *
 * <p>To park and be woken costs a thread of the operating system much more than most critical sections take, most of all on a
 * machine that would fall asleep meanwhile. So it spins for a moment, and then offers its processor to the others for a
 * while: as long as they are threads of the same line, that passes the turn round without anybody parking. Where they are
 * not, and a yield takes long, yielding does not pay: the next few waits park at once.
 *
 * <p>Only those near the front of the line ({@link Line#NEAR}) do so. The others park at once, and are nudged when their turn
 * comes near: else they would be in the way of those ahead of them.
 *
 * <p>A virtual thread parks at once: that costs it little, and spinning would keep its carrier from the others.
 */
final class Spinning {
    private static final int SPINS = 32;
    private static final int YIELDS = 64;
    private static final long YIELD_NANOS_MAX = 400_000;
    private static final int WAITS_WITHOUT = 256;

    private int
            without; // so many waits to come do not yield; threads may overwrite each other's count, which does no harm

    @SuppressWarnings("ThreadPriorityCheck") // those ahead may need this processor to go on
    void spin(Waiter waiter, Patience patience) {
        if (Thread.currentThread().isVirtual()) {
            return;
        }
        for (int i = 0; i < SPINS && waiter.waits(); i++) {
            Thread.onSpinWait();
        }
        if (without > 0) {
            without--;
            return;
        }
        long before = System.nanoTime();
        for (int i = 0; i < YIELDS && waiter.waits() && !patience.isOver(); i++) {
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
