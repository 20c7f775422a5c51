package dev.turnstile.driver.threads;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A lock for short critical sections that never block. A thread that waits for it spins, then yields. */
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

    @SuppressWarnings("ThreadPriorityCheck") // the holder of the lock may need this processor to go on
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
