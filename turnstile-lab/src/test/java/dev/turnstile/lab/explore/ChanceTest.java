package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.algorithm.forest.Forest;
import dev.turnstile.algorithm.forest.Mechanisms;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.WellDefined;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.NodeStage;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.lab.simulate.Delay;
import dev.turnstile.lab.simulate.Result;
import dev.turnstile.lab.simulate.Simulation;
import dev.turnstile.lab.simulate.Workload;
import dev.turnstile.lab.toy.Forwarding;
import dev.turnstile.lab.toy.Toy;
import dev.turnstile.lab.trace.Shrinking;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: every outcome of chance is explored, shown in the trace, and replayed as it was. */
final class ChanceTest {
    private enum Flaw {
        NONE,
        /** A node that draws 1 and 2 waits forever. */
        WAITS,
        /** A node that draws 1 and 2 fails. */
        FAILS,
        /** A node that draws 1 fails before it draws again. */
        FAILS_SOONER,
        /** Nodes draw when a message arrives. */
        DRAWS_LATE,
        /** The system declares that nothing is left to chance. */
        DENIES
    }

    /**
     * Nodes that enter at once, draw twice when they do, and tell the next node. They first draw 0 or 1, then one of
     * two numbers, or one of three after a 1. That makes five outcomes.
     */
    private static Toy gambler(int n, Flaw flaw) {
        return Toy.of("gambler", n)
                .outcomes(flaw == Flaw.DENIES ? 1 : 6)
                .variable("drawn", 0, 0, 12)
                .variable("heard", 0, 0, 12)
                .onAcquire((me, units, out) -> {
                    int first = out.choose(2);
                    if (first == 1 && flaw == Flaw.FAILS_SOONER) {
                        throw new IllegalStateException("bad luck");
                    }
                    int drawn = 10 * first + out.choose(2 + first);
                    if (drawn == 12 && flaw == Flaw.FAILS) {
                        throw new IllegalStateException("bad luck");
                    }
                    me.set("drawn", drawn);
                    me.moveTo(drawn == 12 && flaw == Flaw.WAITS ? Region.TRYING : Region.CRITICAL);
                    if (n > 1) {
                        out.send(me.next(), new Toy.ToyMessage.Number(drawn));
                    }
                })
                .onReceive((me, from, message, out) -> {
                    me.set("heard", message instanceof Toy.ToyMessage.Number(long number) ? number : 0);
                    if (flaw == Flaw.DRAWS_LATE) {
                        me.set("heard", out.choose(2));
                    }
                });
    }

    private static Check check(int n, Flaw flaw, Property... properties) {
        return Check.ofNodes(() -> gambler(n, flaw)).withRequests(1).withProperties(properties);
    }

    private static Verdict.Violated violated(Check check) {
        return (Verdict.Violated) check.run().verdict();
    }

    private static List<String> moves(Verdict.Violated violated) {
        return violated.trace().steps().stream().skip(1).map(Trace.Step::move).toList();
    }

    private static NodeStage<Toy.ToyMessage> stage(int n, Flaw flaw) {
        int[] units = Collections.nCopies(n, 1).stream().mapToInt(one -> one).toArray();
        return new NodeStage<>(gambler(n, flaw), units);
    }

    /** The initial configuration, inside with five outcomes, and outside again with five. */
    @Test
    void everyOutcomeIsExploredOnce() {
        Report report = check(1, Flaw.NONE).run();
        assertThat(report.states()).isEqualTo(1 + 5 + 5);
        assertThat(report.transitions()).isEqualTo(5 + 5);
    }

    /**
     * Each node has not asked, or has drawn one of five outcomes, is inside or outside, and its message has arrived or
     * not.
     */
    @Test
    void outcomesOfDifferentNodesMultiply() {
        assertThat(check(2, Flaw.NONE).run().states()).isEqualTo((1 + 5 * 2 * 2) * (1 + 5 * 2 * 2));
    }

    @Test
    void aTraceShowsTheChoices() {
        Verdict.Violated violated = violated(check(2, Flaw.WAITS, new Granted()));
        assertThat(violated.property()).isEqualTo(new Granted());
        assertThat(moves(violated)).first().asString().endsWith(" asks choosing 1,2");
    }

    @Test
    void aTraceShowsTheChoicesBeforeAMachineFails() {
        Verdict.Violated late = violated(check(1, Flaw.FAILS));
        assertThat(late.property()).isEqualTo(new WellDefined());
        assertThat(moves(late)).containsExactly("p0 asks choosing 1,2");
        assertThat(late.trace().fails()).isTrue();
        assertThat(moves(violated(check(1, Flaw.FAILS_SOONER)))).containsExactly("p0 asks choosing 1");
    }

    @Test
    void aStageMakesTheGivenChoices() {
        NodeStage<Toy.ToyMessage> stage = stage(2, Flaw.NONE);
        assertThat(stage.make(Move.asks(0).choosing(List.of(1, 2))).orElseThrow())
                .isEqualTo(new Stage.Deed("asks choosing 1,2", List.of(1, 2), List.of()));
        assertThat(stage.variables(0)).contains("drawn=12");
        assertThat(stage.make(Move.asks(1)).orElseThrow().choices())
                .as("a missing choice is 0")
                .containsExactly(0, 0);
        assertThat(stage.make(Move.receives(1, 0)).orElseThrow().choices()).isEmpty();
        assertThat(stage.make(Move.leaves(0).choosing(List.of(1))).orElseThrow().choices())
                .as("no choice is made there")
                .isEmpty();
    }

    @Test
    void aStageMakesTheFirstChoiceIfTheGivenOneIsTooLarge() {
        NodeStage<Toy.ToyMessage> stage = stage(1, Flaw.NONE);
        assertThat(stage.make(Move.asks(0).choosing(List.of(0, 3, 7)))
                        .orElseThrow()
                        .choices())
                .containsExactly(0, 0);
    }

    @Test
    void drawingWhenAMessageArrivesIsAlwaysAFinding() {
        Verdict.Violated violated = violated(check(2, Flaw.DRAWS_LATE));
        assertThat(violated.property()).isEqualTo(new WellDefined());
        assertThat(violated.violation().reason()).contains("leaves something to chance when a message arrives");
        assertThat(moves(violated)).hasSize(2).last().isEqualTo("p1 receives from p0: Number[number=0]");

        NodeStage<Toy.ToyMessage> stage = stage(2, Flaw.DRAWS_LATE);
        stage.make(Move.asks(0));
        assertThatIllegalStateException()
                .isThrownBy(() -> stage.make(Move.receives(1, 0)))
                .withMessageContaining("leaves something to chance when a message arrives");

        Result result = new Simulation<>(gambler(2, Flaw.DRAWS_LATE), Workload.of(1), 100, 1).run();
        assertThat(result.finding()).get().satisfies(finding -> {
            assertThat(finding.property()).isEqualTo(new WellDefined());
            assertThat(finding.violation().reason())
                    .contains("leaves something to chance when a message arrives")
                    .contains("receives from");
        });
    }

    @Test
    void aNodeWithMoreOutcomesThanItsSystemDeclaresIsFound() {
        Verdict.Violated violated = violated(check(1, Flaw.DENIES));
        assertThat(violated.property()).isEqualTo(new WellDefined());
        assertThat(violated.violation().reason())
                .contains("leaves more to chance than its system says: there are at least 2 outcomes, not 1");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void aShrunkRunKeepsTheChoicesThatMatter(long seed) {
        List<Move> moves = new ArrayList<>();
        Result result = new Simulation<>(gambler(3, Flaw.WAITS), Workload.of(1), 200, seed)
                .recordedBy(moves::add)
                .run();
        assertThat(result.finding()).map(Result.Finding::property).contains(new Granted());
        Shrinking.Shrunk shrunk = new Shrinking(() -> stage(3, Flaw.WAITS), Collections.nCopies(3, 1), new Granted())
                .of(moves)
                .orElseThrow();
        assertThat(shrunk.moves()).as("seed " + seed).hasSize(2);
        assertThat(shrunk.moves().getFirst()).endsWith(" asks choosing 1,2");
        assertThat(shrunk.moves().getLast()).endsWith(": Number[number=12]");
    }

    @Test
    void aRunInWhichAMachineFailsIsShrunkToItsChoices() {
        List<Move> moves = new ArrayList<>();
        new Simulation<>(gambler(3, Flaw.FAILS), Workload.of(1), 1_000, 7)
                .recordedBy(moves::add)
                .run();
        Shrinking.Shrunk shrunk = new Shrinking(
                        () -> stage(3, Flaw.FAILS), Collections.nCopies(3, 1), new WellDefined())
                .of(moves)
                .orElseThrow();
        assertThat(shrunk.moves()).hasSize(1).first().asString().endsWith(" asks choosing 1,2");
    }

    /** Remembers the nodes that it has created. */
    private static final class Kept<M extends Message> extends Forwarding<M> {
        private final List<Node<M>> made = new ArrayList<>();

        Kept(NodeSystem<M> real) {
            super(real);
        }

        @Override
        public Node<M> node(int index) {
            made.add(super.node(index));
            return made.getLast();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aRecordedSimulationReplaysOnAStage(long seed) {
        Forest forest = new Forest(6, 2, Mechanisms.PAPERS);
        Kept<Forest.ForestMessage> kept = new Kept<>(forest);
        List<Move> moves = new ArrayList<>();
        Workload workload = Workload.of(0.5).withDelay(new Delay.Exponential()).withPatience(20);
        Result result = new Simulation<>(kept, workload, 500, seed)
                .recordedBy(moves::add)
                .run();
        assertThat(result.finding()).as("seed " + seed).isEmpty();
        NodeStage<Forest.ForestMessage> stage = new NodeStage<>(forest, new int[] {1, 1, 1, 1, 1, 1});
        for (Move move : moves) {
            assertThat(stage.make(move).orElseThrow().choices()).isEqualTo(move.choices());
        }
        for (int i = 0; i < 6; i++) {
            assertThat(stage.variables(i)).isEqualTo(State.variables(kept.made.get(i)));
        }
        assertThat(moves.stream().filter(move -> !move.choices().isEmpty()).count())
                .isGreaterThan(100);
        assertThat(stage.tokens()).isEqualTo(2);
        assertThat(stage.onTheWay()).isEmpty();
    }
}
