package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.ticket.NumberedTicket;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.FifoEnabling;
import dev.turnstile.lab.property.Invariant;
import dev.turnstile.lab.property.KDeadlock;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Violation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks fischer-1985, section 3.4 and theorem 4.1, exhaustively: every algorithm of the family for every 1 <= k < N <=
 * 4. Each size first shows that the search gets somewhere (k are inside at once), then that it ends without a
 * violation.
 */
final class TicketFamilyTest {
    private static final List<String> FAMILY =
            List.of("queue", "numbered-ticket", "unbounded-colored-ticket", "colored-ticket");

    static Stream<Arguments> sizes() {
        return FAMILY.stream()
                .flatMap(name -> IntStream.rangeClosed(2, 4)
                        .boxed()
                        .flatMap(n -> IntStream.range(1, n).mapToObj(k -> Arguments.of(name, n, k))));
    }

    private static Check check(String name, int n, int k) {
        Algorithm.SharedMemory algorithm = Catalogue.sharedMemory(name);
        return Check.of(() -> algorithm.system(n, k));
    }

    private static void assertHolds(Check check) {
        assertThat(check.run().verdict()).isEqualTo(new Verdict.Holds());
    }

    /**
     * A property that a search which gets somewhere violates. It also works for one place, where no smaller limit
     * exists.
     */
    private record FewerThan(int count) implements Invariant {
        @Override
        public String name() {
            return "fewer";
        }

        @Override
        public String sentence() {
            return "fewer than " + count + " are inside";
        }

        @Override
        public Set<Aspect> looksAt() {
            return Set.of(Aspect.REGIONS);
        }

        @Override
        public Optional<Violation> check(View view) {
            List<Integer> inside = IntStream.range(0, view.participants())
                    .filter(view::isInside)
                    .boxed()
                    .toList();
            return inside.size() < count
                    ? Optional.empty()
                    : Optional.of(new Violation(inside.size() + " are inside", inside));
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void kProcessesGetInside(String name, int n, int k) {
        Verdict fewer = check(name, n, k).withProperties(new FewerThan(k)).run().verdict();
        assertThat(fewer)
                .isInstanceOfSatisfying(
                        Verdict.Violated.class,
                        violated -> assertThat(violated.trace().steps())
                                .as("k steps are enough for k to be inside")
                                .hasSize(k + 1));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void solvesTheKCriticalSectionProblem(String name, int n, int k) {
        assertHolds(check(name, n, k)
                .withProperties(new AtMost(k), new KDeadlock(k), new FifoEnabling(), new NoLockout(), new Deadlock()));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void keepsAtMostKInsideWithKMinusOneCrashes(String name, int n, int k) {
        assertHolds(check(name, n, k).withCrashes(k - 1).withProperties(new AtMost(k)));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void hasLockoutWithKCrashesButNotWithKMinusOne(String name, int n, int k) {
        assumeFalse(n == 4 && k == 3 && name.equals("colored-ticket"), "4.7 million states: in the long lane");
        assertHolds(check(name, n, k).withCrashes(k - 1).withProperties(new NoLockout()));
        assertThat(check(name, n, k)
                        .withCrashes(k)
                        .withProperties(new NoLockout())
                        .run()
                        .verdict())
                .isInstanceOf(Verdict.Violated.class);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void isEquivalentToTheQueue(String name, int n, int k) {
        assertHolds(check(name, n, k)
                .withEquivalent(() -> Catalogue.sharedMemory("queue").system(n, k)));
    }

    @Test
    void eachIsEquivalentToTheOneItRefines() {
        for (int at = 1; at < FAMILY.size(); at++) {
            String coarser = FAMILY.get(at - 1);
            assertHolds(check(FAMILY.get(at), 4, 2)
                    .withEquivalent(() -> Catalogue.sharedMemory(coarser).system(4, 2)));
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void cancelsAndAttemptsBlockNoOthers(String name, int n, int k) {
        assumeFalse(n == 4 && k == 3 && name.equals("colored-ticket"), "2.6 million states: in the long lane");
        assertHolds(check(name, n, k)
                .withCancels()
                .withAttempts()
                .withProperties(new AtMost(k), new FifoEnabling(), new NoLockout(), new Deadlock()));
    }

    /** Others can compare with these numbers: one step is one transaction, and nothing else happens. */
    @ParameterizedTest
    @CsvSource({
        "queue, 2, 1, 9",
        "queue, 3, 1, 31",
        "queue, 3, 2, 55",
        "queue, 4, 1, 129",
        "queue, 4, 2, 249",
        "queue, 4, 3, 441",
        "numbered-ticket, 2, 1, 9",
        "numbered-ticket, 3, 1, 31",
        "numbered-ticket, 3, 2, 31",
        "numbered-ticket, 4, 1, 129",
        "numbered-ticket, 4, 2, 129",
        "numbered-ticket, 4, 3, 97",
        "unbounded-colored-ticket, 2, 1, 18",
        "unbounded-colored-ticket, 3, 1, 93",
        "unbounded-colored-ticket, 3, 2, 93",
        "colored-ticket, 2, 1, 36",
        "colored-ticket, 3, 1, 186",
        "colored-ticket, 3, 2, 3489",
        "colored-ticket, 4, 1, 1032",
        "colored-ticket, 4, 2, 16311",
        "colored-ticket, 4, 3, 562212",
        "colored-ticket, 5, 2, 157308"
    })
    void hasTheExpectedNumberOfStates(String name, int n, int k, long states) {
        assertThat(check(name, n, k).withProperties(new AtMost(k)).run().states())
                .isEqualTo(states);
    }

    /**
     * Units are our extension, so they are explored separately: requests of different sizes, with and without giving
     * up.
     */
    @ParameterizedTest
    @CsvSource({"1 2 3, 3", "2 2 2, 3", "1 1 2, 2", "3 1 2, 3", "1 2 2 3, 4", "4 1 1 2, 4"})
    void servesRequestsOfSeveralUnitsInOrder(String asked, int k) {
        int[] units =
                Stream.of(asked.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
        Check check = Check.of(() -> new NumberedTicket(units.length, k)).withUnits(units);
        assertHolds(check.withProperties(new AtMost(k), new FifoEnabling(), new NoLockout(), new Deadlock()));
        assertHolds(check.withCancels()
                .withAttempts()
                .withProperties(new AtMost(k), new FifoEnabling(), new NoLockout(), new Deadlock()));
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "queue, 5, 3",
        "queue, 6, 3",
        "numbered-ticket, 6, 3",
        "unbounded-colored-ticket, 6, 3",
        "colored-ticket, 5, 1",
        "colored-ticket, 5, 2",
        "colored-ticket, 6, 1"
    })
    void solvesTheProblemForLargerSizes(String name, int n, int k) {
        assertHolds(check(name, n, k)
                .withProperties(new AtMost(k), new KDeadlock(k), new FifoEnabling(), new NoLockout(), new Deadlock()));
    }

    @Tag("long")
    @Test
    void theLargestSizeAlsoToleratesCrashesAndCancels() {
        assertHolds(check("colored-ticket", 4, 3).withCrashes(2).withProperties(new AtMost(3), new NoLockout()));
        assertHolds(check("colored-ticket", 4, 3)
                .withCancels()
                .withAttempts()
                .withProperties(new AtMost(3), new FifoEnabling(), new NoLockout(), new Deadlock()));
    }
}
