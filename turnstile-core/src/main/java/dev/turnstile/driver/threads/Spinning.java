package dev.turnstile.driver.threads;

/** How a thread waits before it parks. */
final class Spinning {
    private static final int SPINS = 32;
    private static final int YIELDS = 64;

    private Spinning() {}

    @SuppressWarnings("ThreadPriorityCheck") // those ahead may need this processor to go on
    static void spin(Waiter waiter, Patience patience) {
        for (int i = 0; i < SPINS && waiter.waits(); i++) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < YIELDS && waiter.waits() && !patience.isOver(); i++) {
            Thread.yield();
        }
    }
}
