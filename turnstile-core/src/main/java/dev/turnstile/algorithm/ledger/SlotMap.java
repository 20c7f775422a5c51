package dev.turnstile.algorithm.ledger;

import java.util.Arrays;

/**
 * The slots that are taken, as rows of adjacent numbers. It is rebuilt from the {@link Ledger} for each query. It is
 * small, because a holder mostly has one row, whatever the number of its units.
 */
final class SlotMap {
    private static final int BITS =
            21; // one more than a slot has, so that a damaged row can't overflow into the next field
    private static final int MASK = (1 << BITS) - 1;

    private final long[] rows; // first slot, then length; sorted by first slot
    private int count;
    private boolean sorted;

    SlotMap(int rowsMax) {
        rows = new long[rowsMax];
    }

    void clear() {
        count = 0;
        sorted = true;
    }

    void take(int first, int length) {
        sorted &= count == 0 || first(count - 1) < first;
        rows[count++] = ((long) first << BITS) | length;
    }

    private int first(int row) {
        return (int) (rows[row] >>> BITS);
    }

    private int end(int row) {
        return first(row) + (int) (rows[row] & MASK);
    }

    private void sort() {
        if (!sorted) {
            Arrays.sort(rows, 0, count);
            sorted = true;
        }
    }

    /** Returns the smallest slot that begins this many adjacent free slots below the limit, or -1 if there is none. */
    int adjacent(int wanted, int limit) {
        sort();
        int free = 0;
        for (int row = 0; row < count; row++) {
            if (first(row) - free >= wanted) {
                break;
            }
            free = Math.max(free, end(row));
        }
        return free + wanted <= limit ? free : -1;
    }

    /** Returns how many adjacent slots are free from this free slot on. */
    int freeFrom(int slot) {
        for (int row = 0; row < count; row++) {
            if (first(row) > slot) {
                return first(row) - slot;
            }
        }
        return MASK;
    }

    /** Returns the smallest free slot that is not below this one. */
    int nextFree(int slot) {
        int free = slot;
        for (int row = 0; row < count; row++) {
            if (first(row) <= free) {
                free = Math.max(free, end(row));
            }
        }
        return free;
    }

    /** Returns how many rows a holder of this many units needs: none if it can have adjacent slots. */
    int rowsNeeded(int units, int limit) {
        if (adjacent(units, limit) >= 0) {
            return 0;
        }
        int needed = 0;
        int from = nextFree(0);
        for (int missing = units; missing > 0; needed++) {
            int free = freeFrom(from);
            missing -= free;
            from = nextFree(from + free);
        }
        return needed;
    }

    /** Returns whether no slot is taken twice. */
    boolean isDisjoint() {
        sort();
        for (int row = 1; row < count; row++) {
            if (first(row) < end(row - 1)) {
                return false;
            }
        }
        return true;
    }
}
