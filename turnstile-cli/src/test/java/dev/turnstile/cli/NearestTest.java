package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    private static final List<String> NAMES = List.of("exclusion", "k-deadlock", "fifo", "deadlock", "lockout");

    @ParameterizedTest
    @CsvSource({
        "lockot, lockout",
        "excl, exclusion",
        "dead, deadlock",
        "kdeadlock, k-deadlock",
        "FIFO, fifo",
        "fifo, fifo"
    })
    void findsWhatWasMeant(String typed, String meant) {
        assertThat(Nearest.to(typed, NAMES)).isEqualTo(meant);
    }
}
