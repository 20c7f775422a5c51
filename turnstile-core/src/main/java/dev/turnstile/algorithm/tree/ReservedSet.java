package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Fields;
import java.util.Arrays;
import java.util.function.IntConsumer;

/** RSet: a multiset of labels of channels, one for each token that is reserved or in use: where it came from. */
final class ReservedSet {
    private final int[] times; // by label
    private int size;

    ReservedSet(int labels) {
        times = new int[labels];
    }

    /** |RSet|. */
    int size() {
        return size;
    }

    /** |RSet|_q: how often a label is in it. */
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

    /** Takes so many out, smaller labels first, one by one. */
    void take(int count, IntConsumer each) {
        int left = count;
        for (int label = 0; label < times.length; label++) {
            for (; left > 0 && times[label] > 0; left--) {
                add(label, -1);
                each.accept(label);
            }
        }
    }

    /** There are no labels beyond this one any more: what had one has this one now. */
    void limitTo(int last) {
        for (int label = last + 1; label < times.length; label++) {
            times[last] += times[label];
            times[label] = 0;
        }
    }

    /** Up to so many, of the first so many labels. */
    void state(Fields fields, int labels, int most) {
        size = 0;
        for (int label = 0; label < times.length; label++) {
            times[label] = fields.range("RSet[" + label + "]", times[label], 0, label < labels ? most - size : 0);
            size += times[label];
        }
    }
}
