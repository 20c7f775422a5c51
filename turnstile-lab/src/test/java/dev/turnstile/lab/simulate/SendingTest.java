package dev.turnstile.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.toy.Toy;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the cost of sending, hastened messages, and timeouts. */
final class SendingTest {
    private static final double RARELY = 0.00001;

    /**
     * Returns nodes that, to enter, send {@code chatter} irrelevant messages and a question to the next node. They
     * enter when it answers yes.
     */
    private static Toy timekeeper(int chatter) {
        return Toy.of("timekeeper", 2)
                .mayOvertake(Set.of(Toy.ToyMessage.Ask.class, Toy.ToyMessage.Yes.class))
                .onAcquire((me, units, out) -> {
                    for (int copy = 0; copy < chatter; copy++) {
                        out.send(me.next(), new Toy.ToyMessage.Note());
                    }
                    out.send(me.next(), new Toy.ToyMessage.Ask());
                })
                .onReceive((me, from, message, out) -> {
                    if (message instanceof Toy.ToyMessage.Ask) {
                        out.send(from, new Toy.ToyMessage.Yes());
                    } else if (message instanceof Toy.ToyMessage.Yes && me.region() == Region.TRYING) {
                        me.moveTo(Region.CRITICAL);
                    }
                });
    }

    /**
     * Returns nodes that restart their timer with a request and enter on the timeout. Before that, the next node sends
     * {@code restarts} messages, each of which restarts the timer.
     */
    private static Toy sleeper(int nodes, int restarts) {
        Toy.Acting ask = (me, out) -> {
            if (me.get("restarted") < restarts) {
                out.send(me.next(), new Toy.ToyMessage.Ask());
            }
        };
        return Toy.of("sleeper", nodes)
                .variable("restarted", 0, 0, restarts)
                .onAcquire((me, units, out) -> {
                    me.set("restarted", 0);
                    out.restartTimer();
                    ask.react(me, out);
                })
                .onReceive((me, from, message, out) -> {
                    if (message instanceof Toy.ToyMessage.Ask) {
                        out.send(from, new Toy.ToyMessage.Yes());
                    } else {
                        me.add("restarted", 1);
                        out.restartTimer();
                        ask.react(me, out);
                    }
                })
                .onTimeout(me -> me.region() == Region.TRYING, (me, out) -> me.moveTo(Region.CRITICAL));
    }

    private static Result run(Toy system, Workload workload) {
        return new Simulation<>(system, workload, 40, 1).run();
    }

    /** Ts, Tt and Tr there, and the same back. */
    @Test
    void anOrdinaryMessageCostsBothEndsTime() {
        Workload workload = Workload.of(RARELY).withCosts(new Costs(0.25, 0.5, 4));
        assertThat(run(timekeeper(0), workload).value(Metric.DELAY_MAX)).isCloseTo(2 * 4.75, within(1e-6));
    }

    @Test
    void aHastenedMessageTravelsForTtAndCostsNoProcessingTime() {
        Workload workload = Workload.of(RARELY)
                .withCosts(new Costs(0.25, 0.5, 4))
                .withHastened(Set.of(Toy.ToyMessage.Ask.class, Toy.ToyMessage.Yes.class));
        assertThat(run(timekeeper(0), workload).value(Metric.DELAY_MAX)).isCloseTo(2 * 4, within(1e-6));
    }

    @Test
    void rejectsHastenedTypesThatMustNotOvertake() {
        Workload workload = Workload.of(1).withHastened(Set.of(Toy.ToyMessage.Note.class));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Simulation<>(timekeeper(1), workload, 10, 1))
                .withMessage("a Note cannot be hastened: it would overtake other messages on its channel."
                        + " Types that can be hastened: [Ask, Yes]");
    }

    @Test
    void onlyTheGivenTypesAreHastened() {
        Workload workload =
                Workload.of(RARELY).withCosts(new Costs(0.25, 0.5, 4)).withHastened(Set.of(Toy.ToyMessage.Yes.class));
        assertThat(run(timekeeper(0), workload).value(Metric.DELAY_MAX)).isCloseTo(4.75 + 4, within(1e-6));
    }

    /**
     * Five copies of chatter before the question cost the sender 5 Ts and the receiver Tr each. A hastened question
     * does not wait for that.
     */
    @Test
    void aHastenedMessageDoesNotWaitForABusyNode() {
        Workload slow = Workload.of(RARELY).withCosts(new Costs(1, 3, 4));
        double waits = run(timekeeper(5), slow).value(Metric.DELAY_MAX);
        assertThat(waits).isGreaterThan(5 + 5 * 3 + 2 * 4);
        Workload hastened = slow.withHastened(Set.of(Toy.ToyMessage.Ask.class, Toy.ToyMessage.Yes.class));
        assertThat(run(timekeeper(5), hastened).value(Metric.DELAY_MAX)).isCloseTo(2 * 4, within(1e-6));
    }

    @Test
    void aHastenedMessageTravelsForExactlyTtWhateverTheDelay() {
        for (Delay delay : List.of(new Delay.Exponential(), new Delay.Slow(0.5, 100), new Delay.Adversarial(50))) {
            Workload workload = Workload.of(RARELY)
                    .withDelay(delay)
                    .withHastened(Set.of(Toy.ToyMessage.Ask.class, Toy.ToyMessage.Yes.class));
            assertThat(run(timekeeper(3), workload).value(Metric.DELAY_MAX))
                    .as(delay.toString())
                    .isCloseTo(2 * 0.8, within(1e-6));
        }
    }

    /** The node enters when its timeout comes. */
    @Test
    void aTimeoutComesTheGivenTimeAfterTheRestart() {
        Workload workload = Workload.of(RARELY).withTimeout(7);
        Result result = new Simulation<>(sleeper(1, 0), workload, 40, 1).run();
        assertThat(result.value(Metric.DELAY_P50)).isCloseTo(7, within(1e-6));
        assertThat(result.value(Metric.DELAY_MAX)).isCloseTo(7, within(1e-6));
    }

    @ParameterizedTest(name = "restarted {0} times")
    @ValueSource(ints = {1, 2, 5})
    void aRestartPostponesTheTimeout(int restarts) {
        Workload workload =
                Workload.of(RARELY).withTimeout(7).withCosts(new Costs(0, 0, 2)); // one there, one back: 4 later
        Result result = new Simulation<>(sleeper(2, restarts), workload, 40, 1).run();
        assertThat(result.finding()).isEmpty();
        assertThat(result.value(Metric.DELAY_MAX)).isCloseTo(4.0 * restarts + 7, within(1e-6));
    }

    @ParameterizedTest
    @ValueSource(strings = {"forest:nu=2,partitioned", "trehel-naimi", "makki:partitioned", "raymond:partitioned"})
    void clustersRunBesideEachOther(String name) {
        Result result = run(LabCatalogue.messagePassing(name).system(10, 3), Workload.of(0.5), 7);
        assertThat(result.finding()).isEmpty();
        assertThat(result.entries()).isEqualTo(3_000);
        assertThat(result.value(Metric.MESSAGES)).isPositive();
    }

    private static <M extends Message> Result run(NodeSystem<M> system, Workload workload, long seed) {
        return new Simulation<>(system, workload, 3_000, seed).run();
    }

    @ParameterizedTest
    @ValueSource(strings = {"forest", "forest:token=last-seen,inform=recent", "makki", "makki-timed", "trehel-naimi"})
    void theSameSeedGivesTheSameRun(String name) {
        Workload workload = Workload.of(0.3).withDelay(new Delay.Exponential()).withPatience(40);
        assertThat(recorded(name, workload, 42)).isEqualTo(recorded(name, workload, 42));
        assertThat(recorded(name, workload, 42)).isNotEqualTo(recorded(name, workload, 43));
    }

    private static List<Move> recorded(String name, Workload workload, long seed) {
        List<Move> moves = new ArrayList<>();
        LabCatalogue.messagePassing(name).system(7, 1);
        record(LabCatalogue.messagePassing(name).system(7, 2), workload, seed, moves);
        return moves;
    }

    private static <M extends Message> void record(
            NodeSystem<M> system, Workload workload, long seed, List<Move> moves) {
        new Simulation<>(system, workload, 500, seed).recordedBy(moves::add).run();
    }

    @Test
    void recordingDoesNotChangeARun() {
        Workload workload = Workload.of(0.3).withDelay(new Delay.Exponential());
        NodeSystem<?> system = LabCatalogue.messagePassing("forest").system(7, 2);
        Result plain = run(system, workload, 42);
        List<Move> moves = new ArrayList<>();
        Result noted = noted(system, workload, moves);
        assertThat(noted.events()).isEqualTo(plain.events());
        assertThat(noted.time()).isEqualTo(plain.time());
    }

    private static <M extends Message> Result noted(NodeSystem<M> system, Workload workload, List<Move> moves) {
        return new Simulation<>(system, workload, 3_000, 42)
                .recordedBy(moves::add)
                .run();
    }

    @Test
    void aHastenedMessageWaitsForAPausedNode() {
        Workload workload = Workload.of(0.5)
                .withHastened(Set.of(Toy.ToyMessage.Ask.class, Toy.ToyMessage.Yes.class))
                .withFaults(List.of(new Fault.Pause(1, 0.001, 1_000)));
        Result result = new Simulation<>(timekeeper(0), workload, 3, 1).run();
        assertThat(result.finding()).isEmpty();
        assertThat(result.time()).isGreaterThan(1_000);
    }

    @Test
    void aNodeThatStillAwaitsATimeoutGetsAnother() {
        Result result = new Simulation<>(Toys.drowsy(1), Workload.of(0.5).withTimeout(0.5), 1_000, 1).run();
        assertThat(result.entries()).isEqualTo(1_000);
        assertThat(result.finding()).isEmpty();
    }
}
