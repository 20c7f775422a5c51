package dev.turnstile.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: a typo is recognised, and a name that is near no other is not taken for one. */
final class SpellingTest {
    private static final List<String> NAMES = List.of("run", "status", "list", "check", "numbered-ticket", "a", "Gate");

    @ParameterizedTest
    @CsvSource({
        "chekc, check",
        "checks, check",
        "lst, list",
        "stat, status",
        "s, status",
        "numberd, numbered-ticket",
        "tikcet, numbered-ticket",
        "RUN, run",
        "gaet, Gate",
        "rn, run"
    })
    void aTypoOrAPrefixIsNear(String typed, String meant) {
        assertThat(Spelling.nearest(typed, NAMES)).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "nosuch", "x", "", "fischer", "stop"})
    void aNameThatIsNearNoneHasNoNearest(String typed) {
        assertThat(Spelling.nearest(typed, NAMES)).isEmpty();
    }

    @Test
    void theNearestOfSeveralNamesIsChosen() {
        assertThat(Spelling.nearest("status2", List.of("status-1", "status", "status21")))
                .contains("status21");
    }

    @Test
    void distanceCountsInsertionsDeletionsChangesAndSwaps() {
        assertThat(Spelling.distance("", "abc")).isEqualTo(3);
        assertThat(Spelling.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Spelling.distance("queue", "queue")).isZero();
        assertThat(Spelling.distance("gaet", "gate")).isEqualTo(1);
    }
}
