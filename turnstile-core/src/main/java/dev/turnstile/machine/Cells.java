package dev.turnstile.machine;

/**
 * The memory that processes share: a row of 64-bit cells.
 *
 * <p>Each method is one atomic access, and one {@link Process#step} makes at most one access that takes effect. Whoever
 * implements this (a driver or a world) makes the accesses sequentially consistent.
 *
 * <p>A transaction of the papers' stronger model (everything between {@code start} and {@code commit} in fischer-1985,
 * section 2) is written as {@link #read}, some arithmetic, {@link #replace}: the read is the start, the replace is the
 * commit. When the commit fails, somebody else's transaction came in between; the step then counts as not taken, and
 * the process must be as it was before.
 *
 * <pre>{@code
 * long seen = shared.read(0);
 * if (shared.replace(0, seen, seen + 1)) {
 *     region = Region.CRITICAL;
 * }
 * }</pre>
 */
public interface Cells {
    /** Reads a cell. */
    long read(int cell);

    /** Writes a cell. */
    void write(int cell, long value);

    /**
     * Writes a cell that the others make no use of before a later {@link #replace} by this process tells them to. It
     * need not be in order with other accesses than that one.
     */
    default void prepare(int cell, long value) {
        write(cell, value);
    }

    /** Reads so many cells, one after another. */
    default void read(int from, long[] into, int at, int count) {
        for (int i = 0; i < count; i++) {
            into[at + i] = read(from + i);
        }
    }

    /** As {@link #prepare(int, long)}, for so many cells, one after another. */
    default void prepare(int from, long[] values, int count) {
        for (int i = 0; i < count; i++) {
            prepare(from + i, values[i]);
        }
    }

    /** Writes {@code next} if the cell still holds {@code seen}; says whether it did. */
    boolean replace(int cell, long seen, long next);

    /** Adds to a cell, wrapping around, and returns what it held before. Never fails. */
    long add(int cell, long delta);
}
