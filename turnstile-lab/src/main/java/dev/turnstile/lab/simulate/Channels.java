package dev.turnstile.lab.simulate;

/**
 * Keeps every channel in FIFO order where delays vary, by the arrival time of the last message in each channel. Only
 * channels with messages in flight take memory.
 */
final class Channels {
    private long[] keys = new long[64]; // channel + 1; 0 if the slot is free
    private double[] arrivals = new double[64];
    private int used;

    /** Returns the arrival time of a message, postponed if necessary until its predecessors have arrived. */
    double inOrder(long channel, double arrival, double now) {
        if (2 * used >= keys.length) {
            rebuild(now);
        }
        int slot = slot(channel);
        used += keys[slot] == 0 ? 1 : 0;
        keys[slot] = channel + 1;
        arrivals[slot] = Math.max(arrivals[slot], arrival);
        return arrivals[slot];
    }

    private int slot(long channel) {
        int mask = keys.length - 1;
        int slot = (int) ((channel * 0x9E37_79B9_7F4A_7C15L) >>> 40) & mask;
        while (keys[slot] != 0 && keys[slot] != channel + 1) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Removes the channels without messages in flight, and doubles the table if that frees too little. */
    private void rebuild(double now) {
        long[] oldKeys = keys;
        double[] oldArrivals = arrivals;
        int busy = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            busy += oldKeys[i] != 0 && oldArrivals[i] >= now ? 1 : 0;
        }
        int room = 4 * busy > oldKeys.length ? 2 * oldKeys.length : oldKeys.length;
        keys = new long[room];
        arrivals = new double[room];
        used = busy;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0 && oldArrivals[i] >= now) {
                int slot = slot(oldKeys[i] - 1);
                keys[slot] = oldKeys[i];
                arrivals[slot] = oldArrivals[i];
            }
        }
    }
}
