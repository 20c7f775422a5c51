package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.quorum.Gcs;
import dev.turnstile.algorithm.quorum.Maekawa;
import dev.turnstile.algorithm.quorum.Mutin;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Tests the count of messages by type: the names, the sum, and that counting changes nothing else. */
final class TypesTest {
    private static <M extends Message> Simulation<M> simulation(NodeSystem<M> system) {
        Workload often = Workload.of(0.1).withHold(10).withDelay(new Delay.Uniform());
        return new Simulation<>(system, often, 500, 3);
    }

    private static NodeSystem<?> gcs() {
        return Catalogue.messagePassing("gcs:at-least=2").system(9, 6);
    }

    @Test
    void aMessageThatCarriesAnotherIsNamedAfterBothTypes() {
        assertThat(MessageTypeCounts.nameOf(new Mutin.MutinMessage.Ack(1))).isEqualTo("Ack");
        Maekawa.MaekawaMessage request = new Maekawa.MaekawaMessage.Request(7);
        assertThat(MessageTypeCounts.nameOf(new Gcs.GcsMessage.Lmin(new Mutin.MutinMessage.Mx(request))))
                .isEqualTo("Lmin Mx Request");
    }

    @Test
    void theCountsAddUpToAllMessages() {
        Result result = simulation(gcs()).countingTypes().run();
        SortedMap<String, Double> byType = result.messagesByType();
        assertThat(result.finding()).isEmpty();
        assertThat(byType).containsKeys("Lmin Query", "Lmin Mx Request", "KmexMutin Ack", "KmexMutin Mx Yield");
        assertThat(byType.values().stream().mapToDouble(perEntry -> perEntry).sum())
                .isCloseTo(result.value(Metric.MESSAGES), within(1e-9));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(byType::clear);
    }

    @Test
    void typesAreNotCountedByDefault() {
        assertThat(simulation(gcs()).run().messagesByType()).isEmpty();
    }

    @Test
    void countingDoesNotChangeARun() {
        Result plain = simulation(gcs()).run();
        Result counted = simulation(gcs()).countingTypes().run();
        assertThat(counted.events()).isEqualTo(plain.events());
        assertThat(counted.time()).isEqualTo(plain.time());
    }

    @Test
    void aStudyCountsTypesInEachOfItsRuns() {
        Study.Point point = new Study.Point(Catalogue.messagePassing("raymond"), 4, 2, Workload.of(0.1));
        Study.Outcome outcome =
                new Study(300, 1, 3, true).of(List.of(point), done -> {}).getFirst();
        assertThat(outcome.messagesByType()).containsOnlyKeys("Reply", "Request");
        assertThat(outcome.messagesByType().get("Request").mean()).isCloseTo(3, within(0.1));
        assertThat(new Study(300, 1, 3)
                        .of(List.of(point), done -> {})
                        .getFirst()
                        .messagesByType())
                .isEmpty();
    }
}
