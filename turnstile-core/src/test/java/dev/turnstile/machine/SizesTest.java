package dev.turnstile.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizesTest {
    @Test
    void aParticipantMayAskForAllUnitsByDefault() {
        assertThat(Sizes.of(5, 3)).isEqualTo(new Sizes(5, 3, 0, 3));
        assertThat(Sizes.of(5, 3).withFloor(1).withUnitsEach(2).withParticipants(7))
                .isEqualTo(new Sizes(7, 3, 1, 2));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0 | 1 | 0 | 1 | n must be at least 1, not 0
        1 | 0 | 0 | 1 | k must be at least 1, not 0
        3 | 2 | 3 | 1 | l must be between 0 and k = 2, not 3
        3 | 2 | -1 | 1 | l must be between 0 and k = 2, not -1
        3 | 2 | 0 | 0 | the units of one participant must be at least 1, not 0
        """)
    void inconsistentSizesAreRejected(int participants, int limit, int floor, int unitsEach, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Sizes(participants, limit, floor, unitsEach))
                .withMessage(message);
    }

    @Test
    void aTimerOutlastsAtLeastOneMessage() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Timer("round", 0))
                .withMessage("a timer outlasts at least 1 message, not 0");
    }
}
