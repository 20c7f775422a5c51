package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Cells;

/** Cells of a test: one of them, for one thread. */
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
