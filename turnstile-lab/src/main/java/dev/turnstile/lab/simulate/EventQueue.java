package dev.turnstile.lab.simulate;

import java.util.Arrays;

/**
 * What will happen, soonest first; what will happen at the same time, in the order in which it was foreseen. A heap
 * with four children to a parent. Times and orders stand apart from the events, so that comparisons do not touch these;
 * and which of four children comes first, which no processor can guess, is found without a branch.
 *
 * <p>What happens mostly brings about something else that is to happen soon. So the first place stays vacant after a
 * removal: what is added next goes there, and does not sink far. Only when nothing is added, the last one fills the
 * gap.
 */
final class EventQueue<E> {
    private static final int CHILDREN = 4;
    private static final int ROOM_FIRST = 64;
    private static final long NEVER = Long.MAX_VALUE;

    private long[] times = new long[ROOM_FIRST]; // their bits, which are ordered as they are; behind the last, NEVER
    private long[] orders = new long[ROOM_FIRST];
    private Object[] entries = new Object[ROOM_FIRST];
    private int size; // with the vacant place
    private boolean vacant; // the first place
    private long added;
    private double now;

    EventQueue() {
        Arrays.fill(times, NEVER);
    }

    boolean isEmpty() {
        return size() == 0;
    }

    int size() {
        return vacant ? size - 1 : size;
    }

    /** The time of what was removed last. */
    double now() {
        return now;
    }

    /** No time is negative. */
    void add(double time, E entry) {
        long bits = Double.doubleToRawLongBits(time + 0.0); // no -0.0, whose bits are those of a negative number
        if (vacant) {
            vacant = false;
            sink(bits, added++, entry);
        } else {
            rise(bits, added++, entry);
        }
    }

    private void rise(long time, long order, E entry) {
        if (size + CHILDREN > entries.length) {
            grow();
        }
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) / CHILDREN;
            if (times[parent] <= time) { // what was there before comes first at the same time
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, time, order, entry);
    }

    private void grow() {
        int room = 2 * entries.length;
        times = Arrays.copyOf(times, room);
        Arrays.fill(times, size, room, NEVER);
        orders = Arrays.copyOf(orders, room);
        entries = Arrays.copyOf(entries, room);
    }

    @SuppressWarnings("unchecked") // only E is added
    E remove() {
        if (vacant) {
            fill();
        }
        vacant = true;
        now = Double.longBitsToDouble(times[0]);
        return (E) entries[0];
    }

    /** With the last one. */
    private void fill() {
        size--;
        long time = times[size];
        Object last = entries[size];
        times[size] = NEVER;
        entries[size] = null;
        sink(time, orders[size], last);
    }

    private void sink(long time, long order, Object entry) {
        int at = 0;
        int child = 1;
        while (child < size) {
            int left = child + before(child + 1, child);
            int right = child + 2 + before(child + 3, child + 2);
            int least = left + (right - left) * before(right, left);
            if (times[least] > time || (times[least] == time && orders[least] > order)) {
                break;
            }
            move(least, at);
            at = least;
            child = CHILDREN * at + 1;
        }
        put(at, time, order, entry);
    }

    /** 1 if what is at one place comes before what is at another, else 0. */
    private int before(int one, int other) {
        long difference = times[one] - times[other];
        return (int) ((difference != 0 ? difference : orders[one] - orders[other]) >>> (Long.SIZE - 1));
    }

    private void move(int from, int to) {
        times[to] = times[from];
        orders[to] = orders[from];
        entries[to] = entries[from];
    }

    private void put(int at, long time, long order, Object entry) {
        times[at] = time;
        orders[at] = order;
        entries[at] = entry;
    }
}
