package dev.turnstile.algorithm.permission;

import dev.turnstile.machine.Fields;
import java.util.Arrays;

/**
 * A number for each of n nodes, initially 0. If n is large and most numbers are 0, it takes memory only for the others.
 * Then n nodes with a tally each do not take memory for n times n numbers.
 */
final class Tally {
    private static final int DENSE_FROM_THE_START = 1024;
    private static final int SPARSE_SHARE = 8; // no longer sparse when more than n/8 are not 0
    private static final int ROOM_FIRST = 4;

    private final int size;
    private int[] keys = {}; // open addressing, index + 1, 0 where free; empty once dense
    private long[] values;
    private int used;

    Tally(int size) {
        this.size = size;
        values = new long[size <= DENSE_FROM_THE_START ? size : 0];
        if (size > DENSE_FROM_THE_START) {
            resize(ROOM_FIRST);
        }
    }

    private boolean isDense() {
        return keys.length == 0;
    }

    long get(int index) {
        return isDense() ? values[index] : values[slot(index)];
    }

    void set(int index, long value) {
        if (isDense()) {
            values[index] = value;
        } else if (value != 0 || keys[slot(index)] != 0) {
            put(index, value);
        }
    }

    void add(int index, long delta) {
        set(index, get(index) + delta);
    }

    /** Adds to all numbers but one: that of the node that keeps the tally. */
    void addToAll(long delta, int but) {
        for (int i = 0; i < size; i++) {
            if (i != but) {
                add(i, delta);
            }
        }
    }

    /** Sets a number, unless it is larger already. */
    void raise(int index, long value) {
        if (value > get(index)) {
            set(index, value);
        }
    }

    private int slot(int index) {
        int mask = keys.length - 1;
        int slot = ((index * 0x9E3779B9) >>> 7) & mask;
        while (keys[slot] != 0 && keys[slot] != index + 1) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void put(int index, long value) {
        int slot = slot(index);
        used += keys[slot] == 0 ? 1 : 0;
        keys[slot] = index + 1;
        values[slot] = value;
        if (2 * used > keys.length) {
            boolean manyAreZero = 4 * nonZero().length <= keys.length;
            resize(manyAreZero ? keys.length : 2 * keys.length);
        }
    }

    /** Returns the capacity. */
    int room() {
        return values.length;
    }

    private void resize(int room) {
        int[] oldKeys = keys;
        long[] oldValues = values;
        boolean dense = room > size / SPARSE_SHARE;
        keys = new int[dense ? 0 : room];
        values = new long[dense ? size : room];
        used = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0 && oldValues[i] != 0) {
                set(oldKeys[i] - 1, oldValues[i]);
            }
        }
    }

    /** Returns the indexes of the numbers that are not 0, in ascending order. */
    int[] nonZero() {
        int[] found = new int[isDense() ? size : used];
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] != 0) {
                found[count++] = isDense() ? i : keys[i] - 1;
            }
        }
        int[] all = Arrays.copyOf(found, count);
        Arrays.sort(all);
        return all;
    }

    /** Visits all numbers but one: that of the node that keeps the tally. */
    void state(Fields fields, String name, int but, long max) {
        for (int i = 0; i < size; i++) {
            if (i != but) {
                set(i, fields.range(name + "[" + i + "]", get(i), 0, max));
            }
        }
    }
}
