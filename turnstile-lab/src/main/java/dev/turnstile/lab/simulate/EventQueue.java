package dev.turnstile.lab.simulate;

import java.util.Arrays;

/**
 * A priority queue of events by time. Events of the same time leave it in the order in which they were added.
 *
 * <p>The queue is a heap in which a parent has four children. Times and sequence numbers are stored apart from the
 * events, so that comparisons do not touch the events. The choice among four children is unpredictable for a processor,
 * so it is made without a branch.
 *
 * <p>An event usually causes another event soon after it. Therefore a removal leaves the root vacant. The next event
 * added goes there and does not sink far. If none is added, the next removal fills the gap with the last event.
 */
final class EventQueue<E> {
    private static final int CHILDREN = 4;
    private static final int ROOM_FIRST = 64;
    private static final long NEVER = Long.MAX_VALUE;

    private long[] times = new long
            [ROOM_FIRST]; // the bits of non-negative doubles, which have the same order; NEVER after the last event
    private long[] orders = new long[ROOM_FIRST];
    private Object[] entries = new Object[ROOM_FIRST];
    private int size; // including the vacant root
    private boolean vacant; // whether the root is vacant
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

    /** Returns the time of the event removed last. */
    double now() {
        return now;
    }

    /** Adds an event; its time must not be negative. */
    void add(double time, E entry) {
        long bits = Double.doubleToRawLongBits(time + 0.0); // turns -0.0, whose bits are negative, into 0.0
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
            if (times[parent] <= time) { // at equal times, the earlier event stays first
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

    /** Fills the vacant root with the last event. */
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

    /** Returns 1 if the event at one index precedes the event at the other, else 0. */
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
