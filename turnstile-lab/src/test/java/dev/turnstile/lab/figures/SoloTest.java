package dev.turnstile.lab.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.algorithm.quorum.Gcs;
import dev.turnstile.algorithm.quorum.Mutin;
import dev.turnstile.algorithm.quorum.Window;
import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.lab.simulate.Costs;
import dev.turnstile.lab.simulate.Metric;
import dev.turnstile.lab.simulate.Result;
import dev.turnstile.lab.simulate.Simulation;
import dev.turnstile.lab.simulate.Workload;
import org.junit.jupiter.api.Test;

/** Compares the cost of a single node with a count by hand and with the simulator. */
final class SoloTest {
    private static final Coterie PLANE = Coterie.of("plane", 7); // |Q| = 3

    /** A lock of 3, a question, an announcement and their answers, and the coming back: 8 each to 2 others. */
    @Test
    void mutinTakesEightMessagesForEachMember() {
        Solo<Mutin.MutinMessage> solo = new Solo<>(new Mutin(PLANE, 3, 5));
        Solo.Pair pair = solo.pair(0);
        assertThat(pair.messages()).isEqualTo(8 * 2);
        assertThat(pair.leaving()).isEqualTo(6);
        assertThat(pair.entering()).isZero();
        assertThat(solo.pair(0)).isEqualTo(pair);
    }

    /** Node 0 is in the quorums of three nodes. */
    @Test
    void aNodeThatKnowsEnoughItselfDoesNotWaitForAnswers() {
        assertThat(new Solo<>(new Mutin(PLANE, 0, 7)).pair(0).leaving()).isEqualTo(4);
    }

    @Test
    void aNodeOutsideEntersFirst() {
        Solo.Pair pair = new Solo<>(new Gcs(PLANE, 3, 5, 4)).pair(6);
        assertThat(pair.messages()).isEqualTo(16 * 2);
        assertThat(pair.leaving()).isEqualTo(6);
        assertThat(pair.entering()).isEqualTo(6);
    }

    @Test
    void theMergedProtocolTakesSixMessagesAndTwoUnitsOfTime() {
        Solo.Pair pair = new Solo<>(new Window(PLANE, 3, 5, 4)).pair(0);
        assertThat(pair.messages()).isEqualTo(6 * 2);
        assertThat(pair.leaving()).isEqualTo(2);
        assertThat(pair.entering()).isEqualTo(2);
    }

    @Test
    void reportsANodeThatCannotLeave() {
        Solo<Mutin.MutinMessage> solo = new Solo<>(new Mutin(PLANE, 5, 5));
        assertThatIllegalStateException()
                .isThrownBy(() -> solo.pair(0))
                .withMessage("p0 waits forever although no other node moves");
    }

    /** Requests are so rare that every node is alone. */
    @Test
    void theSimulatorMeasuresTheSame() {
        Workload rarely = Workload.of(1e-6).withHold(1e6).withCosts(new Costs(0, 0, 1));
        Result result = new Simulation<>(new Window(Coterie.of("plane", 21), 1, 20, 10), rarely, 2_000, 1).run();
        assertThat(result.finding()).isEmpty();
        assertThat(result.value(Metric.LEAVING)).isBetween(1.999, 2.001);
        assertThat(result.value(Metric.MESSAGES)).isBetween(6 * 4 * 0.99, 6 * 4 * 1.01);
        assertThat(result.value(Metric.DELAY_P50)).isBetween(1.999, 2.001);
    }
}
