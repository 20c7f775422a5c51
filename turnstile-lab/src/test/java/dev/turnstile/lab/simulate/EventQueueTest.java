package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the order of events: by time, and at equal times in the order of addition. */
class EventQueueTest {
    private record Entry(double time, int order) {}

    private final EventQueue<Entry> queue = new EventQueue<>();
    private final PriorityQueue<Entry> expected =
            new PriorityQueue<>(Comparator.comparingDouble(Entry::time).thenComparingInt(Entry::order));
    private int added;

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 50, 1_000_000})
    void ordersByTimeAndThenByAddition(int differentTimes) {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 20_000; i++) {
            if (expected.isEmpty() || random.nextInt(20_000) > i) { // grows, then shrinks
                add(queue.now() + random.nextInt(differentTimes));
            } else {
                removesTheFirst();
            }
        }
        while (!expected.isEmpty()) {
            removesTheFirst();
        }
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void negativeZeroEqualsZero() {
        add(0.0);
        add(-0.0);
        add(Double.POSITIVE_INFINITY);
        assertThat(queue.remove().order()).isEqualTo(0);
        assertThat(queue.remove().order()).isEqualTo(1);
        assertThat(queue.remove().time()).isInfinite();
    }

    private void add(double time) {
        Entry entry = new Entry(time, added++);
        queue.add(time, entry);
        expected.add(entry);
    }

    private void removesTheFirst() {
        assertThat(queue.remove()).isSameAs(expected.remove());
        assertThat(queue.size()).isEqualTo(expected.size());
    }
}
