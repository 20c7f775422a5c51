package dev.turnstile.bench.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That every row does what its name says, a little of it. */
class SimulatorRateTest {
    private static final long EVENTS = 200_000;

    static List<SimulatorRow> rows() {
        return SimulatorRate.rows(EVENTS);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void takesAboutAsManyEventsAsWereAskedFor(SimulatorRow row) {
        assertThat(row.work().run(1)).isBetween(EVENTS / 2, 2 * EVENTS);
    }
}
