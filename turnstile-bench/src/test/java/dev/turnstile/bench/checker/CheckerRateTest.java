package dev.turnstile.bench.checker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that both sides of the comparison see the same states: SPIN stores these numbers for the models in spin/. */
class CheckerRateTest {
    @ParameterizedTest
    @CsvSource({"colored-ticket, 4, 2, 16311", "colored-ticket, 5, 2, 157308", "queue, 4, 2, 249"})
    void findsTheStatesThatSpinFinds(String algorithm, int processes, int places, long states) {
        assertThat(CheckerRate.check(algorithm, processes, places, 1).run().states())
                .isEqualTo(states);
    }
}
