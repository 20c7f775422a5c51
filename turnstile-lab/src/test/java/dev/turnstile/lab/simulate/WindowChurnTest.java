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
 * Checks that a window whose members join, leave and crash keeps its limits, as far as the live members can, and
 * recovers. The method is many random runs. A member that leaves while fewer than l are inside is a finding, unless the
 * missing members have crashed and the others could not know it yet. Too many inside and a member still waiting at the
 * end are findings, too.
 */
final class WindowChurnTest {
    private static final double TIMEOUT = 50;

    /** The results of several runs: the findings, and the periods in which fewer than l were inside. */
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

    /** A run from a seed. */
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

    /** Runs a random size, coterie, window and load, with a change of members at every timeout. */
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
    void bothLimitsHoldWhileMembersComeAndGo() {
        Runs runs = Runs.of(25, seed -> churn(seed, 100, ""));
        assertThat(runs.findings()).isEmpty();
        assertThat(runs.recoveries()).as("no member crashed").isEmpty();
    }

    @Test
    void theWindowRecoversFromTheEvictionOfMembersInside() {
        Runs runs = Runs.of(25, seed -> churn(seed, 100, ",evicts"));
        assertThat(runs.findings()).isEmpty();
        assertThat(runs.recoveries()).as("the floor was missed and restored").hasSizeGreaterThan(40);
    }

    @Test
    @Tag("long")
    void bothLimitsHoldThroughAHundredThousandChangesOfMembers() {
        assertThat(Runs.of(500, seed -> churn(seed, 200, "")).findings()).isEmpty();
        assertThat(Runs.of(500, seed -> churn(seed, 200, ",evicts")).findings()).isEmpty();
    }

    /** Crashes the given number of members, one after another, at random times. At most 4 members may be inside. */
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
     * A node always waits to enter. The floor is therefore restored once the crashes are detected, after at most two
     * timeouts and a few message delays, or later if other members crash meanwhile.
     */
    @ParameterizedTest(name = "a timer of {0}")
    @ValueSource(doubles = {20, TIMEOUT})
    void theFloorIsRestoredWithinTwoTimeoutsOfACrash(double timeout) {
        Runs runs = Runs.of(30, seed -> deaths(seed, "window-members:leases,at-least=3,changes=1", 13, 6, timeout));
        assertThat(runs.findings()).isEmpty();
        assertThat(runs.recoveries()).hasSizeGreaterThan(20).allMatch(time -> time < 2 * timeout + 10);
    }

    @Test
    @Tag("long")
    void theOtherMembersContinueAfterHalfOfTwentyFiveCrash() {
        Runs runs = Runs.of(
                300, seed -> deaths(seed, "window-members:leases,evicts,at-least=3,changes=0", 25, 12, TIMEOUT));
        assertThat(runs.findings()).isEmpty();
        assertThat(runs.recoveries()).hasSizeGreaterThan(300);
    }

    /**
     * The crash blocks the nodes with the crashed node in their quorum, and the nodes waiting for a vote that one of
     * these holds.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"window", "gcs"})
    void withoutViewsOneCrashBlocksTheOthersButNoLimitIsViolated(String name) {
        Runs runs = Runs.of(10, seed -> deaths(seed, name + ":at-least=2", 9, 1, TIMEOUT));
        assertThat(runs.findings()).hasSize(10).allSatisfy(finding -> {
            assertThat(finding.property()).isEqualTo(new Granted(2));
            assertThat(finding.violation().participants()).hasSizeGreaterThanOrEqualTo(6);
        });
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"no-epochs, AtMost", "no-fencing, AtMost", "no-announce, Granted"})
    void findsAViolationIfASafeguardIsMissing(String flaw, String property) {
        assertThat(Runs.of(20, seed -> churn(seed, 100, "," + flaw)).findings())
                .anyMatch(finding -> finding.property().toString().startsWith(property));
    }
}
