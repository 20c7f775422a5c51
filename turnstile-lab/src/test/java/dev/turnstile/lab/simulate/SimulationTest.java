package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.turnstile.algorithm.permission.Lamport;
import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.algorithm.permission.SrimaniReddy;
import dev.turnstile.algorithm.tree.Members;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.toy.Forwarding;
import dev.turnstile.lab.toy.Toy;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests nodes in virtual time: the cost of messages, faults, and metrics. */
final class SimulationTest {
    private static final double RARELY = 0.00001; // so that requests never overlap

    private static <M extends Message> Result run(NodeSystem<M> system, Workload workload, long entries) {
        return new Simulation<>(system, workload, entries, 1).run();
    }

    /** Ts, Tt and Tr for the request, and the same for the reply. */
    @Test
    void aRequestAndItsReplyEachCostSendingTransitAndReceiving() {
        Workload workload = Workload.of(RARELY).withCosts(new Costs(0.25, 0.5, 4));
        assertThat(run(new Raymond(2, 1), workload, 100).value(Metric.DELAY_P50))
                .isCloseTo(2 * 4.75, within(1e-6));
    }

    /**
     * bulgannawar-1995, section 4: every copy costs the sender Ts. With 30 nodes, the 29 copies are sent after 2.9. By
     * then the first replies wait, and the 27 needed are received one after another, 0.1 each: 5.6.
     */
    @Test
    void everyCopyCostsTheSenderAndANodeDoesOneThingAtATime() {
        Result result = run(new Raymond(30, 3), Workload.of(RARELY), 200);
        assertThat(result.value(Metric.DELAY_P50)).isCloseTo(5.6, within(1e-6));
    }

    /** If sending and receiving cost nothing, the 27th of 29 replies arrives after 1 there and 1 back. */
    @Test
    void withoutCostsAllCopiesTravelAtOnce() {
        Workload workload = Workload.of(RARELY).withCosts(new Costs(0, 0, 1));
        assertThat(run(new Raymond(30, 3), workload, 200).value(Metric.DELAY_MAX))
                .isCloseTo(2, within(1e-6));
    }

    @ParameterizedTest(name = "rate {0}")
    @ValueSource(doubles = {0.001, 0.1, 1, 10})
    void raymondSendsBetweenTwoNMinusKMinusOneAndTwoNMinusTwoMessages(double rate) {
        Result result = run(new Raymond(30, 3), Workload.of(rate), 5_000);
        assertThat(result.finding()).isEmpty();
        assertThat(result.value(Metric.MESSAGES))
                .isBetween(2.0 * 30 - 3 - 1, 2.0 * 29 + 0.1); // tolerance for requests at the ends of the measurement
        assertThat(result.value(Metric.WORDS_PER_MESSAGE)).isEqualTo(4);
    }

    @ParameterizedTest(name = "rate {0}")
    @ValueSource(doubles = {0.001, 0.1, 1, 10})
    void srimaniAndReddySendAboutNMinusOneMessages(double rate) {
        Result result = run(new SrimaniReddy(30, 3), Workload.of(rate), 5_000);
        assertThat(result.finding()).isEmpty();
        assertThat(result.value(Metric.MESSAGES)).isBetween(28.0, 31.5);
    }

    @Test
    void lamportSendsThreeTimesNMinusOneMessagesAndSharesUnits() {
        Result result = run(new Lamport(10, 4), Workload.of(0.5).withUnits(3).withHold(5), 2_000);
        assertThat(result.finding()).isEmpty();
        assertThat(result.value(Metric.MESSAGES)).isCloseTo(27, within(0.2));
    }

    /** Compares with recorded numbers, which must be the same on every machine. */
    @Test
    void theSameSeedGivesTheSameRunEverywhere() {
        Workload workload = Workload.of(0.3).withDelay(new Delay.Exponential()).withPatience(40);
        Result one = new Simulation<>(new Raymond(7, 2), workload, 2_000, 42).run();
        Result other = new Simulation<>(new Raymond(7, 2), workload, 2_000, 42).run();
        for (Metric metric : Metric.values()) {
            assertThat(one.value(metric)).isEqualTo(other.value(metric));
        }
        assertThat(one.events()).isEqualTo(EVENTS);
        assertThat(one.value(Metric.DELAY)).isEqualTo(DELAY);
    }

    private static final long EVENTS = 58_101;
    private static final double DELAY = 3.790055096689664;

    @ParameterizedTest
    @CsvSource({"uniform", "exponential", "slow", "adversarial"})
    void allAlgorithmsTolerateVaryingDelays(String kind) {
        Delay delay = switch (kind) {
            case "uniform" -> new Delay.Uniform();
            case "exponential" -> new Delay.Exponential();
            case "slow" -> new Delay.Slow(0.05, 50);
            default -> new Delay.Adversarial(50);
        };
        // where single trips take 40, nodes with less patience give up again and again, and a run takes forever
        int patience = kind.equals("adversarial") ? 200 : 30;
        Workload workload = Workload.of(0.5).withDelay(delay).withHold(0.5).withPatience(patience);
        List<NodeSystem<?>> systems = List.of(new Raymond(6, 2), new Lamport(6, 2), new SrimaniReddy(6, 2));
        for (NodeSystem<?> system : systems) {
            Result result = run(system, workload, 3_000);
            assertThat(result.finding()).as(system.getClass().getSimpleName()).isEmpty();
            assertThat(result.entries()).isEqualTo(3_000);
        }
    }

    /** Returns nodes that enter at will and number their messages; they fail if the numbers arrive out of order. */
    private static Toy numbered() {
        return Toy.of("numbered", 3)
                .variable("sent", 0, 0, Long.MAX_VALUE)
                .variable("from 0", 0, 0, Long.MAX_VALUE)
                .variable("from 1", 0, 0, Long.MAX_VALUE)
                .variable("from 2", 0, 0, Long.MAX_VALUE)
                .onAcquire((me, units, out) -> {
                    me.moveTo(Region.CRITICAL);
                    me.add("sent", 1);
                    for (int other = 0; other < 3; other++) {
                        if (other != me.index()) {
                            out.send(other, new Toy.ToyMessage.Number(me.get("sent")));
                        }
                    }
                })
                .onReceive((me, from, message, out) -> {
                    String last = "from " + from;
                    if (!message.equals(new Toy.ToyMessage.Number(me.get(last) + 1))) {
                        throw new IllegalStateException(message + " comes after " + me.get(last));
                    }
                    me.add(last, 1);
                });
    }

    @Test
    void channelsAreFifoWhateverTheDelay() {
        for (Delay delay : List.of(new Delay.Uniform(), new Delay.Slow(0.2, 100), new Delay.Adversarial(100))) {
            Result result = run(numbered(), Workload.of(5).withDelay(delay), 5_000);
            assertThat(result.finding()).as(delay.toString()).isEmpty();
        }
    }

    @Test
    void aCrashedNodeMakesOthersWaitButIsNotReportedItself() {
        Workload crash = Workload.of(1).withFaults(List.of(new Fault.Crash(1, 10)));
        Result result = run(new Raymond(3, 1), crash, 1_000);
        assertThat(result.finding()).get().satisfies(finding -> {
            assertThat(finding.property()).isEqualTo(new Granted());
            assertThat(finding.violation().participants()).containsExactly(0, 2);
        });
        assertThat(run(new Raymond(3, 2), crash, 1_000).finding()).isEmpty();
    }

    @Test
    void aPauseDelaysOtherNodesAndLosesNothing() {
        Workload pause = Workload.of(1).withFaults(List.of(new Fault.Pause(1, 1_000, 500)));
        Result result = run(new Raymond(3, 1), pause, 1_000);
        assertThat(result.finding()).isEmpty();
        assertThat(result.value(Metric.DELAY_MAX)).isBetween(450.0, 550.0);
    }

    @Test
    void damagedVariablesCauseViolations() {
        long found = 0;
        for (long seed = 1; seed <= 20; seed++) {
            Workload damage = Workload.of(1).withFaults(List.of(new Fault.Corrupt(2, 20)));
            Result result = new Simulation<>(new Raymond(4, 1), damage, 2_000, seed).run();
            found += result.finding().isPresent() ? 1 : 0;
        }
        assertThat(found).isBetween(5L, 20L);
    }

    /** Other nodes come and go as long as requests are made. When they end, the forgotten node still waits. */
    @Test
    void findsAForgottenNodeWhenTheRunComesToRest() {
        Workload damage = Workload.of(1).withFaults(List.of(new Fault.Corrupt(2, 10)));
        Result result = new Simulation<>(new Raymond(5, 2), damage, 300, 1).run();
        assertThat(result.entries()).isEqualTo(300);
        assertThat(result.finding()).get().satisfies(finding -> {
            assertThat(finding.property()).isEqualTo(new Granted());
            assertThat(finding.violation().participants()).containsExactly(2);
        });
    }

    @Test
    void lossOfPatienceIsNoDeadlock() {
        Result result = run(new Raymond(5, 2), Workload.of(1).withPatience(0.5), 300);
        assertThat(result.finding()).isEmpty();
        assertThat(result.entries()).isZero();
        assertThat(result.value(Metric.DELAY)).isNaN();
    }

    @Test
    void reportsTooManyInsideAtOnce() {
        NodeSystem<?> lies = new Forwarding<>(new Raymond(5, 2)) {
            @Override
            public Sizes sizes() {
                return Sizes.of(5, 1);
            }
        };
        Result result = run(lies, Workload.of(1).withHold(5), 1_000);
        assertThat(result.finding()).get().satisfies(finding -> {
            assertThat(finding.property()).isEqualTo(new AtMost(1));
            assertThat(finding.violation().participants()).hasSize(2);
        });
    }

    /**
     * With 100,000 nodes, all of which receive every request, a table of all pairs would have ten thousand million
     * entries.
     */
    @Test
    void aHundredThousandNodesNeedNoMemoryForAllPairs() {
        for (NodeSystem<?> system : List.of(new Raymond(100_000, 3), new SrimaniReddy(100_000, 3))) {
            Result result = run(system, Workload.of(1e-10), 3);
            assertThat(result.finding()).isEmpty();
            assertThat(result.entries()).isEqualTo(3);
        }
    }

    @Test
    void fairnessIsOneIfAllNodesEnterEquallyOften() {
        Result result = run(new Lamport(5, 1), Workload.of(0.1), 5_000);
        assertThat(result.value(Metric.FAIRNESS)).isCloseTo(1, within(0.01));
    }

    @Test
    void rejectsNumbersOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(new Raymond(3, 1), Workload.of(1), 0))
                .withMessageContaining("entries must be between 1 and");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(new Raymond(3, 2), Workload.of(1).withUnits(2), 10))
                .withMessage("a node can request 1 to 1 units here, not 2");
        assertThatIllegalArgumentException().isThrownBy(() -> Workload.of(0)).withMessageContaining("the rate");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Costs(0.1, -0.1, 1))
                .withMessage("Tr, the cost of receiving, must be 0 or more, not -0.1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(new Raymond(3, 1), Workload.of(1).withFaults(List.of(new Fault.Crash(3, 1))), 10))
                .withMessageContaining("the node of a fault must be between 0 and 2");
    }

    @Test
    void aTimeoutNoLongerAwaitedDoesNotCome() {
        Result result = run(Toys.drowsy(3), Workload.of(0.5).withTimeout(0.5), 20_000);
        assertThat(result.finding()).isEmpty();
    }

    /** Whatever the rounding of the sum of two times; otherwise an expelled member would never return. */
    @Test
    void everyAwaitedTimeoutComes() {
        Workload workload = Workload.of(0.64).withHold(2.7).withTimeout(6.678188343006503);
        Result result = run(new Members(4, 1, 1, 100), workload, 2_000);
        assertThat(result.finding()).isEmpty();
    }
}
