package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares the metrics with values computed by hand or by a slower method. */
final class MeterTest {
    @SuppressWarnings("EnumOrdinal") // array index
    private static double value(Meter meter, double now, Metric metric) {
        return meter.values(now)[metric.ordinal()];
    }

    private static void enter(Meter meter, int node, double asks, double enters) {
        meter.asks(node, asks);
        meter.enters(node, enters);
    }

    @Test
    void doesNotCountTheFirstTenth() {
        Meter meter = new Meter(2, 10);
        meter.sent(100);
        enter(meter, 0, 0, 50);
        meter.sent(7);
        for (int i = 0; i < 9; i++) {
            enter(meter, i % 2, 50, 50 + i);
        }
        assertThat(value(meter, 60, Metric.DELAY)).isEqualTo(4);
        assertThat(value(meter, 60, Metric.DELAY_P50)).isEqualTo(4);
        assertThat(value(meter, 60, Metric.DELAY_MAX)).isEqualTo(8);
        assertThat(value(meter, 60, Metric.MESSAGES)).isEqualTo(1.0 / 9);
        assertThat(value(meter, 60, Metric.WORDS_PER_MESSAGE)).isEqualTo(7);
        assertThat(value(meter, 60, Metric.THROUGHPUT)).isEqualTo(0.9);
        assertThat(value(meter, 60, Metric.FAIRNESS)).isCloseTo(81.0 / (2 * (25 + 16)), within(1e-12));
    }

    @Test
    void nodesStillWaitingCountTowardsTheMaximumDelay() {
        Meter meter = new Meter(2, 9);
        enter(meter, 0, 0, 1);
        meter.asks(1, 1);
        assertThat(value(meter, 100, Metric.DELAY_MAX)).isEqualTo(99);
    }

    @Test
    void anEntryOvertakesEarlierRequestsThatStillWait() {
        long seed = 5;
        SplittableRandom random = new SplittableRandom(seed);
        int nodes = 40;
        Meter meter = new Meter(nodes, 9);
        List<Integer> waiting = new ArrayList<>(); // in the order of the requests
        long overtakes = 0;
        long most = 0;
        int entries = 0;
        for (int i = 0; i < 20_000; i++) {
            int node = random.nextInt(nodes);
            if (waiting.contains(node) && random.nextInt(4) == 0) {
                meter.waitsNoMore(node);
                waiting.remove(Integer.valueOf(node));
            } else if (waiting.contains(node)) {
                meter.enters(node, i);
                overtakes += waiting.indexOf(node);
                most = Math.max(most, waiting.indexOf(node));
                waiting.remove(Integer.valueOf(node));
                entries++;
            } else {
                meter.asks(node, i);
                waiting.add(node);
            }
        }
        assertThat(value(meter, 20_000, Metric.OVERTAKES)).as("seed " + seed).isEqualTo((double) overtakes / entries);
        assertThat(value(meter, 20_000, Metric.OVERTAKES_MAX)).isEqualTo((double) most);
    }
}
