package dev.turnstile.bench.simulator;

import dev.turnstile.lab.simulate.Delay;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The floor: a binary heap of times and nothing else. It repeatedly replaces the earliest time by one that is an
 * exponentially distributed time later, so that its size is constant (the "hold model"). The distances are drawn in
 * advance.
 */
final class BareHeap {
    private static final int DISTANCES = 1 << 14;

    private final double[] times;
    private final double[] distances = new double[DISTANCES];

    BareHeap(int pending, long seed) {
        times = new double[pending];
        SplittableRandom random = new SplittableRandom(seed);
        Arrays.setAll(distances, i -> Delay.exponential(random));
        Arrays.setAll(times, i -> distances[i % DISTANCES]);
        Arrays.sort(times); // a sorted array is a heap
    }

    /** Replaces the earliest time the given number of times. */
    long run(long events) {
        double last = 0;
        for (long i = 0; i < events; i++) {
            double now = times[0];
            if (now < last) {
                throw new IllegalStateException("time goes backwards from " + last + " to " + now);
            }
            last = now;
            replaceFirst(now + distances[(int) i & (DISTANCES - 1)]);
        }
        return events;
    }

    private void replaceFirst(double time) {
        int size = times.length;
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            int least = child + 1 < size && times[child + 1] < times[child] ? child + 1 : child;
            if (times[least] >= time) {
                break;
            }
            times[at] = times[least];
            at = least;
        }
        times[at] = time;
    }
}
