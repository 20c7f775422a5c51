package dev.turnstile.algorithm.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.forest.Mechanisms.Destinations;
import dev.turnstile.algorithm.forest.Mechanisms.TokenChoice;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.State;
import dev.turnstile.machine.wire.MalformedFrameException;
import dev.turnstile.machine.wire.Wire;
import dev.turnstile.testing.Seed;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The common behaviour of the family, for all options. */
@ParameterizedClass
@ValueSource(
        strings = {
            "forest",
            "forest:nu=0,token=last-seen",
            "forest:nu=64",
            "forest:inform=rotating",
            "forest:nu=1,inform=recent,token=last-seen",
            "forest:partitioned",
            "as printed, nu = 0",
            "as printed, with every repair",
            "makki",
            "makki with the assumption of 2Tt",
            "makki:partitioned",
            "trehel-naimi",
            "raymond:partitioned",
            "lamport:partitioned",
            "srimani-reddy:partitioned"
        })
final class ForestNodesTest {
    @Parameter
    private String name;

    private NodeSystem<?> system(int n, int k) {
        Sizes sizes = Sizes.of(n, k);
        return switch (name) {
            case "as printed, nu = 0" ->
                Forest.asPrinted(n, k, new Mechanisms(TokenChoice.RANDOM, 0, Destinations.RANDOM), Set.of());
            case "as printed, with every repair" ->
                Forest.asPrinted(n, k, Mechanisms.PAPERS, EnumSet.allOf(Forest.Repair.class));
            case "makki with the assumption of 2Tt" -> Makki.timed(n, k);
            default -> Catalogue.messagePassing(name).system(sizes);
        };
    }

    private static <M extends Message> Network<M> network(NodeSystem<M> system, long seed) {
        return new Network<>(system, seed);
    }

    @Test
    void atMostKAreInsideNoTokenIsLostAndNoNodeStarves() {
        long seed = Seed.of("ForestFamilyTest");
        for (int n = 1; n <= 6; n++) {
            for (int k = 1; k <= n; k++) {
                network(system(n, k), seed).runAtRandom(k, 3_000, seed);
            }
        }
        network(system(13, 5), seed).runAtRandom(5, 10_000, seed);
    }

    @Test
    void savedStatesRoundTrip() {
        long seed = Seed.of("ForestFamilyTest");
        Random random = new Random(seed);
        Network<?> network = network(system(5, 2), seed);
        for (int step = 0; step < 500; step++) {
            network.actAtRandom(random);
        }
        for (int i = 0; i < 5; i++) {
            Network<?> other = network(system(5, 2), seed);
            State.load(other.node(i), State.save(network.node(i)), 0);
            assertThat(State.print(other.node(i))).as("seed %d", seed).isEqualTo(State.print(network.node(i)));
            assertThat(other.region(i)).isEqualTo(network.region(i));
            assertThat(other.node(i).tokens()).isEqualTo(network.node(i).tokens());
        }
    }

    @Test
    void messagesRoundTripThroughTheWire() throws MalformedFrameException {
        messagesRoundTripThroughTheWire(system(7, 3), System.nanoTime());
    }

    private static <M extends Message> void messagesRoundTripThroughTheWire(NodeSystem<M> system, long seed)
            throws MalformedFrameException {
        Wire<M> wire = Wire.of(system.messages());
        Network<M> network = network(system, seed);
        Random random = new Random(seed);
        for (int step = 0; step < 300; step++) {
            network.actAtRandom(random);
            for (int channel = 0; channel < 7 * 7; channel++) {
                for (M message : network.onTheWay(channel / 7, channel % 7)) {
                    assertThat(wire.decode(wire.encode(message)))
                            .as("seed %d", seed)
                            .isEqualTo(message);
                }
            }
        }
    }

    @Test
    void callsInTheWrongRegionAreRejected() {
        Network<?> network = network(system(3, 1), 0);
        assertThatIllegalStateException().isThrownBy(() -> network.release(2));
        assertThatIllegalStateException().isThrownBy(() -> network.cancel(2));
        network.acquire(2);
        assertThatIllegalStateException().isThrownBy(() -> network.acquire(2));
        assertThatIllegalStateException().isThrownBy(() -> network.release(2));
    }

    @Test
    void invalidSizesAndUnitsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> system(2, 3))
                .withMessage("k must be between 1 and n = 2, not 3");
        for (int k : List.of(0, -1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> system(2, k))
                    .withMessage("k must be at least 1, not " + k);
        }
        Network<?> network = network(system(3, 1), 0);
        assertThatIllegalArgumentException().isThrownBy(() -> network.acquire(2, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> network.acquire(2, 0));
        assertThat(network.sent()).isZero();
    }
}
