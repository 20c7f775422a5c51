package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.machine.ProcessSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests virtual time: omori-2002, theorems 3 and 9 and section 7, at sizes too large for a search. */
final class TimedRunTest {
    private static final int HOLD = 1_000;

    private static ProcessSystem system(String algorithm, int n, int k) {
        return Catalogue.sharedMemory(algorithm).system(n, k);
    }

    private static TimedRun.Result run(String algorithm, int n, int k, Pace pace, int dead, long seed) {
        return new TimedRun(system(algorithm, n, k), pace, dead, n, HOLD, 60, seed).run();
    }

    @ParameterizedTest
    @EnumSource(Pace.class)
    void theSameSeedGivesTheSameRun(Pace pace) {
        assertThat(run("excl", 6, 2, pace, 1, 7)).isEqualTo(run("excl", 6, 2, pace, 1, 7));
    }

    @Test
    void anotherSeedGivesAnotherRunUnlessThePaceIsUniform() {
        assertThat(run("excl", 6, 2, Pace.RANDOM, 1, 7)).isNotEqualTo(run("excl", 6, 2, Pace.RANDOM, 1, 8));
        assertThat(run("excl", 6, 2, Pace.UNIFORM, 1, 7)).isEqualTo(run("excl", 6, 2, Pace.UNIFORM, 1, 8));
    }

    @ParameterizedTest
    @CsvSource({"excl, 8, 2, 6", "excl, 16, 4, 12", "gtex, 8, 2, 8", "gtex, 16, 2, 26", "gtex, 16, 4, 24"})
    void withKMinusOneDeadTheLongestWaitReachesTheBound(String algorithm, int n, int k, int stays) {
        TimedRun.Result result = run(algorithm, n, k, Pace.UNIFORM, k - 1, 0);
        assertThat(result.longest().wholeC()).isEqualTo(stays);
        assertThat(result.lockedOut()).isFalse();
        assertThat(result.mostInside()).isEqualTo(k);
    }

    @ParameterizedTest
    @CsvSource({"excl, 8, 2, 6", "gtex, 8, 2, 8", "gtex, 12, 2, 17"})
    void noPaceExceedsTheBound(String algorithm, int n, int k, int stays) {
        for (Pace pace : Pace.values()) {
            for (long seed = 0; seed < 10; seed++) {
                TimedRun.Result result = run(algorithm, n, k, pace, k - 1, seed);
                assertThat(result.longest().wholeC())
                        .as("%s, seed %d", pace, seed)
                        .isLessThanOrEqualTo(stays);
                assertThat(result.lockedOut()).isFalse();
                assertThat(result.mostInside()).isLessThanOrEqualTo(k);
            }
        }
    }

    @Test
    void withKDeadAllOtherProcessesAreLockedOut() {
        TimedRun.Result result = run("excl", 5, 2, Pace.UNIFORM, 2, 0);
        assertThat(result.lockedOut()).isTrue();
        assertThat(result.entries()).as("entries before the crashes").isLessThan(5);
    }

    /** Section 7, as corrected: k processes need the same time as one process alone. */
    @Test
    void whenFewCompeteGtexIsFasterThanExcl() {
        double excl = longestOfTwo("excl");
        double gtex = longestOfTwo("gtex");
        assertThat(excl).isEqualTo(62 * 66);
        assertThat(gtex).isLessThan(excl / 10);
    }

    private static double longestOfTwo(String algorithm) {
        return new TimedRun(system(algorithm, 64, 2), Pace.UNIFORM, 0, 2, 10, 10, 0)
                .run()
                .longest()
                .inL();
    }

    @Test
    void inTheWorstCaseGtexIsSlowerThanExcl() {
        assertThat(run("gtex", 16, 2, Pace.UNIFORM, 1, 0).longest().inL())
                .isGreaterThan(run("excl", 16, 2, Pace.UNIFORM, 1, 0).longest().inL());
    }

    @Test
    void ticketAlgorithmsRunInVirtualTime() {
        TimedRun.Result result = run("colored-ticket", 6, 2, Pace.RANDOM, 1, 3);
        assertThat(result.entries()).isEqualTo(60);
        assertThat(result.lockedOut()).isFalse();
    }

    @Test
    void rejectsNumbersOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run("excl", 3, 1, Pace.UNIFORM, 3, 0))
                .withMessage("the number of dead processes must be between 0 and 2, not 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TimedRun(system("excl", 3, 1), Pace.UNIFORM, 1, 1, HOLD, 1, 0))
                .withMessage("the number of competing processes must be between 2 and 3, not 1");
    }

    @Test
    void aTimeIsPrintedInBothUnits() {
        assertThat(new Span(12.5, 4).text()).isEqualTo("3c + 0.5l");
        assertThat(new Span(8, 4).text()).isEqualTo("2c + 0l");
    }
}
