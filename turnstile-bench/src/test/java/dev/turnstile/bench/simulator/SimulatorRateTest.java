package dev.turnstile.bench.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a short run of every row does what its name says. */
class SimulatorRateTest {
    private static final long EVENTS = 200_000;

    static List<SimulatorRow> rows() {
        return SimulatorRate.rows(EVENTS);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyRowRunsAboutTheRequestedNumberOfEvents(SimulatorRow row) {
        assertThat(row.work().run(1)).isBetween(EVENTS / 2, 2 * EVENTS);
    }
}
