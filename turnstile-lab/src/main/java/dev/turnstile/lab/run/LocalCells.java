package dev.turnstile.lab.run;

import dev.turnstile.machine.Cells;

/** Cells of a world that takes one step at a time. */
public class LocalCells implements Cells {
    private final long[] values;

    /** Creates the given number of cells, all 0. */
    public LocalCells(int cells) {
        values = new long[cells];
    }

    @Override
    public long read(int cell) {
        return values[cell];
    }

    @Override
    public void write(int cell, long value) {
        values[cell] = value;
    }

    @Override
    public boolean replace(int cell, long seen, long next) {
        if (values[cell] != seen) {
            return false;
        }
        values[cell] = next;
        return true;
    }

    @Override
    public long add(int cell, long delta) {
        long before = values[cell];
        values[cell] = before + delta;
        return before;
    }
}
