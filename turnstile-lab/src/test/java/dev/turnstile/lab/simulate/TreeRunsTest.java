package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.TokensConserved;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.toy.Toy;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the tree stabilises from any configuration, recovers from lost and duplicated messages, and that its runs
 * end although its messages circulate forever.
 */
final class TreeRunsTest {
    private static final long SEED = 2009;
    private static final int RUNS = 800;
    private static final int STEADY = 4; // rounds
    private static final int ROUNDS_MOST = 400;

    private static <M extends Message> Simulation<M> simulation(
            NodeSystem<M> system, Workload workload, long entries, long seed) {
        return new Simulation<>(system, workload, entries, seed);
    }

    private static Result run(String name, int n, int k, Workload workload, long entries, long seed) {
        return simulation(LabCatalogue.messagePassing(name).system(n, k), workload, entries, seed)
                .run();
    }

    @Test
    void stabilisesFromAnyConfiguration() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<String> shapes = List.of("star", "path", "balanced");
        for (int i = 0; i < RUNS; i++) {
            long seed = random.nextLong();
            int n = random.nextInt(2, 17);
            int l = random.nextInt(1, 6);
            int messages = random.nextInt(0, 3);
            String name = "tree:c-max=2,shape=" + shapes.get(random.nextInt(shapes.size()));
            Workload workload = Workload.of(0.1).withUnits(1, l).withAnyStart(messages);
            Result result = simulation(LabCatalogue.messagePassing(name).system(n, l), workload, 1_000_000, seed)
                    .untilSteadyFor(STEADY, ROUNDS_MOST)
                    .run();
            String what = "%s, n = %d, l = %d, %d messages, seed %d".formatted(name, n, l, messages, seed);
            assertThat(result.finding()).as(what).isEmpty();
            Result.Settled settled = result.settled().orElseThrow();
            assertThat(settled.time()).as(what).isBetween(0.0, result.time());
            assertThat(settled.rounds()).as(what).isBetween(0.0, ROUNDS_MOST - (double) STEADY);
            assertThat(settled.messages()).as(what).isGreaterThanOrEqualTo((long)
                    (settled.rounds() * 2 * (n - 1) - 0.5));
        }
    }

    /** The usual start has no token, from which the tree must stabilise, too. */
    @Test
    void stabilisesFromTheUsualStartAfterOneRoundOfTheController() {
        Result result = run("tree", 4, 2, Workload.of(0.1).withTimeout(50), 200, SEED);
        assertThat(result.finding()).isEmpty();
        assertThat(result.settled().orElseThrow().time()).isBetween(50.0, 50.0 + 4 * 2 * 3);
        assertThat(result.entries()).isEqualTo(200);
    }

    @Test
    void otherSystemsNeverSettle() {
        assertThat(run("tree-priority", 4, 2, Workload.of(0.1), 200, SEED).settled())
                .isEmpty();
        assertThat(run("raymond", 4, 2, Workload.of(0.1), 200, SEED).settled()).isEmpty();
    }

    private static List<Fault> faults(String kind) {
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int node = i % 3;
            double at = 2_000 + 3_000 * i;
            faults.add(kind.equals("lose") ? new Fault.Lose(node, at) : new Fault.Repeat(node, at));
        }
        return faults;
    }

    @ParameterizedTest
    @ValueSource(strings = {"lose", "repeat"})
    void recoversFromLostAndDuplicatedMessages(String kind) {
        for (long seed = 1; seed <= 20; seed++) {
            Workload workload = Workload.of(0.05).withHold(2).withFaults(faults(kind));
            Result result = run("tree:shape=path", 4, 2, workload, 4_000, seed);
            assertThat(result.finding()).as("seed %d", seed).isEmpty();
            assertThat(result.entries()).as("seed %d", seed).isEqualTo(4_000);
            assertThat(result.settled().orElseThrow().time())
                    .as("last violation, seed %d", seed)
                    .isGreaterThan(2_000)
                    .isLessThan(result.time());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lose", "repeat"})
    void withoutStabilisationAFaultChangesTheNumberOfTokens(String kind) {
        Workload workload = Workload.of(0.05).withFaults(faults(kind).subList(0, 1));
        Result result = run("tree-priority:shape=path", 4, 2, workload, 4_000, SEED);
        assertThat(result.finding().orElseThrow().property()).isInstanceOf(TokensConserved.class);
        assertThat(result.finding().orElseThrow().time()).isBetween(2_000.0, 2_010.0);
    }

    /** 600 requests, of three sizes. */
    @Test
    void requestsUseAllNumbersOfTheRange() {
        Map<Integer, Integer> asked = new TreeMap<>();
        Toy system = Toys.roundabout(3, Toys.NO_NODE, units -> asked.merge(units, 1, Integer::sum));
        Result result =
                simulation(system, Workload.of(0.1).withUnits(2, 4), 600, SEED).run();
        assertThat(result.finding()).isEmpty();
        assertThat(asked.keySet()).containsExactly(2, 3, 4);
        assertThat(asked.values()).as("how often each, seed %d", SEED).allMatch(times -> times > 150);
    }

    @Test
    void aSingleNumberOfUnitsIsARangeOfOne() {
        Workload three = Workload.of(0.1).withUnits(3);
        assertThat(three).isEqualTo(Workload.of(0.1).withUnits(3, 3));
        assertThat(recorded("tree", three, SEED))
                .isEqualTo(recorded("tree", Workload.of(0.1).withUnits(3, 3), SEED));
    }

    private static List<Move> recorded(String name, Workload workload, long seed) {
        List<Move> moves = new ArrayList<>();
        simulation(LabCatalogue.messagePassing(name).system(4, 3), workload, 200, seed)
                .recordedBy(moves::add)
                .run();
        return moves;
    }

    @Test
    void theSameSeedGivesTheSameArbitraryStart() {
        Workload workload = Workload.of(0.1).withAnyStart(2).withUnits(1, 3);
        assertThat(recorded("tree", workload, 1)).isEqualTo(recorded("tree", workload, 1));
        assertThat(recorded("tree", workload, 1)).isNotEqualTo(recorded("tree", workload, 2));
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "3, 2", "-1, 1"})
    void rejectsRangesThatAreNotPositiveAndAscending(int least, int most) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Workload.of(1).withUnits(least, most))
                .withMessageContaining(
                        "the minimum units per request must be between 1 and " + most + ", not " + least);
    }

    @Test
    void rejectsANegativeNumberOfInitialMessages() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Workload.of(1).withAnyStart(-1))
                .withMessage("the number of initial messages per channel must be 0 or more, not -1");
    }

    @Test
    void aRunWithCirculatingMessagesEndsWhenAllNodesHaveLeft() {
        Result result = simulation(Toys.roundabout(5, Toys.NO_NODE), Workload.of(0.1), 500, SEED)
                .run();
        assertThat(result.finding()).isEmpty();
        assertThat(result.entries()).isEqualTo(500);
        assertThat(result.events()).as("events").isLessThan(1_000_000);
    }

    @Test
    void aRunFailsIfItDoesNotComeToRestWhileANodeWaits() {
        Result result = simulation(Toys.roundabout(5, 3).arrivalsToSettle(0), Workload.of(0.1), 500, SEED)
                .run();
        Result.Finding finding = result.finding().orElseThrow();
        assertThat(finding.property()).isInstanceOf(NoLockout.class);
        assertThat(finding.violation().reason()).startsWith("it does not come to rest");
        assertThat(simulation(Toys.roundabout(5, Toys.NO_NODE).arrivalsToSettle(0), Workload.of(0.1), 500, SEED)
                        .run()
                        .finding())
                .isEmpty();
    }

    @Test
    void findsAStarvingNodeAlthoughMessagesCirculate() {
        Result result =
                simulation(Toys.roundabout(5, 3), Workload.of(0.1), 500, SEED).run();
        assertThat(result.finding().orElseThrow().property()).isEqualTo(new Granted());
        assertThat(result.finding().orElseThrow().violation().participants()).containsExactly(3);
    }

    /** Results recorded before arbitrary starts, ranges of units and lost messages were introduced. */
    @ParameterizedTest(name = "{0}, n = {1}, k = {2}, seed {3}")
    @CsvSource({
        "raymond,       6, 2, 7, 24019, 1343.0082275657512",
        "srimani-reddy, 6, 2, 7, 15091, 1111.8266483764432",
        "lamport,       6, 2, 7, 34109, 1552.536669262814",
        "forest:nu=2,   6, 2, 7, 10715, 1146.0114025667801",
        "trehel-naimi,  6, 2, 7, 7311,  1131.99259078205",
        "makki,         6, 2, 7, 13571, 1949.4292502197127"
    })
    void recordedRunsAreReproduced(String name, int n, int k, long seed, long events, double time) {
        Workload workload =
                Workload.of(0.2).withDelay(new Delay.Exponential()).withFaults(List.of(new Fault.Pause(1, 50, 20)));
        Result result = run(name, n, k, workload, 1_000, seed);
        assertThat(result.events()).as("seed %d", seed).isEqualTo(events);
        assertThat(result.time()).as("seed %d", seed).isEqualTo(time);
    }
}
