package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.Traits;
import dev.turnstile.lab.toy.Forwarding;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests runs that are repeated from several seeds. */
final class StudyTest {
    private static Study.Point point(double rate) {
        return new Study.Point(Catalogue.messagePassing("raymond"), 5, 2, Workload.of(rate));
    }

    @Test
    void theSameStudyGivesTheSameNumbersOnAnyNumberOfCores() {
        List<Study.Outcome> one = new Study(500, 3, 6).of(List.of(point(0.1), point(1)), done -> {});
        List<Study.Outcome> other = new Study(500, 3, 6).of(List.of(point(0.1), point(1)), done -> {});
        for (int i = 0; i < 2; i++) {
            assertThat(one.get(i).estimate(Metric.DELAY)).isEqualTo(other.get(i).estimate(Metric.DELAY));
            assertThat(one.get(i).results()).hasSize(6);
        }
        assertThat(one.get(0).estimate(Metric.DELAY).mean())
                .isLessThan(one.get(1).estimate(Metric.DELAY).mean());
    }

    @Test
    void reportsTheNumberOfCompletedRuns() {
        AtomicInteger last = new AtomicInteger();
        new Study(100, 1, 4).of(List.of(point(1), point(2), point(3)), last::set);
        assertThat(last).hasValue(12);
    }

    /** Student's t for 4 degrees of freedom is 2.776; the values have a standard deviation of 1.581. */
    @Test
    void theIntervalFollowsStudentsDistribution() {
        Estimate estimate = Estimate.of(1, 2, 3, 4, 5);
        assertThat(estimate.mean()).isEqualTo(3);
        assertThat(estimate.halfWidth()).isCloseTo(2.776 * 1.5811 / Math.sqrt(5), within(0.001));
        assertThat(Estimate.of(7).halfWidth()).isNaN();
    }

    @Test
    void reportsTheSeedOfAFailedRun() {
        Study.Point crash = new Study.Point(
                Catalogue.messagePassing("raymond"), 3, 1, Workload.of(1).withFaults(List.of(new Fault.Crash(0, 5))));
        Study.Outcome outcome =
                new Study(500, 11, 3).of(List.of(crash), done -> {}).getFirst();
        assertThat(outcome.failed()).contains(11L);
        assertThat(outcome.finding()).isPresent();
    }

    @Test
    void stoppedRunsGiveNoResult() {
        AtomicInteger looks = new AtomicInteger();
        List<Study.Outcome> outcomes = new Study(1_000_000_000, 1, 3)
                .of(List.of(point(1), point(2)), () -> looks.incrementAndGet() > 20, done -> {});
        assertThat(outcomes).hasSize(2).allSatisfy(outcome -> {
            assertThat(outcome.results()).isEmpty();
            assertThat(outcome.unfinished()).isEqualTo(3);
            assertThat(outcome.isResult()).isFalse();
        });
    }

    @Test
    void runsCompletedBeforeTheStopGiveAResult() {
        AtomicInteger over = new AtomicInteger();
        List<Study.Outcome> outcomes =
                new Study(50, 1, 2).of(List.of(point(1), point(2), point(3)), () -> over.get() >= 2, over::set);
        assertThat(outcomes.getFirst().isResult()).isTrue();
        assertThat(outcomes.getFirst().results()).hasSize(2);
    }

    @Test
    void checksAPointWithoutCreatingItsNodes() {
        AtomicInteger made = new AtomicInteger();
        Algorithm.MessagePassing counted = new Algorithm.MessagePassing(
                "counted",
                "counts its nodes",
                "none",
                List.of(),
                List.of(),
                "none",
                Traits.labOnly(),
                (nodes, places) -> new Counted<>(Toys.roundabout(nodes, Toys.NO_NODE), made));
        Study study = new Study(50, 1, 2);
        study.check(new Study.Point(counted, 3, 4, Workload.of(1)));
        assertThat(made).hasValue(0);
        study.of(List.of(new Study.Point(counted, 3, 4, Workload.of(1))), done -> {});
        assertThat(made).hasValue(2 * 3);
    }

    /** A system that counts the nodes it creates. */
    private static final class Counted<M extends Message> extends Forwarding<M> {
        private final AtomicInteger made;

        Counted(NodeSystem<M> real, AtomicInteger made) {
            super(real);
            this.made = made;
        }

        @Override
        public Node<M> node(int index) {
            made.incrementAndGet();
            return super.node(index);
        }
    }
}
