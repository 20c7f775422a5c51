package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.rung.RungTwins;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.FifoEnabling;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.Winners;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.World;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.facts.ProcessFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks omori-2002 exhaustively: lemmas 1 and 6, theorems 2 and 7, and what theorems 4 and 10 say of lockout. GTEX
 * with n < 2(k+1) is EXCL, and is explored all the same.
 */
final class RungFamilyTest {
    static Stream<Arguments> sizes() {
        return Stream.of("naive", "excl", "gtex")
                .flatMap(name -> IntStream.rangeClosed(2, 4)
                        .boxed()
                        .flatMap(n -> IntStream.range(1, n).mapToObj(k -> Arguments.of(name, n, k))));
    }

    /**
     * EXCL for 4 and 1 is in the long lane: it tolerates no crash, like 3 and 1, and takes as long as all others
     * together.
     */
    static Stream<Arguments> sizesThatTolerateStops() {
        return sizes().filter(size ->
                (size.get()[0].equals("excl") && !((int) size.get()[1] == 4 && (int) size.get()[2] == 1))
                        || (size.get()[0].equals("gtex") && (int) size.get()[1] >= 2 * ((int) size.get()[2] + 1)));
    }

    /** Every step may be the last one of any process: up to 16 times the states. */
    static Stream<Arguments> smallSizes() {
        return sizes().filter(size -> (int) size.get()[1] <= 3
                || (int) size.get()[2] == 3
                || (size.get()[0].equals("gtex") && (int) size.get()[2] == 1));
    }

    private static ProcessSystem system(String name, int n, int k) {
        Algorithm.SharedMemory algorithm = Catalogue.sharedMemory(name);
        return algorithm.system(n, k);
    }

    private static Check check(String name, int n, int k) {
        return Check.of(() -> system(name, n, k));
    }

    private static Property winners(String name, int n, int k) {
        return new Winners(system(name, n, k).facts().contests());
    }

    private static void assertHolds(Check check) {
        assertThat(check.run().verdict()).isEqualTo(new Verdict.Holds());
    }

    private static Verdict.Violated assertViolated(Check check, Class<? extends Property> property) {
        Verdict verdict = check.run().verdict();
        assertThat(verdict).isInstanceOf(Verdict.Violated.class);
        Verdict.Violated violated = (Verdict.Violated) verdict;
        assertThat(violated.property()).isInstanceOf(property);
        return violated;
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void kProcessesGetInside(String name, int n, int k) {
        int top = system(name, n, k).facts().contests().stream()
                .mapToInt(ProcessFacts.Contest::progress)
                .max()
                .orElseThrow();
        ProcessFacts.Contest fewerInside = new ProcessFacts.Contest("the top", 0, n, top, k - 1);
        assertViolated(check(name, n, k).withProperties(new Winners(List.of(fewerInside))), Winners.class);
    }

    /** Lemmas 1 and 6 are tight: every contest really has as many winners as it allows. */
    @ParameterizedTest
    @CsvSource({"excl, 3, 1", "excl, 4, 2", "gtex, 4, 1"})
    void everyContestHasAsManyWinnersAsItAllows(String name, int n, int k) {
        for (ProcessFacts.Contest contest : system(name, n, k).facts().contests()) {
            ProcessFacts.Contest tighter = new ProcessFacts.Contest(
                    contest.name(), contest.from(), contest.to(), contest.progress(), contest.winnersMax() - 1);
            assertViolated(check(name, n, k).withProperties(new Winners(List.of(tighter))), Winners.class);
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void atMostNMinusSWinAtLevelSAndAtMostKAreInside(String name, int n, int k) {
        assertHolds(check(name, n, k).withProperties(new AtMost(k), winners(name, n, k)));
    }

    @ParameterizedTest
    @MethodSource("smallSizes")
    void winnersAndExclusionHoldAfterAnyNumberOfCrashes(String name, int n, int k) {
        assertHolds(check(name, n, k).withCrashes(n).withProperties(new AtMost(k), winners(name, n, k)));
    }

    @ParameterizedTest
    @MethodSource("sizesThatTolerateStops")
    void hasNoLockoutWithKMinusOneCrashes(String name, int n, int k) {
        assertHolds(check(name, n, k).withCrashes(k - 1).withProperties(new NoLockout(), new Deadlock()));
    }

    @ParameterizedTest
    @CsvSource({"excl, 2, 1", "excl, 3, 1", "excl, 3, 2", "gtex, 3, 2", "gtex, 4, 1", "excl, 4, 3"})
    void hasLockoutWithKCrashes(String name, int n, int k) {
        assertViolated(check(name, n, k).withCrashes(k).withProperties(new NoLockout()), NoLockout.class);
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 1", "3, 2", "4, 1", "4, 2", "4, 3"})
    void naiveHasNoLockoutWithoutCrashes(int n, int k) {
        assertHolds(check("naive", n, k).withProperties(new NoLockout(), new Deadlock()));
    }

    /** With k >= 2 the other algorithms tolerate one crash. */
    @ParameterizedTest
    @CsvSource({"3, 2", "4, 2", "4, 3"})
    void naiveHasLockoutWithOneCrash(int n, int k) {
        assertViolated(check("naive", n, k).withCrashes(1).withProperties(new NoLockout()), NoLockout.class);
    }

    @ParameterizedTest
    @CsvSource({"naive, 3, 1", "naive, 3, 2", "excl, 3, 1", "excl, 3, 2", "gtex, 3, 1", "excl, 2, 1"})
    void cancelsAndAttemptsBlockNoOthers(String name, int n, int k) {
        assertHolds(check(name, n, k)
                .withCancels()
                .withAttempts()
                .withProperties(new AtMost(k), winners(name, n, k), new NoLockout(), new Deadlock()));
    }

    @Test
    void noneOfThemIsFifo() {
        for (String name : List.of("naive", "excl", "gtex")) {
            assertViolated(check(name, 3, 1).withProperties(new FifoEnabling()), FifoEnabling.class);
        }
    }

    /** One step is one register access; a check starts with count 0; levels are read in ascending order. */
    @ParameterizedTest
    @CsvSource({
        "naive, 2, 1, 40",
        "naive, 3, 1, 4552",
        "naive, 3, 2, 906",
        "naive, 4, 1, 1009220",
        "naive, 4, 2, 384484",
        "naive, 4, 3, 40360",
        "excl, 2, 1, 40",
        "excl, 3, 1, 6560",
        "excl, 3, 2, 1158",
        "excl, 4, 1, 3694465",
        "excl, 4, 2, 964124",
        "excl, 4, 3, 50356",
        "excl, 5, 4, 3351578",
        "gtex, 3, 1, 6560",
        "gtex, 4, 1, 18256",
        "gtex, 5, 1, 2293856"
    })
    void hasTheExpectedNumberOfStates(String name, int n, int k, long states) {
        Report report = check(name, n, k)
                .withProperties(new AtMost(k), winners(name, n, k))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(states);
    }

    @Test
    void oneTooManyIsCaught() {
        assertViolated(Check.of(() -> RungTwins.oneTooMany(3, 1)).withProperties(winners("excl", 3, 1)), Winners.class);
        assertViolated(Check.of(() -> RungTwins.oneTooMany(3, 1)).withProperties(new AtMost(1)), AtMost.class);
    }

    @Test
    void aCountKeptOverARetryIsCaught() {
        assertViolated(Check.of(() -> RungTwins.countKept(3, 1)).withProperties(new Deadlock()), Deadlock.class);
    }

    @Test
    void givingUpUnsignedIsCaught() {
        assertViolated(
                Check.of(() -> RungTwins.givesUpUnsigned(3, 1)).withCancels().withProperties(new NoLockout()),
                NoLockout.class);
    }

    @Test
    void gtexAsPrintedAdmitsOneTooMany() {
        assertViolated(Check.of(() -> RungTwins.asPrinted(3, 1)).withProperties(new AtMost(1)), AtMost.class);
    }

    /** There are too many states to search; a random run finds it. */
    @Test
    void gtexAsPrintedAdmitsOneTooManyOfFive() {
        assertThat(mostInside(RungTwins.asPrinted(5, 2), 7, 200_000)).isEqualTo(3);
        assertThat(mostInside(system("gtex", 5, 2), 7, 200_000)).isEqualTo(2);
    }

    private static int mostInside(ProcessSystem system, long seed, int steps) {
        Random random = new Random(seed);
        World world = new World(() -> system, IntStream.range(0, 5).map(i -> 1).toArray());
        int most = 0;
        for (int step = 0; step < steps; step++) {
            world.move(random.nextInt(5), Move.Kind.STEP);
            int inside = (int) Arrays.stream(world.processes)
                    .filter(process -> process.region() == Region.CRITICAL)
                    .count();
            most = Math.max(most, inside);
        }
        return most;
    }

    @Test
    void oneTurnPerDepthIsCaught() {
        assertViolated(Check.of(() -> RungTwins.turnPerDepth(4, 1)).withProperties(new AtMost(1)), AtMost.class);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"naive, 5, 3, 53429652", "naive, 5, 4, 2803598"})
    void hasTheExpectedNumberOfStatesForLargerSizes(String name, int n, int k, long states) {
        hasTheExpectedNumberOfStates(name, n, k, states);
    }

    @Tag("long")
    @Test
    void exclHasNoLockoutWithFourProcessesAndOnePlace() {
        hasNoLockoutWithKMinusOneCrashes("excl", 4, 1);
    }

    @Tag("long")
    @Test
    void gtexWithAnInnerNodeToleratesCancels() {
        cancelsAndAttemptsBlockNoOthers("gtex", 4, 1);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"naive, 4, 1", "naive, 4, 2", "excl, 4, 2"})
    void exclusionHoldsAfterAnyNumberOfCrashesForLargerSizes(String name, int n, int k) {
        winnersAndExclusionHoldAfterAnyNumberOfCrashes(name, n, k);
    }
}
