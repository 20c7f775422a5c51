package dev.turnstile.driver.mapped;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Access to words of the mapped memory by byte offset. */
final class SegmentAccess {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    private SegmentAccess() {}

    static long read(MemorySegment memory, long at) {
        return (long) LONG.getVolatile(memory, at);
    }

    static void write(MemorySegment memory, long at, long value) {
        LONG.setVolatile(memory, at, value);
    }

    static void prepare(MemorySegment memory, long at, long value) {
        LONG.setRelease(memory, at, value);
    }

    static boolean replace(MemorySegment memory, long at, long seen, long next) {
        return LONG.compareAndSet(memory, at, seen, next);
    }

    static long add(MemorySegment memory, long at, long delta) {
        return (long) LONG.getAndAdd(memory, at, delta);
    }

    static int readInt(MemorySegment memory, long at) {
        return (int) INT.getVolatile(memory, at);
    }

    static void writeInt(MemorySegment memory, long at, int value) {
        INT.setVolatile(memory, at, value);
    }

    static boolean replaceInt(MemorySegment memory, long at, int seen, int next) {
        return INT.compareAndSet(memory, at, seen, next);
    }

    static int exchangeInt(MemorySegment memory, long at, int next) {
        return (int) INT.getAndSet(memory, at, next);
    }

    static int addInt(MemorySegment memory, long at, int delta) {
        return (int) INT.getAndAdd(memory, at, delta);
    }
}
