package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Cells;

/** A single cell for tests, for use by one thread. */
final class OneCell implements Cells {
    private long value;

    @Override
    public long read(int cell) {
        return value;
    }

    @Override
    public void write(int cell, long next) {
        value = next;
    }

    @Override
    public boolean replace(int cell, long seen, long next) {
        value = next;
        return true;
    }

    @Override
    public long add(int cell, long delta) {
        long before = value;
        value += delta;
        return before;
    }
}
