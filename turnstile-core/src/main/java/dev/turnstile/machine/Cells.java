package dev.turnstile.machine;

/**
 * The memory that processes share: an array of 64-bit cells.
 *
 * <p>Each method is one atomic access. One {@link Process#step} makes at most one access that takes effect.
 * Implementations (a driver or a world) must make the accesses sequentially consistent.
 *
 * <p>The papers' stronger model has transactions: everything between {@code start} and {@code commit} in fischer-1985,
 * section 2. A machine writes a transaction as {@link #read}, some arithmetic, {@link #replace}. The read is the start,
 * and the replace is the commit. A commit fails if another process's transaction came in between. The step then counts
 * as not taken, and the process must be in the state before it.
 *
 * <pre>{@code
 * long seen = shared.read(0);
 * if (shared.replace(0, seen, seen + 1)) {
 *     region = Region.CRITICAL;
 * }
 * }</pre>
 */
public interface Cells {
    /** Returns the value of a cell. */
    long read(int cell);

    /** Writes a cell. */
    void write(int cell, long value);

    /**
     * Writes a cell that other processes ignore until a later {@link #replace} by this process publishes it. The write
     * need not be ordered with any access but that one.
     */
    default void prepare(int cell, long value) {
        write(cell, value);
    }

    /** Reads {@code count} cells, one after another. */
    default void read(int from, long[] into, int at, int count) {
        for (int i = 0; i < count; i++) {
            into[at + i] = read(from + i);
        }
    }

    /** Prepares {@code count} cells, one after another, as {@link #prepare(int, long)} does. */
    default void prepare(int from, long[] values, int count) {
        for (int i = 0; i < count; i++) {
            prepare(from + i, values[i]);
        }
    }

    /** Writes {@code next} if the cell still holds {@code seen}, and returns whether it did. */
    boolean replace(int cell, long seen, long next);

    /** Adds {@code delta} to a cell, wrapping around, and returns the previous value. Never fails. */
    long add(int cell, long delta);
}
