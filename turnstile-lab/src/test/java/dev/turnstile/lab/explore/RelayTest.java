package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.simulate.Costs;
import dev.turnstile.lab.simulate.Fault;
import dev.turnstile.lab.simulate.Result;
import dev.turnstile.lab.simulate.Simulation;
import dev.turnstile.lab.simulate.Workload;
import dev.turnstile.property.AtMost;
import dev.turnstile.property.Deadlock;
import dev.turnstile.property.Granted;
import dev.turnstile.property.NoLockout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a baton that goes round for ever shows: runs that never end, timeouts, and arbitrary configurations. */
final class RelayTest {
    private static Check check(boolean timed, boolean unfair) {
        return Check.ofNodes(() -> new Relay(timed, unfair));
    }

    @Test
    void aTimeoutThatIsAwaitedComesInEveryFairRun() {
        Report report = check(true, false)
                .withProperties(new AtMost(1), new Deadlock(), new NoLockout())
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(16);
    }

    @Test
    void whoNeedsTheOtherToBeginWaitsForEverWithoutATimeout() {
        Verdict verdict =
                check(false, false).withProperties(new Granted()).run().verdict();
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Violated.class,
                        violated -> assertThat(violated.trace().steps())
                                .extracting(Trace.Step::move)
                                .containsExactly("", "p1 asks"));
    }

    /** Nothing rests and messages keep arriving: only a look at infinite runs finds who is passed over. */
    @Test
    void whoIsPassedOverForEverIsLockedOutThoughMessagesKeepArriving() {
        assertThat(check(true, true)
                        .withProperties(new Granted(), new AtMost(1))
                        .run()
                        .verdict())
                .isEqualTo(new Verdict.Holds());
        Verdict verdict =
                check(true, true).withProperties(new NoLockout()).run().verdict();
        assertThat(verdict).isInstanceOfSatisfying(Verdict.Violated.class, violated -> {
            assertThat(violated.violation().participants()).containsExactly(1);
            assertThat(violated.trace().repeated())
                    .extracting(Trace.Step::move)
                    .contains("p0 receives from p1: Pass[]", "p1 receives from p0: Pass[]");
        });
    }

    @Test
    void allConfigurationsAreTriedWhereThereAreFew() {
        Report report = check(true, false)
                .withAnyStart(10_000, 1, 1)
                .withProperties(new AtMost(1))
                .run();
        assertThat(report.everyStart()).isTrue();
        assertThat(report.starts()).isEqualTo(6 * 2 * 6 * 2); // 3 regions, begun or not, a baton on the way or not
        assertThat(report.verdict()).isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void someAreTakenByChanceWhereThereAreMany() {
        Check check = check(true, false).withAnyStart(20, 2, 7);
        Report report = check.run();
        assertThat(report.everyStart()).isFalse();
        assertThat(report.starts()).isBetween(2, 20);
        assertThat(check.run().states()).isEqualTo(report.states());
    }

    /** Until node 0 begins, nobody can enter; from then on the baton goes round. */
    @Test
    void inASimulationATimeoutComesWhenNothingHasHappenedForSoLong() {
        Workload workload = Workload.of(0.01).withTimeout(500).withCosts(new Costs(0, 0, 1));
        Result result = new Simulation<>(new Relay(true, false), workload, 100, 3).run();
        assertThat(result.finding()).isEmpty();
        assertThat(result.entries()).isEqualTo(100);
        Result first = new Simulation<>(new Relay(true, false), workload, 1, 3).run();
        assertThat(first.time()).isBetween(500.0, 1_000.0);
    }

    @Test
    void inASimulationWhoWaitsForWhatNeverBeginsIsFound() {
        Workload withoutNode0 = Workload.of(1).withFaults(List.of(new Fault.Crash(0, 0)));
        Result result = new Simulation<>(new Relay(false, false), withoutNode0, 1, 3).run();
        assertThat(result.finding()).get().satisfies(finding -> {
            assertThat(finding.property()).isEqualTo(new Granted());
            assertThat(finding.violation().participants()).containsExactly(1);
        });
    }
}
