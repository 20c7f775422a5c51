package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks systems too large for an exhaustive search, by long random runs of every size, choice and delay. A failure
 * names its seed, which reproduces the run.
 */
final class ForestRunsTest {
    private static <M extends Message> Result run(NodeSystem<M> system, Workload workload, long entries, long seed) {
        return new Simulation<>(system, workload, entries, seed).run();
    }

    private static Delay delay(int kind) {
        return switch (kind) {
            case 0 -> new Delay.Constant();
            case 1 -> new Delay.Uniform();
            case 2 -> new Delay.Exponential();
            case 3 -> new Delay.Slow(0.02, 100);
            default -> new Delay.Adversarial(50);
        };
    }

    private static String forest(SplittableRandom random) {
        List<String> tokens = List.of("random", "last-seen");
        List<String> destinations = List.of("random", "rotating", "recent");
        return "forest:nu=" + random.nextInt(4) + ",token=" + tokens.get(random.nextInt(2)) + ",inform="
                + destinations.get(random.nextInt(3));
    }

    /** Makes a random run, in which at most k units may be inside, no request may be forgotten and no token lost. */
    private static void walk(long seed, int nodesMax, long entries) {
        SplittableRandom random = new SplittableRandom(seed);
        int which = random.nextInt(6);
        String name = which == 0 ? "trehel-naimi" : which == 1 ? "makki" : forest(random);
        int n = 1 + random.nextInt(nodesMax);
        int k = 1 + random.nextInt(Math.min(n, 10));
        Workload workload = Workload.of(Math.pow(10, 2 * random.nextDouble() - 1.5))
                .withHold(random.nextBoolean() ? 0.0002 : 2 * random.nextDouble())
                .withDelay(delay(random.nextInt(5)));
        boolean impatient = random.nextInt(3) == 0;
        Workload wanted = impatient ? workload.withPatience(1 + 60 * random.nextDouble()) : workload;
        String described = "seed " + seed + ": " + name + ", n = " + n + ", k = " + k + ", " + wanted;
        Result result = run(LabCatalogue.messagePassing(name).system(n, k), wanted, entries, seed);
        assertThat(result.finding()).as(described).isEmpty();
        if (!impatient) {
            assertThat(result.entries()).as(described).isEqualTo(entries);
        }
    }

    @Test
    void manyShortRunsHaveNoViolation() {
        for (long seed = 1; seed <= 1_000; seed++) {
            walk(seed, 12, 400);
        }
    }

    @Test
    void someLargeRunsHaveNoViolation() {
        for (long seed = 1_001; seed <= 1_080; seed++) {
            walk(seed, 100, 3_000);
        }
    }

    @Test
    @Tag("long")
    void veryManyRunsHaveNoViolation() {
        for (long seed = 10_001; seed <= 20_000; seed++) {
            walk(seed, seed % 10 == 0 ? 100 : 10, 2_000);
        }
    }

    @Test
    void theForestAsPrintedSoonForgetsARequest() {
        int found = 0;
        for (long seed = 1; seed <= 10; seed++) {
            Workload workload = Workload.of(0.5).withDelay(new Delay.Exponential());
            NodeSystem<?> printed =
                    LabCatalogue.messagePassing("forest-as-printed:nu=2").system(10, 2);
            Result result = run(printed, workload, 5_000, seed);
            found += result.finding().isPresent() ? 1 : 0;
            result.finding().ifPresent(finding -> assertThat(finding.property()).isEqualTo(new Granted()));
        }
        assertThat(found).isGreaterThan(5);
    }
}
