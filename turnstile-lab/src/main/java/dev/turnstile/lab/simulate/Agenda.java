package dev.turnstile.lab.simulate;

import java.util.Arrays;

/**
 * What will happen, soonest first; what will happen at the same time, in the order in which it was foreseen. A heap with four
 * children to a parent; the times stand apart from the events, so that most comparisons touch one array.
 */
final class Agenda<E extends Agenda.Entry> {
    private static final int CHILDREN = 4;

    /** What is on it. */
    abstract static class Entry {
        private long order;
    }

    private double[] times = new double[64];
    private Entry[] entries = new Entry[64];
    private int size;
    private long added;
    private double now;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** The time of what was removed last. */
    double now() {
        return now;
    }

    void add(double time, E entry) {
        if (size == entries.length) {
            times = Arrays.copyOf(times, 2 * size);
            entries = Arrays.copyOf(entries, 2 * size);
        }
        ((Entry) entry).order = added++;
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) / CHILDREN;
            if (times[parent] <= time) { // what was there before comes first at the same time
                break;
            }
            times[at] = times[parent];
            entries[at] = entries[parent];
            at = parent;
        }
        times[at] = time;
        entries[at] = entry;
    }

    @SuppressWarnings("unchecked") // only E is added
    E remove() {
        Entry first = entries[0];
        now = times[0];
        size--;
        double time = times[size];
        Entry last = entries[size];
        entries[size] = null;
        if (size > 0) {
            sink(time, last);
        }
        return (E) first;
    }

    private void sink(double time, Entry entry) {
        int at = 0;
        int child = 1;
        while (child < size) {
            int least = child;
            int end = Math.min(child + CHILDREN, size);
            for (int other = child + 1; other < end; other++) {
                least = isBefore(times[other], entries[other], times[least], entries[least]) ? other : least;
            }
            if (!isBefore(times[least], entries[least], time, entry)) {
                break;
            }
            times[at] = times[least];
            entries[at] = entries[least];
            at = least;
            child = CHILDREN * at + 1;
        }
        times[at] = time;
        entries[at] = entry;
    }

    private static boolean isBefore(double time, Entry entry, double otherTime, Entry other) {
        return time < otherTime || (time == otherTime && entry.order < other.order);
    }
}
