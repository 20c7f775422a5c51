package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.Hash;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The set of configurations found so far, with open addressing in one flat array. Threads insert by compare-and-set.
 * The table does not grow while threads insert; {@link #reserve} is called in between.
 *
 * <p>A configuration of one word is stored in the table itself. A longer one is stored in the log of the thread that
 * found it, and the table holds a reference: the number of the log, the index, and some bits of the hash.
 */
final class VisitedSet {
    private static final VarHandle TABLE = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int INDEX_BITS = 32;
    private static final int LOG_BITS = 7;

    /** Half of the longest array whose length is a power of two. */
    static final int STATES_MAX = 1 << 29;

    private final StateLog[] logs;
    private final int words;
    private long[] table = new long[1 << 14];

    VisitedSet(StateLog[] logs, int words) {
        this.logs = logs;
        this.words = words;
    }

    void clear() {
        table = new long[2];
    }

    int capacity() {
        return table.length / 2;
    }

    long bytes() {
        return (long) table.length * Long.BYTES;
    }

    /** Returns how many bytes the table would take if it grew for this many states. */
    long bytesFor(long states) {
        return Math.max(table.length, Long.highestOneBit(4 * states)) * Long.BYTES;
    }

    void reserve(long states) {
        if (states <= capacity()) {
            return;
        }
        long[] old = table;
        table = new long[(int) Math.min(1 << 30, Long.highestOneBit(4 * states))];
        for (long entry : old) {
            if (entry != 0) {
                reinsert(entry);
            }
        }
    }

    private void reinsert(long entry) {
        int mask = table.length - 1;
        int slot = (int) hashOf(entry) & mask;
        while (table[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        table[slot] = entry;
    }

    private long hashOf(long entry) {
        if (words == 1) {
            return Hash.mix(entry);
        }
        StateLog log = log(entry);
        int index = (int) entry;
        return Hash.of(log.chunk(index), log.offset(index), words);
    }

    /**
     * Adds configurations of one word, moves the new ones to the front of the array, and returns how many are new.
     *
     * <p>All home slots are read once before any is examined. These reads do not depend on each other, so the memory
     * serves many of them in the time of one.
     *
     * @param slots room for one more number than there are configurations
     */
    int addAll(long[] states, int count, int[] slots) {
        long[] entries = table;
        int mask = entries.length - 1;
        long touched = 0;
        for (int i = 0; i < count; i++) {
            slots[i] = (int) Hash.mix(states[i]) & mask;
            touched += entries[slots[i]];
        }
        slots[count] = (int) touched; // an unused sum would be optimised away, and the reads with it
        int fresh = 0;
        for (int i = 0; i < count; i++) {
            if (add(entries, slots[i], states[i])) {
                states[fresh++] = states[i];
            }
        }
        return fresh;
    }

    /** Adds a configuration of one word, and returns whether it is new. The caller appends it to its log. */
    boolean add(long state) {
        return add(table, (int) Hash.mix(state) & (table.length - 1), state);
    }

    private static boolean add(long[] entries, int home, long state) {
        int mask = entries.length - 1;
        int slot = home;
        while (true) {
            long entry = entries[slot];
            if (entry == state) {
                return false;
            }
            if (entry == 0) {
                long there = (long) TABLE.compareAndExchange(entries, slot, 0L, state);
                if (there == 0 || there == state) {
                    return there == 0;
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    /** Adds a configuration, and returns whether it is new. A new configuration is now the last of the given log. */
    boolean add(long[] state, int logNumber) {
        long hash = Hash.of(state, 0, words);
        StateLog own = logs[logNumber];
        long reference = tag(hash) | (long) (logNumber + 1) << INDEX_BITS | own.size();
        own.append(state);
        int mask = table.length - 1;
        int slot = (int) hash & mask;
        while (true) {
            long entry = (long) TABLE.getAcquire(table, slot);
            if (entry == 0) {
                entry = (long) TABLE.compareAndExchange(table, slot, 0L, reference);
                if (entry == 0) {
                    return true;
                }
            }
            if (tag(entry) == tag(hash) && equal(entry, state)) {
                own.removeLast();
                return false;
            }
            slot = (slot + 1) & mask;
        }
    }

    private static long tag(long hash) {
        return hash & (-1L << (INDEX_BITS + LOG_BITS));
    }

    private StateLog log(long entry) {
        return logs[((int) (entry >>> INDEX_BITS) & ((1 << LOG_BITS) - 1)) - 1];
    }

    private boolean equal(long entry, long[] state) {
        StateLog log = log(entry);
        int index = (int) entry;
        long[] chunk = log.chunk(index);
        int at = log.offset(index);
        for (int i = 0; i < words; i++) {
            if (chunk[at + i] != state[i]) {
                return false;
            }
        }
        return true;
    }
}
