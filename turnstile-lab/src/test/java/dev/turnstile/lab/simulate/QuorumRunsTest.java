package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.property.AtLeast;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.run.Move;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks windows too large for an exhaustive search, by long random runs of every size, coterie and delay, with and
 * without patience. After every event at least l, unless the run began with fewer, and at most k must be inside, and at
 * the end no node may wait. A failure names its seed, which reproduces the run.
 */
final class QuorumRunsTest {
    private static <M extends Message> Result run(NodeSystem<M> system, Workload workload, long entries, long seed) {
        return new Simulation<>(system, workload, entries, seed).run();
    }

    private static Delay delay(int kind) {
        return switch (kind) {
            case 0 -> new Delay.Constant();
            case 1 -> new Delay.Exponential();
            case 2 -> new Delay.Slow(0.02, 100);
            default -> new Delay.Adversarial(50);
        };
    }

    /** Returns the name of the algorithm with a random coterie. */
    private static String name(String system, int l, int inside, SplittableRandom random) {
        String coterie = Coterie.kinds().get(random.nextInt(Coterie.kinds().size()));
        String floor =
                system.equals("kmex") || system.equals("maekawa") ? "" : ",at-least=%d,inside=%d".formatted(l, inside);
        String parts = system.equals("gcs") && random.nextInt(4) == 0 ? ",kmex=raymond" : "";
        String yields = system.equals("maekawa") && random.nextBoolean() ? ",yields=sanders" : "";
        return system + ":coterie=" + coterie + floor + parts + yields;
    }

    /** Returns a patience long enough for some nodes to enter, because a run without entries takes very long. */
    private static double patience(Delay delay, int n, SplittableRandom random) {
        boolean slow = delay instanceof Delay.Slow || delay instanceof Delay.Adversarial;
        return (slow ? 300 : 10) * (1 + n * random.nextDouble());
    }

    private static void walk(String system, long seed, int nodesMax, long entries) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 1 + random.nextInt(nodesMax);
        int k = system.equals("mutin") ? n : 1 + random.nextInt(n);
        int l = random.nextInt(k);
        int inside = random.nextInt(3) == 0 ? random.nextInt(k + 1) : l;
        String name = name(system, l, inside, random);
        Workload workload = Workload.of(Math.pow(10, 2 * random.nextDouble() - 1.5))
                .withHold(random.nextBoolean() ? 0.0002 : 2 * random.nextDouble())
                .withDelay(delay(random.nextInt(4)));
        boolean impatient = random.nextInt(3) == 0;
        Workload wanted = impatient ? workload.withPatience(patience(workload.delay(), n, random)) : workload;
        String described = "seed " + seed + ": " + name + ", n = " + n + ", k = " + k + ", " + wanted;
        Result result = run(LabCatalogue.messagePassing(name).system(n, k), wanted, entries, seed);
        assertThat(result.finding()).as(described).isEmpty();
        if (!impatient) {
            assertThat(result.entries()).as(described).isEqualTo(entries);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"window", "gcs", "mutin", "kmex", "maekawa"})
    void manyShortRunsHaveNoViolation(String system) {
        for (long seed = 1; seed <= 100; seed++) {
            walk(system, seed, 10, 200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"window", "gcs"})
    void someLargeRunsHaveNoViolation(String system) {
        for (long seed = 1_001; seed <= 1_012; seed++) {
            walk(system, seed, 25, 1_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"window", "gcs", "mutin", "kmex", "maekawa"})
    @Tag("long")
    void veryManyRunsHaveNoViolation(String system) {
        for (long seed = 10_001; seed <= 12_000; seed++) {
            walk(system, seed, seed % 10 == 0 ? 25 : 9, 1_000);
        }
    }

    private static <M extends Message> List<Move> recorded(NodeSystem<M> system, Workload workload, long entries) {
        List<Move> moves = new ArrayList<>();
        Result result = new Simulation<>(system, workload, entries, 7)
                .recordedBy(moves::add)
                .run();
        assertThat(result.finding()).isEmpty();
        assertThat(result.entries()).isEqualTo(entries);
        return moves;
    }

    @Test
    void someNodesGiveUpEnteringAndSomeGiveUpLeaving() {
        Workload impatient =
                Workload.of(1).withHold(0.5).withDelay(new Delay.Exponential()).withPatience(10);
        NodeSystem<?> window =
                LabCatalogue.messagePassing("window:coterie=grid,at-least=3").system(9, 4);
        Set<Integer> leaving = new HashSet<>(Set.of(0, 1, 2)); // nodes whose last request was to leave
        int stayedOutside = 0;
        int stayedInside = 0;
        for (Move move : recorded(window, impatient, 1_000)) {
            switch (move.kind()) {
                case ASK -> leaving.remove(move.process());
                case LEAVE -> leaving.add(move.process());
                case CANCEL -> {
                    stayedInside += leaving.contains(move.process()) ? 1 : 0;
                    stayedOutside += leaving.contains(move.process()) ? 0 : 1;
                }
                default -> {}
            }
        }
        assertThat(stayedOutside).as("gave up entering").isGreaterThan(20);
        assertThat(stayedInside).as("gave up leaving").isGreaterThan(20);
    }

    /** An empty start, as drivers have it: the floor is reached once enough nodes have entered, and then kept. */
    @Test
    void anEmptyWindowFillsOnce() {
        Workload workload = Workload.of(0.1).withDelay(new Delay.Exponential());
        Result result = run(
                LabCatalogue.messagePassing("window:coterie=majority,at-least=3,inside=0")
                        .system(7, 5),
                workload,
                2_000,
                3);
        assertThat(result.finding()).isEmpty();
        assertThat(result.recoveries()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"window", "gcs"})
    void aPausedNodeOnlyDelaysTheOthers(String system) {
        List<Fault> pauses =
                List.of(new Fault.Pause(0, 20, 100), new Fault.Pause(4, 60, 200), new Fault.Pause(8, 400, 50));
        Workload workload = Workload.of(0.5).withDelay(new Delay.Exponential()).withFaults(pauses);
        Result result = run(
                LabCatalogue.messagePassing(system + ":coterie=grid,at-least=2").system(9, 4), workload, 1_000, 11);
        assertThat(result.finding()).isEmpty();
        assertThat(result.entries()).isEqualTo(1_000);
    }

    /** The other nodes cannot continue, but both limits hold. */
    @Test
    void aCrashedMemberBlocksOthersForever() {
        Workload workload = Workload.of(0.5).withFaults(List.of(new Fault.Crash(0, 50)));
        Result result = run(
                LabCatalogue.messagePassing("window:coterie=singleton,at-least=1")
                        .system(5, 3),
                workload,
                1_000,
                5);
        assertThat(result.finding().orElseThrow().property()).isEqualTo(new Granted(1));
    }

    /** Single very slow messages reveal the flaw. */
    @Test
    void mutinAsPrintedLocksOutANodeAndTheCorrectedOneDoesNot() {
        for (long seed = 1; seed <= 10; seed++) {
            Workload workload = Workload.of(0.2).withDelay(new Delay.Slow(0.02, 100));
            String setting = ":coterie=majority,at-least=4";
            Result printed = run(
                    LabCatalogue.messagePassing("mutin-as-printed" + setting).system(5, 5), workload, 2_000, seed);
            assertThat(printed.finding().orElseThrow().property()).isEqualTo(new Granted(4));
            Result corrected =
                    run(LabCatalogue.messagePassing("mutin" + setting).system(5, 5), workload, 2_000, seed);
            assertThat(corrected.finding()).as("seed %d", seed).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mutin-broken:flaw=not-serialised,at-least=3", "window-broken:flaw=some-votes,at-least=3"})
    void aRunFindsTheFlawOfABrokenAlgorithm(String name) {
        Workload workload = Workload.of(0.5).withDelay(new Delay.Exponential());
        Result result = run(LabCatalogue.messagePassing(name).system(9, 9), workload, 3_000, 1);
        assertThat(result.finding().orElseThrow().property()).isEqualTo(new AtLeast(3));
    }
}
