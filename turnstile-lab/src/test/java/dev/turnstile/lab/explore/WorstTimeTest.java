package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.lab.simulate.Pace;
import dev.turnstile.lab.simulate.TimedRun;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** omori-2002, theorems 3 and 9, exactly: the longest trying time over all schedules and all times. */
final class WorstTimeTest {
    private static int worst(String algorithm, int n, int k, int crashes, int hold) {
        return WorstTime.of(() -> Catalogue.sharedMemory(algorithm).system(n, k), crashes, hold, 5_000_000)
                .orElseThrow()
                .inL();
    }

    @ParameterizedTest
    @CsvSource({
        "naive, 2, 1, 0, 1, 10",
        "naive, 3, 1, 0, 3, 39",
        "naive, 3, 2, 0, 1, 14",
        "excl, 2, 1, 0, 1, 10",
        "excl, 3, 1, 0, 2, 32",
        "excl, 3, 2, 0, 1, 12",
        "excl, 3, 2, 1, 1, 13",
        "gtex, 4, 1, 0, 3, 44"
    })
    void hasTheExpectedStaysAndSteps(String algorithm, int n, int k, int crashes, int stays, int steps) {
        for (int hold : new int[] {8, 9, 16}) {
            assertThat(worst(algorithm, n, k, crashes, hold)).isEqualTo(stays * hold + steps);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"excl, 4, 3, 0, 1, 14", "excl, 4, 3, 2, 1, 16", "naive, 4, 3, 0, 1, 18"})
    void hasTheExpectedStaysAndStepsForLargerSizes(String algorithm, int n, int k, int crashes, int stays, int steps) {
        for (int hold : new int[] {6, 7, 9}) {
            assertThat(worst(algorithm, n, k, crashes, hold)).isEqualTo(stays * hold + steps);
        }
    }

    @ParameterizedTest
    @CsvSource({"excl, 3, 1, 0", "excl, 3, 2, 1", "gtex, 4, 1, 0", "naive, 3, 1, 0"})
    void noSimulatedRunTakesLonger(String algorithm, int n, int k, int dead) {
        int hold = 12;
        int longest = worst(algorithm, n, k, dead, hold);
        for (Pace pace : Pace.values()) {
            for (long seed = 0; seed < 20; seed++) {
                TimedRun run =
                        new TimedRun(Catalogue.sharedMemory(algorithm).system(n, k), pace, dead, n, hold, 500, seed);
                assertThat(run.run().longest().inL())
                        .as("%s, seed %d", pace, seed)
                        .isLessThanOrEqualTo(longest);
            }
        }
    }

    @Test
    void lockoutMeansThereIsNoLongestTime() {
        assertThatIllegalStateException().isThrownBy(() -> worst("naive", 3, 2, 1, 4));
        assertThatIllegalStateException().isThrownBy(() -> worst("excl", 3, 2, 2, 4));
    }

    @Test
    void tooManyStatesGiveNoAnswer() {
        assertThat(WorstTime.of(() -> Catalogue.sharedMemory("excl").system(3, 1), 0, 8, 100))
                .isEqualTo(Optional.empty());
    }
}
