package dev.turnstile.lab.simulate;

/**
 * Keeps every channel in order where delays vary: when the last message of a channel arrives, or the next one would
 * overtake it. Only channels with something on its way take memory.
 */
final class Channels {
    private long[] keys = new long[64]; // channel + 1, 0 where free
    private double[] arrivals = new double[64];
    private int used;

    /** When a message that would arrive at some time does, behind those before it. */
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

    /** Without those on which nothing is on its way any more; with more room if that does not help. */
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
