package dev.turnstile.algorithm.ledger;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The slots of one holder in ascending order, stored as rows of adjacent numbers, because a holder may have a million
 * slots.
 */
final class SlotList extends AbstractList<Integer> implements RandomAccess {
    static final List<Integer> ZERO = new SlotList(1, 0, 1);

    private final int size;
    private final int[] rows; // first slot and length of each row

    SlotList(int size, int... rows) {
        this.size = size;
        this.rows = rows;
    }

    @Override
    public Integer get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index + " of " + size + " slots");
        }
        int row = 0;
        int skipped = 0;
        while (index - skipped >= rows[row + 1]) {
            skipped += rows[row + 1];
            row += 2;
        }
        return rows[row] + index - skipped;
    }

    @Override
    public int size() {
        return size;
    }
}
