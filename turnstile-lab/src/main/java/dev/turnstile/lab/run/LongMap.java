package dev.turnstile.lab.run;

import java.util.Arrays;

/**
 * A map from longs to longs, for one thread, with open addressing in one flat array. A value must not be {@link #NONE}.
 */
public final class LongMap {
    /** The value that {@link #get} returns for an unknown key. */
    public static final long NONE = Long.MIN_VALUE;

    private long[] table = empty(64); // key, value, key, value, ..
    private int size;

    private static long[] empty(int entries) {
        long[] table = new long[2 * entries];
        Arrays.fill(table, NONE);
        return table;
    }

    /** Creates an empty map. */
    public LongMap() {}

    public long bytes() {
        return (long) table.length * Long.BYTES;
    }

    public long get(long key) {
        return table[slot(key) + 1];
    }

    public long put(long key, long value) {
        int slot = slot(key);
        if (table[slot + 1] == NONE && 4 * ++size > table.length) {
            grow();
            slot = slot(key);
        }
        table[slot] = key;
        table[slot + 1] = value;
        return value;
    }

    private int slot(long key) {
        int mask = table.length - 1;
        int slot = (int) (Hash.mix(key) << 1) & mask;
        while (table[slot + 1] != NONE && table[slot] != key) {
            slot = (slot + 2) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] old = table;
        table = empty(old.length);
        for (int at = 0; at < old.length; at += 2) {
            if (old[at + 1] != NONE) {
                int slot = slot(old[at]);
                table[slot] = old[at];
                table[slot + 1] = old[at + 1];
            }
        }
    }
}
