package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.simulate.Costs;
import dev.turnstile.lab.simulate.Fault;
import dev.turnstile.lab.simulate.Result;
import dev.turnstile.lab.simulate.Simulation;
import dev.turnstile.lab.simulate.Workload;
import dev.turnstile.lab.toy.Toy;
import dev.turnstile.machine.Region;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A baton that goes round forever: infinite runs, timeouts, and arbitrary configurations. */
final class RelayTest {
    /**
     * Two nodes and a baton that goes round forever. The node that has the baton enters if it wants to. In the variant
     * with a timeout, node 0 begins only when its timer expires. In the unfair variant, node 1 passes the baton on
     * without checking whether it wants to enter.
     */
    private static Toy relay(boolean timed, boolean unfair) {
        Toy.Acting begin = (me, out) -> {
            me.set("begun", 1);
            out.send(1, new Toy.ToyMessage.Note());
        };
        Predicate<Toy.Self> hasNotBegun = me -> me.index() == 0 && me.get("begun") == 0;
        return Toy.of("relay", 2)
                .limit(1)
                .anyMessage(fields -> new Toy.ToyMessage.Note())
                .variable("begun", 0, 0, 1)
                .onAcquire((me, units, out) -> {
                    if (!timed && hasNotBegun.test(me)) {
                        begin.react(me, out);
                    }
                })
                .onRelease((me, out) -> out.send(me.next(), new Toy.ToyMessage.Note()))
                .onReceive((me, from, message, out) -> {
                    if (me.region() == Region.TRYING && !(unfair && me.index() == 1)) {
                        me.moveTo(Region.CRITICAL);
                    } else {
                        out.send(me.next(), message);
                    }
                })
                .onTimeout(me -> timed && hasNotBegun.test(me), begin);
    }

    private static Check check(boolean timed, boolean unfair) {
        return Check.ofNodes(() -> relay(timed, unfair));
    }

    @Test
    void anAwaitedTimeoutComesInEveryFairRun() {
        Report report = check(true, false)
                .withProperties(new AtMost(1), new Deadlock(), new NoLockout())
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(16);
    }

    @Test
    void withoutATimeoutANodeThatCannotBeginWaitsForever() {
        Verdict verdict =
                check(false, false).withProperties(new Granted()).run().verdict();
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Violated.class,
                        violated -> assertThat(violated.trace().steps())
                                .extracting(Trace.Step::move)
                                .containsExactly("", "p1 asks"));
    }

    /**
     * Nothing rests and messages keep arriving: only an analysis of infinite runs finds the node that is passed over.
     */
    @Test
    void aNodePassedOverForeverIsLockedOutThoughMessagesKeepArriving() {
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
                    .contains("p0 receives from p1: Note[]", "p1 receives from p0: Note[]");
        });
    }

    @Test
    void allConfigurationsAreTriedIfThereAreFew() {
        Report report = check(true, false)
                .withAnyStart(10_000, 1, 1)
                .withProperties(new AtMost(1))
                .run();
        assertThat(report.everyStart()).isTrue();
        assertThat(report.starts()).isEqualTo(6 * 2 * 6 * 2); // 3 regions, begun or not, a baton in flight or not
        assertThat(report.verdict()).isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void someConfigurationsAreSampledIfThereAreMany() {
        Check check = check(true, false).withAnyStart(20, 2, 7);
        Report report = check.run();
        assertThat(report.everyStart()).isFalse();
        assertThat(report.starts()).isBetween(2, 20);
        assertThat(check.run().states()).isEqualTo(report.states());
    }

    /** Until node 0 begins, no node can enter; from then on the baton goes round. */
    @Test
    void inASimulationATimeoutComesAfterIdleTime() {
        Workload workload = Workload.of(0.01).withTimeout(500).withCosts(new Costs(0, 0, 1));
        Result result = new Simulation<>(relay(true, false), workload, 100, 3).run();
        assertThat(result.finding()).isEmpty();
        assertThat(result.entries()).isEqualTo(100);
        Result first = new Simulation<>(relay(true, false), workload, 1, 3).run();
        assertThat(first.time()).isBetween(500.0, 1_000.0);
    }

    @Test
    void inASimulationANodeThatWaitsInVainIsFound() {
        Workload withoutNode0 = Workload.of(1).withFaults(List.of(new Fault.Crash(0, 0)));
        Result result = new Simulation<>(relay(false, false), withoutNode0, 1, 3).run();
        assertThat(result.finding()).get().satisfies(finding -> {
            assertThat(finding.property()).isEqualTo(new Granted());
            assertThat(finding.violation().participants()).containsExactly(1);
        });
    }
}
