package dev.turnstile.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A counter updated by compare-and-set: the minimum that any lock-free semaphore does. */
final class CasCount {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(CasCount.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int value;

    CasCount(int value) {
        this.value = value;
    }

    void add(int delta) {
        int seen = value;
        while (!VALUE.compareAndSet(this, seen, seen + delta)) {
            Thread.onSpinWait();
            seen = value;
        }
    }
}
