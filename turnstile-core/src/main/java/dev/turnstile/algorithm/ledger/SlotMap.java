package dev.turnstile.algorithm.ledger;

import java.util.Arrays;

/**
 * Which slots are taken, as rows of adjacent numbers. Made anew for each question from what a {@link Ledger} says;
 * small, since a holder mostly has one row, whatever the number of its units.
 */
final class SlotMap {
    private static final int BITS = 21; // one more than a slot has, so that a damaged row can't run into the next field
    private static final int MASK = (1 << BITS) - 1;

    private final long[] rows; // first, then length: sorted by the first
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

    /** The first of that many adjacent free slots below the limit, as small as can be; -1 if there are none. */
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

    /** How many adjacent slots are free from this free one on. */
    int freeFrom(int slot) {
        for (int row = 0; row < count; row++) {
            if (first(row) > slot) {
                return first(row) - slot;
            }
        }
        return MASK;
    }

    /** The smallest free slot that is not below this one. */
    int nextFree(int slot) {
        int free = slot;
        for (int row = 0; row < count; row++) {
            if (first(row) <= free) {
                free = Math.max(free, end(row));
            }
        }
        return free;
    }

    /** How many rows must be written down for a holder of that many units: none, if it can have adjacent slots. */
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

    /** Whether no slot is taken twice. */
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
