package dev.turnstile.driver.threads;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A lock that is held for moments only, never while anything blocks. Whoever waits for it spins, and then yields. */
final class SpinLock {
    private static final VarHandle HELD;
    private static final int SPINS = 64;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int held; // 0 or 1

    @SuppressWarnings("ThreadPriorityCheck") // whoever holds the lock may need this processor to go on
    void lock() {
        int spins = 0;
        while (held != 0 || !HELD.compareAndSet(this, 0, 1)) {
            if (++spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    void unlock() {
        HELD.setRelease(this, 0);
    }
}
