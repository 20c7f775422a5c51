package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks stabilisation from any configuration and through any change of members, by many random runs. */
final class StabilisationTest {
    private static final int STEADY_ROUNDS = 8;
    private static final List<Delay> DELAYS =
            List.of(new Delay.Constant(), new Delay.Uniform(), new Delay.Exponential(), new Delay.Slow(0.01, 20));

    @Test
    void theTreeStabilisesFromTwoThousandConfigurations() {
        assertThat(failuresFromAnywhere(2_000)).isEmpty();
    }

    @Test
    @Tag("long")
    void theTreeStabilisesFromAHundredThousandConfigurations() {
        assertThat(failuresFromAnywhere(100_000)).isEmpty();
    }

    @Test
    void aNetworkFindsATreeThatStabilisesFromAnyConfiguration() {
        assertThat(failures(200, StabilisationTest::networkFromAnywhere)).isEmpty();
    }

    @Test
    void aTreeWithoutResetDoesNotStabilise() {
        assertThat(failures(6, seed -> fromAnywhere(seed, "tree-broken:no-reset,shape=", 40)))
                .isNotEmpty()
                .allMatch(failure -> failure.contains("Stabilises"));
    }

    @Test
    void theLimitHoldsThroughThreeThousandChangesOfMembers() {
        assertThat(failures(15, seed -> churn(seed, 200, "tree-members:changes=")))
                .isEmpty();
    }

    @Test
    @Tag("long")
    void theLimitHoldsThroughAHundredThousandChangesOfMembers() {
        assertThat(failures(200, seed -> churn(seed, 500, "tree-members:changes=")))
                .isEmpty();
    }

    @Test
    void theOtherMembersContinueWithoutCrashedMembers() {
        assertThat(failures(60, seed -> deaths(seed, "tree-members:leases,changes=10")))
                .isEmpty();
    }

    @Test
    void withoutLeasesACrashedMemberIsAwaitedForever() {
        assertThat(failures(4, seed -> deaths(seed, "tree-members:changes=10"))).hasSize(4);
    }

    @Test
    void theLimitIsViolatedWithoutCensusFencingOrEpochs() {
        for (String flaw : List.of("no-census", "no-fencing", "no-epochs")) {
            assertThat(failures(20, seed -> churn(seed, 200, "tree-members:" + flaw + ",changes=")))
                    .as(flaw)
                    .anyMatch(failure -> failure.contains("AtMost"));
        }
    }

    private static List<String> failuresFromAnywhere(int configurations) {
        return failures(configurations, seed -> fromAnywhere(seed, "tree:shape=", 1_000));
    }

    /** A run from a seed. */
    @FunctionalInterface
    private interface Running {
        Result run(long seed);
    }

    private static List<String> failures(int runs, Running running) {
        return LongStream.rangeClosed(1, runs)
                .parallel()
                .mapToObj(seed -> running.run(seed)
                        .finding()
                        .map(finding -> "seed " + seed + ": " + finding)
                        .orElse(null))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Runs a random shape, size and load from an arbitrary configuration. */
    private static Result fromAnywhere(long seed, String algorithm, int roundsMost) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = random.nextInt(2, 65);
        int units = random.nextInt(1, 11);
        int each = random.nextInt(1, units + 1);
        String shape = List.of("path", "star", "balanced", "random-" + seed).get(random.nextInt(4));
        return simulation(
                        algorithm + shape + ",each=" + each,
                        n,
                        units,
                        workload(random, n, each).withAnyStart(1),
                        seed)
                .untilSteadyFor(STEADY_ROUNDS, roundsMost)
                .run();
    }

    private static Workload workload(SplittableRandom random, int n, int each) {
        return Workload.of(Math.pow(10, random.nextDouble(-3, 0)))
                .withHold(random.nextDouble(0, 5))
                .withUnits(1, each)
                .withDelay(DELAYS.get(random.nextInt(DELAYS.size())))
                .withTimeout(20.0 * n);
    }

    private static Result networkFromAnywhere(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = random.nextInt(2, 20);
        int units = random.nextInt(1, 6);
        String network = List.of("ring", "grid", "complete", "random-" + seed).get(random.nextInt(4));
        Workload workload = workload(random, n, units).withAnyStart(1).withTimeout(20);
        return simulation("tree-network:patience=" + 10 * n + ",network=" + network, n, units, workload, seed)
                .untilSteadyFor(50, 1_000) // of the beacons
                .run();
    }

    /** Runs with changes of members, with entries enough for all changes to happen. The last node is not a member. */
    private static Result churn(long seed, int changes, String algorithm) {
        SplittableRandom random = new SplittableRandom(seed);
        int members = random.nextInt(2, 25);
        int units = random.nextInt(1, 6);
        double period = members * Math.pow(10, random.nextDouble(-0.5, 1));
        Workload workload = Workload.of(random.nextDouble(0.5, 3) / period)
                .withHold(random.nextDouble(0, period))
                .withUnits(1, units)
                .withDelay(DELAYS.get(random.nextInt(DELAYS.size())))
                .withTimeout(period);
        return simulation(algorithm + changes, members + 1, units, workload, seed)
                .run();
    }

    /** Crashes up to half of the members at random times. Answers arrive before the timer expires. */
    private static Result deaths(long seed, String algorithm) {
        SplittableRandom random = new SplittableRandom(seed);
        int members = random.nextInt(3, 13);
        int units = random.nextInt(1, 6);
        List<Fault> deaths = IntStream.rangeClosed(1, random.nextInt(1, members / 2 + 1))
                .<Fault>mapToObj(i -> new Fault.Crash(random.nextInt(members), random.nextDouble(200, 3_000)))
                .toList();
        Workload workload = Workload.of(0.05)
                .withHold(random.nextDouble(0, 30))
                .withUnits(1, units)
                .withDelay(new Delay.Uniform())
                .withTimeout(100)
                .withFaults(deaths);
        return simulation(algorithm, members + 1, units, workload, seed).run();
    }

    private static Simulation<?> simulation(String name, int n, int units, Workload workload, long seed) {
        return simulation(LabCatalogue.messagePassing(name).system(n, units), workload, seed);
    }

    private static <M extends Message> Simulation<M> simulation(NodeSystem<M> system, Workload workload, long seed) {
        return new Simulation<>(system, workload, 2_000, seed);
    }
}
