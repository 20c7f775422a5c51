package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Fields;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * RSet: a multiset of channel labels. It has one label for each token that is reserved or in use: the channel on which
 * the token came.
 */
final class ReservedSet {
    private final int[] times; // by label
    private int size;

    ReservedSet(int labels) {
        times = new int[labels];
    }

    /** Returns |RSet|. */
    int size() {
        return size;
    }

    /** Returns |RSet|_q: how often a label occurs. */
    int times(int label) {
        return times[label];
    }

    void add(int label, int count) {
        times[label] += count;
        size += count;
    }

    void clear() {
        Arrays.fill(times, 0);
        size = 0;
    }

    /** Removes this many labels, smaller ones first, and passes each to {@code each}. */
    void take(int count, IntConsumer each) {
        int left = count;
        for (int label = 0; label < times.length; label++) {
            for (; left > 0 && times[label] > 0; left--) {
                add(label, -1);
                each.accept(label);
            }
        }
    }

    /** Replaces all labels beyond the last by the last. */
    void limitTo(int last) {
        for (int label = last + 1; label < times.length; label++) {
            times[last] += times[label];
            times[label] = 0;
        }
    }

    /** Declares the set: up to {@code most} tokens, on the first {@code labels} labels. */
    void state(Fields fields, int labels, int most) {
        size = 0;
        for (int label = 0; label < times.length; label++) {
            times[label] = fields.range("RSet[" + label + "]", times[label], 0, label < labels ? most - size : 0);
            size += times[label];
        }
    }
}
