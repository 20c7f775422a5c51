package dev.turnstile.driver.mapped;

import dev.turnstile.driver.mapped.os.Kernel;
import dev.turnstile.machine.Cells;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;

/**
 * The cells of an algorithm without bells. Every write wakes all sleepers. A sleeper counts itself, then reads the
 * number of changes, then looks, then sleeps on that number. A writer writes, then checks whether any sleepers are
 * counted.
 */
final class MachineCells implements Cells {
    private static final long VIRTUAL_NANOS = 1_000_000;

    private final MemorySegment memory;
    private final Geometry geometry;
    private final Kernel kernel;
    private final MemorySegment changes;

    MachineCells(MemorySegment memory, Geometry geometry, Kernel kernel) {
        this.memory = memory;
        this.geometry = geometry;
        this.kernel = kernel;
        changes = memory.asSlice(Geometry.CHANGES, Integer.BYTES);
    }

    /** Counts the caller as a sleeper, so that changes wake it, and returns the number of changes so far. */
    int beginToWait() {
        SegmentAccess.addInt(memory, Geometry.SLEEPERS, 1);
        return seen();
    }

    int seen() {
        return SegmentAccess.readInt(memory, Geometry.CHANGES);
    }

    /**
     * Sleeps until there are more changes than seen, but no longer than the given time. A virtual thread would block
     * its carrier in the system call, so it looks every millisecond instead.
     */
    void sleep(int seen, long nanos) {
        if (Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(this, Math.min(nanos, VIRTUAL_NANOS));
        } else {
            kernel.sleep(changes, seen, nanos);
        }
    }

    void endToWait() {
        SegmentAccess.addInt(memory, Geometry.SLEEPERS, -1);
    }

    private void changed() {
        if (SegmentAccess.readInt(memory, Geometry.SLEEPERS) != 0) {
            SegmentAccess.addInt(memory, Geometry.CHANGES, 1);
            kernel.wakeAll(changes);
        }
    }

    @Override
    public long read(int cell) {
        return SegmentAccess.read(memory, geometry.cell(cell));
    }

    @Override
    public void write(int cell, long value) {
        SegmentAccess.write(memory, geometry.cell(cell), value);
        changed();
    }

    @Override
    public boolean replace(int cell, long seen, long next) {
        boolean replaced = SegmentAccess.replace(memory, geometry.cell(cell), seen, next);
        if (replaced) {
            changed();
        }
        return replaced;
    }

    @Override
    public long add(int cell, long delta) {
        long before = SegmentAccess.add(memory, geometry.cell(cell), delta);
        changed();
        return before;
    }
}
