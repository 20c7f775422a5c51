package dev.turnstile.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.permission.Lamport;
import dev.turnstile.algorithm.permission.Raymond;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartedSystemTest {
    private static int[] inside(NodeSystem<?> system) {
        return IntStream.range(0, system.sizes().participants())
                .map(i -> system.node(i).region() == Region.CRITICAL
                        ? system.node(i).units()
                        : 0)
                .toArray();
    }

    @Test
    void givenNodesStartInsideWithTheirUnits() {
        assertThat(inside(new Lamport(5, 5).from(new int[] {0, 3, 0, 2, 0}))).containsExactly(0, 3, 0, 2, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"raymond", "lamport", "srimani-reddy", "kmex", "window", "gcs"})
    void anotherNodeEntersOnlyAfterAHolderHasLeft(String name) {
        NodeSystem<?> system = Catalogue.messagePassing(name).system(4, 2).from(new int[] {0, 1, 0, 1});
        assertThat(inside(system)).containsExactly(0, 1, 0, 1);
        Network<?> network = new Network<>(system);
        network.acquire(0);
        network.deliverAll();
        assertThat(network.region(0)).isEqualTo(Region.TRYING);
        network.release(3);
        network.deliverAll();
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void startingEmptyReturnsTheSystemItself() {
        Raymond raymond = new Raymond(3, 1);
        assertThat(raymond.from(new int[3])).isSameAs(raymond);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        raymond | 1,1     | the units inside must be given for all n = 3 nodes, not for 2
        raymond | 2,0,0   | the units inside at one node must be between 0 and 1, not 2
        raymond | -1,0,0  | the units inside at one node must be between 0 and 1, not -1
        raymond | 1,1,1   | inside must be between 0 and k = 2, not 3
        tree    | 1,0,0   | messages of this algorithm never come to rest, so it can't start with 1 units inside
        """)
    void invalidStartsAreRejected(String name, String units, String message) {
        NodeSystem<?> system = Catalogue.messagePassing(name).system(3, 2);
        int[] wanted =
                Arrays.stream(units.split(",", -1)).mapToInt(Integer::parseInt).toArray();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> system.from(wanted))
                .withMessage(message);
    }
}
