package dev.turnstile.driver.threads;

import dev.turnstile.machine.Cells;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Cells in the heap, each on a cache line of its own, accessed as volatiles. */
final class ThreadCells implements Cells {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int LINE = 16; // longs: two cache lines, because the processor fetches neighbours in pairs

    private final long[] values;

    ThreadCells(int cells) {
        values = new long[(cells + 1) * LINE];
    }

    private ThreadCells(long[] values) {
        this.values = values;
    }

    ThreadCells copy() {
        return new ThreadCells(values.clone());
    }

    /** Copies the values of the others, cell by cell. */
    void set(ThreadCells others) {
        for (int at = LINE / 2; at < values.length; at += LINE) {
            values[at] = (long) CELL.getVolatile(others.values, at);
        }
    }

    private static int at(int cell) {
        return (cell + 1) * LINE - LINE / 2;
    }

    @Override
    public long read(int cell) {
        return (long) CELL.getVolatile(values, at(cell));
    }

    @Override
    public void write(int cell, long value) {
        CELL.setVolatile(values, at(cell), value);
    }

    @Override
    public boolean replace(int cell, long seen, long next) {
        return CELL.compareAndSet(values, at(cell), seen, next);
    }

    @Override
    public long add(int cell, long delta) {
        return (long) CELL.getAndAdd(values, at(cell), delta);
    }
}
