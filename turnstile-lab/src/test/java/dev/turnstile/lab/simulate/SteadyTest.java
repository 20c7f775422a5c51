package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that runs that would never end are rejected. */
final class SteadyTest {
    private static <M extends Message> Simulation<M> simulation(NodeSystem<M> system) {
        return new Simulation<>(system, Workload.of(0.1), 10, 1);
    }

    @ParameterizedTest(name = "{0}, n = {1}, {2} rounds of {3}")
    @CsvSource({
        "tree-priority, 3, 2, 9",
        "raymond, 3, 2, 9",
        "tree-members, 3, 2, 9",
        "tree, 1, 2, 9",
        "tree, 3, 0, 9",
        "tree, 3, 9, 2"
    })
    void rejectsRoundsThatCannotBeCounted(String name, int n, int rounds, int most) {
        Simulation<?> simulation = simulation(LabCatalogue.messagePassing(name).system(n, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> simulation.untilSteadyFor(rounds, most));
    }
}
