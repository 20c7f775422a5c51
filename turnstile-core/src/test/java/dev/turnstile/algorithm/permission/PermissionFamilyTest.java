package dev.turnstile.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Network;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.State;
import dev.turnstile.testing.Seed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The common behaviour of the family. */
@ParameterizedClass
@MethodSource("systems")
final class PermissionFamilyTest {
    @Parameter
    private Algorithm.NodeSetup setup;

    static List<Algorithm.NodeSetup> systems() {
        return List.of(Raymond::new, Lamport::new, SrimaniReddy::new);
    }

    private Network<?> network(int n, int k) {
        return network(setup.system(n, k));
    }

    private static <M extends Message> Network<M> network(NodeSystem<M> system) {
        return new Network<>(system);
    }

    @Test
    void atMostKAreInsideAndNoNodeStarves() {
        long seed = Seed.of("PermissionFamilyTest");
        for (int n = 1; n <= 5; n++) {
            for (int k = 1; k <= n; k++) {
                network(n, k).runAtRandom(k, 5_000, seed);
            }
        }
    }

    @Test
    void savedStatesRoundTrip() {
        Network<?> network = network(4, 2);
        network.acquire(0);
        network.acquire(2);
        network.acquire(3);
        network.deliverAll();
        for (int i = 0; i < 4; i++) {
            long[] saved = State.save(network.node(i));
            Network<?> other = network(4, 2);
            State.load(other.node(i), saved, 0);
            assertThat(State.print(other.node(i))).isEqualTo(State.print(network.node(i)));
        }
    }

    @Test
    void callsInTheWrongRegionAreRejected() {
        Network<?> network = network(3, 1);
        assertThatIllegalStateException()
                .isThrownBy(() -> network.release(2))
                .withMessage("the node is in REMAINDER, not in CRITICAL");
        assertThatIllegalStateException()
                .isThrownBy(() -> network.cancel(2))
                .withMessage("the node is in REMAINDER, not in TRYING");
        network.acquire(2);
        assertThatIllegalStateException()
                .isThrownBy(() -> network.acquire(2))
                .withMessage("the node is in TRYING, not in REMAINDER");
    }

    @Test
    void invalidSizesAndUnitsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> setup.system(2, 3))
                .withMessage("k must be between 1 and n = 2, not 3");
        int most = setup.system(3, 2).sizes().unitsEach();
        Network<?> network = network(3, 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> network.acquire(2, most + 1))
                .withMessage("a node can ask for 1 to " + most + " units, not " + (most + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> network.acquire(2, 0));
        assertThat(network.sent()).isZero();
    }
}
