package dev.turnstile.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The traits in the catalogue match the systems. */
class TraitsTest {
    static List<Algorithm.SharedMemory> sharedMemory() {
        return Catalogue.sharedMemory();
    }

    static List<Algorithm.MessagePassing> messagePassing() {
        return Catalogue.messagePassing();
    }

    @ParameterizedTest
    @MethodSource("sharedMemory")
    void sharedMemoryTraitsMatchTheSystems(Algorithm.SharedMemory algorithm) {
        ProcessSystem system = algorithm.system(4, 2);
        assertThat(algorithm.fifo()).isEqualTo(system.fifo());
        assertThat(algorithm.holdersBlockOthers()).isEqualTo(system.holdersBlockOthers());
        assertThat(algorithm.traits().survivesKills()).isEqualTo(system.process(0) instanceof Process.Mortal);
        assertThat(algorithm.runsOn(Traits.Runtime.MAPPED)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("messagePassing")
    void messagePassingTraitsMatchTheSystems(Algorithm.MessagePassing algorithm) {
        NodeSystem<?> system = algorithm.system(4, 4);
        assertThat(algorithm.holdersBlockOthers())
                .as("with more than one place")
                .isEqualTo(system.holdersBlockOthers());
        assertThat(algorithm.isWindow())
                .isEqualTo(algorithm.parameters().stream()
                        .anyMatch(parameter -> parameter.name().equals("at-least")));
        assertThat(algorithm.runsOn(Traits.Runtime.THREADS)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "queue, 100, 3, 15",
        "queue, 5, 3, 5",
        "colored-ticket, 1000000, 16, 10319",
        "excl, 100000, 2, 32768",
        "ledger, 100000, 2, 4000",
        "raymond, 100000, 2, 100000",
        "tree:shape=0.0.1, 100, 2, 4"
    })
    void largestReturnsTheMaximumNumberOfParticipants(String name, int wanted, int limit, int largest) {
        Algorithm algorithm = Catalogue.find(name);
        assertThat(algorithm.largest(Sizes.of(wanted, limit)).participants()).isEqualTo(largest);
        Sizes sizes = algorithm.largest(Sizes.of(wanted, limit));
        switch (algorithm) {
            case Algorithm.SharedMemory shared -> {
                assertThat(shared.system(sizes).sizes().participants()).isEqualTo(largest);
                if (largest < wanted) {
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> shared.system(sizes.withParticipants(largest + 1)));
                }
            }
            case Algorithm.MessagePassing messages ->
                assertThat(messages.system(sizes).sizes().participants()).isEqualTo(largest);
        }
    }

    @Test
    void aFloorInTheSizesStartsEmptyAndAFloorInTheNameDoesNot() {
        Algorithm.MessagePassing window = Catalogue.messagePassing("window");
        assertThat(window.system(Sizes.of(5, 3).withFloor(1)).sizes().floor()).isEqualTo(1);
        assertThat(inside(window.system(Sizes.of(5, 3).withFloor(1)))).isZero();
        assertThat(inside(window.withFloor(1).system(5, 3))).isEqualTo(1);
        assertThat(window.withFloor(1).name()).isEqualTo("window:at-least=1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> window.withFloor(1).system(Sizes.of(5, 3).withFloor(1)))
                .withMessage("window:at-least=1: the floor is already given; remove at-least and inside from the name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> window.withFloor(1).withFloor(2))
                .withMessage("the floor is given twice: 2, and in window:at-least=1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.messagePassing("raymond")
                        .system(Sizes.of(5, 3).withFloor(1)))
                .withMessage("raymond has no floor");
    }

    private static long inside(NodeSystem<?> system) {
        return IntStream.range(0, system.sizes().participants())
                .filter(i -> system.node(i).region() == Region.CRITICAL)
                .count();
    }
}
