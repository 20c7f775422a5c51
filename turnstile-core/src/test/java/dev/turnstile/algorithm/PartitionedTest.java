package dev.turnstile.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.forest.TrehelNaimi;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.testing.Seed;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests k independent clusters. */
final class PartitionedTest {
    private static NodeSystem<?> system(String name, int n, int k) {
        return Catalogue.messagePassing(name).system(n, k);
    }

    private static <M extends Message> Network<M> network(NodeSystem<M> system) {
        return new Network<>(system);
    }

    @ParameterizedTest
    @CsvSource({
        "raymond:partitioned, 7, 3",
        "srimani-reddy:partitioned, 7, 3",
        "forest:partitioned, 8, 3",
        "makki:partitioned, 5, 2",
        "trehel-naimi, 7, 3",
        "lamport:partitioned, 4, 3"
    })
    void clustersNeverCommunicateAndHaveOnePlaceEach(String name, int n, int k) {
        Network<?> network = network(system(name, n, k));
        long seed = Seed.of("PartitionedTest");
        Random random = new Random(seed);
        boolean[] entered = new boolean[n];
        for (int step = 0; step < 4_000; step++) {
            network.actAtRandom(random);
            int[] inside = new int[k];
            for (int i = 0; i < n; i++) {
                inside[i % k] += network.region(i) == Region.CRITICAL ? 1 : 0;
                entered[i] |= network.region(i) == Region.CRITICAL;
                for (int j = 0; j < n; j++) {
                    if (i % k != j % k) {
                        assertThat(network.onTheWay(i, j)).as("seed %d", seed).isEmpty();
                    }
                }
            }
            assertThat(Arrays.stream(inside).max().orElseThrow())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(1);
        }
        assertThat(entered).as("seed %d", seed).doesNotContain(false);
    }

    @Test
    void aNodeNeverUsesThePlaceOfAnotherCluster() {
        Network<?> network = network(system("raymond:partitioned", 5, 2));
        network.acquire(0);
        network.deliverAll();
        network.acquire(4);
        network.deliverAll();
        assertThat(network.region(4)).isEqualTo(Region.TRYING);
        network.acquire(3);
        network.deliverAll();
        assertThat(network.region(3)).isEqualTo(Region.CRITICAL);
        assertThat(system("raymond:partitioned", 5, 2).holdersBlockOthers()).isTrue();
        assertThat(system("raymond:partitioned", 5, 1).holdersBlockOthers()).isFalse();
        assertThat(system("raymond", 5, 2).holdersBlockOthers()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"raymond:partitioned", "lamport:partitioned", "srimani-reddy:partitioned", "forest:partitioned"})
    void clustersOfOneNodeEnterWithoutAMessage(String name) {
        Network<?> network = network(system(name, 4, 4));
        for (int i = 0; i < 4; i++) {
            network.acquire(i);
            assertThat(network.region(i)).isEqualTo(Region.CRITICAL);
        }
        assertThat(network.sent()).isZero();
    }

    @Test
    void anEntryCostsTheMessagesOfItsCluster() {
        Network<?> network = network(system("raymond:partitioned", 7, 3));
        network.acquire(0);
        network.deliverAll();
        assertThat(network.sent()).as("a cluster of three").isEqualTo(2 * 2);
        network.acquire(1);
        network.deliverAll();
        assertThat(network.sent()).as("a cluster of two").isEqualTo(2);
    }

    @Test
    void tokensAddUpAndOutcomesAreThoseOfTheLargestCluster() {
        NodeSystem<?> forest = system("forest:partitioned", 11, 3);
        assertThat(forest.sizes().participants()).isEqualTo(11);
        assertThat(forest.sizes().limit()).isEqualTo(3);
        assertThat(forest.facts().tokens()).isEqualTo(3);
        assertThat(forest.sizes().unitsEach()).isEqualTo(1);
        assertThat(forest.facts().outcomes())
                .as("clusters of four: which nodes to inform, twice")
                .isEqualTo(3 * 2);
        assertThat(system("raymond:partitioned", 11, 3).facts().tokens()).isZero();
    }

    @Test
    void aMessageFitsIfItFitsTheLargestCluster() {
        NodeSystem<TrehelNaimi.TrehelNaimiMessage> system = new Partitioned<>(5, 2, size -> new TrehelNaimi(size, 1));
        assertThat(system.fits(new TrehelNaimi.TrehelNaimiMessage.Request(2))).isTrue();
        assertThat(system.fits(new TrehelNaimi.TrehelNaimiMessage.Request(3))).isFalse();
    }

    @Test
    void invalidSizesAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> system("raymond:partitioned", 0, 1))
                .withMessage("n must be at least 1, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> system("raymond:partitioned", 2, 3))
                .withMessage("k must be between 1 and n = 2, not 3");
    }
}
