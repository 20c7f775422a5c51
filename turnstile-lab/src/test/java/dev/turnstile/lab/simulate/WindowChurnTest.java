package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: a window whose members come, go and die keeps its limits, as far as the living can, and heals. Method: many
 * runs by chance; whoever leaves when fewer than l are inside, but for those who died and could not be missed yet, is a
 * finding, and so is one too many, and whoever waits in the end.
 */
final class WindowChurnTest {
    private static final double TIMEOUT = 50;

    /** What is found in so many runs, and how often and for how long fewer than l were inside. */
    private record Runs(List<Result> results) {
        static Runs of(int count, Running running) {
            return new Runs(LongStream.rangeClosed(1, count)
                    .parallel()
                    .mapToObj(running::run)
                    .toList());
        }

        List<Result.Finding> findings() {
            return results.stream().flatMap(result -> result.finding().stream()).toList();
        }

        List<Double> recoveries() {
            return results.stream()
                    .flatMap(result -> result.recoveries().stream())
                    .map(Result.Recovery::time)
                    .toList();
        }
    }

    /** One run, by its seed. */
    @FunctionalInterface
    private interface Running {
        Result run(long seed);
    }

    private static Result run(String name, int n, int k, Workload workload, long entries, long seed) {
        return run(LabCatalogue.messagePassing(name).system(n, k), workload, entries, seed);
    }

    private static <M extends Message> Result run(NodeSystem<M> system, Workload workload, long entries, long seed) {
        return new Simulation<>(system, workload, entries, seed).run();
    }

    /** Any size, quorums, window and load; a change whenever the timer runs out. */
    private static Result churn(long seed, int changes, String traits) {
        SplittableRandom random = new SplittableRandom(seed);
        int members = random.nextInt(3, 26);
        int k = random.nextInt(1, members);
        int l = random.nextInt(0, k);
        String kind = List.of("grid", "majority", "singleton", "tree", "plane", "triangle", "tie")
                .get(random.nextInt(7));
        double period = Math.pow(10, random.nextDouble(0.5, 2));
        Workload workload = Workload.of(random.nextDouble(0.01, 1))
                .withHold(random.nextDouble(0, 20))
                .withDelay(List.of(new Delay.Constant(), new Delay.Uniform(), new Delay.Exponential())
                        .get(random.nextInt(3)))
                .withTimeout(period);
        String name = "window-members:at-least=" + l + ",coterie=" + kind + ",changes=" + changes + traits;
        return run(name, members + 1, k, workload, 2_000, seed);
    }

    @Test
    void membersComeAndGoAndBothLimitsHold() {
        Runs runs = Runs.of(25, seed -> churn(seed, 100, ""));
        assertThat(runs.findings()).isEmpty();
        assertThat(runs.recoveries()).as("nobody died").isEmpty();
    }

    @Test
    void membersAreEvictedFromInsideAndComeBackAndAllIsWell() {
        Runs runs = Runs.of(25, seed -> churn(seed, 100, ",evicts"));
        assertThat(runs.findings()).isEmpty();
        assertThat(runs.recoveries()).as("the floor was missed, and healed").hasSizeGreaterThan(40);
    }

    @Test
    @Tag("long")
    void membersComeAndGoAHundredThousandTimesAndBothLimitsHold() {
        assertThat(Runs.of(500, seed -> churn(seed, 200, "")).findings()).isEmpty();
        assertThat(Runs.of(500, seed -> churn(seed, 200, ",evicts")).findings()).isEmpty();
    }

    /** As many members die as said, one after another, at any time; as many inside as must be, or one more. */
    private static Result deaths(long seed, String name, int members, int dying, double timeout) {
        SplittableRandom random = new SplittableRandom(seed);
        int first = random.nextInt(members);
        List<Fault> deaths = IntStream.range(0, dying)
                .<Fault>mapToObj(i -> new Fault.Crash((first + i) % members, random.nextDouble(200, 3_000)))
                .toList();
        Workload workload = Workload.of(0.5)
                .withHold(1)
                .withDelay(new Delay.Uniform())
                .withTimeout(timeout)
                .withFaults(deaths);
        int nodes = name.startsWith("window-members") ? members + 1 : members;
        return run(name, nodes, 4, workload, 2_000, seed);
    }

    /**
     * Somebody waits to come in, always: the floor is back when the dead have been found out, two timeouts at most, and
     * a few journeys; later if others die meanwhile.
     */
    @ParameterizedTest(name = "a timer of {0}")
    @ValueSource(doubles = {20, TIMEOUT})
    void membersDieAndTheFloorIsBackWithinTwoTimeouts(double timeout) {
        Runs runs = Runs.of(30, seed -> deaths(seed, "window-members:leases,at-least=3,changes=1", 13, 6, timeout));
        assertThat(runs.findings()).isEmpty();
        assertThat(runs.recoveries()).hasSizeGreaterThan(20).allMatch(time -> time < 2 * timeout + 10);
    }

    @Test
    @Tag("long")
    void halfOfTwentyFiveMembersDieAndTheOthersGoOn() {
        Runs runs = Runs.of(
                300, seed -> deaths(seed, "window-members:leases,evicts,at-least=3,changes=0", 25, 12, TIMEOUT));
        assertThat(runs.findings()).isEmpty();
        assertThat(runs.recoveries()).hasSizeGreaterThan(300);
    }

    /** Who is blocked: whoever has the dead one in its quorum, and whoever waits for a vote that such a one has. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"window", "gcs"})
    void withoutViewsOneDeathStopsTheOthersAndNoLimitIsBroken(String name) {
        Runs runs = Runs.of(10, seed -> deaths(seed, name + ":at-least=2", 9, 1, TIMEOUT));
        assertThat(runs.findings()).hasSize(10).allSatisfy(finding -> {
            assertThat(finding.property()).isEqualTo(new Granted(2));
            assertThat(finding.violation().participants()).hasSizeGreaterThanOrEqualTo(6);
        });
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"no-epochs, AtMost", "no-fencing, AtMost", "no-announce, Granted"})
    void withoutASafeguardSomethingIsFound(String flaw, String property) {
        assertThat(Runs.of(20, seed -> churn(seed, 100, "," + flaw)).findings())
                .anyMatch(finding -> finding.property().toString().startsWith(property));
    }
}
