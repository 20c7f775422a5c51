package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.forest.Forest;
import dev.turnstile.algorithm.forest.Makki;
import dev.turnstile.algorithm.forest.Mechanisms;
import dev.turnstile.algorithm.forest.TrehelNaimi;
import dev.turnstile.lab.property.TokensConserved;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.NodeStage;
import dev.turnstile.lab.simulate.Fault;
import dev.turnstile.lab.simulate.Result;
import dev.turnstile.lab.simulate.Simulation;
import dev.turnstile.lab.simulate.Workload;
import dev.turnstile.lab.toy.Toy;
import dev.turnstile.lab.trace.Shrinking;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goal: a token that is lost or duplicated is noticed at once, and nothing else is mistaken for that. */
final class TokensTest {
    private static int[] ones(int n) {
        return Collections.nCopies(n, 1).stream().mapToInt(one -> one).toArray();
    }

    private static NodeSystem<?> system(String name, int n, int k) {
        return switch (name) {
            case "trehel-naimi" -> new TrehelNaimi(n, k);
            case "makki" -> new Makki(n, k);
            default -> new Forest(n, k, Mechanisms.PAPERS);
        };
    }

    private static <M extends Message> void isNoticed(NodeSystem<M> system, int times, int shortest) {
        Leaky<M> leaky = new Leaky<>(system, times, 0);
        TokensConserved conserved = new TokensConserved(system.facts().tokens());
        String wrong = "the number of tokens is " + (system.facts().tokens() + times - 1) + ", not "
                + system.facts().tokens();

        Verdict.Violated violated = (Verdict.Violated) Check.ofNodes(() -> leaky)
                .withRequests(1)
                .withProperties(conserved)
                .run()
                .verdict();
        assertThat(violated.property()).isEqualTo(conserved);
        assertThat(violated.violation().reason()).isEqualTo(wrong);
        assertThat(violated.trace().steps()).hasSize(1 + shortest);

        List<Move> moves = new ArrayList<>();
        Result result = new Simulation<>(leaky, Workload.of(1), 1_000, 3)
                .recordedBy(moves::add)
                .run();
        assertThat(result.finding()).get().satisfies(finding -> {
            assertThat(finding.property()).isEqualTo(conserved);
            assertThat(finding.violation().reason()).isEqualTo(wrong);
        });

        Shrinking.Shrunk shrunk = new Shrinking(
                        () -> new NodeStage<>(leaky, ones(system.sizes().participants())),
                        Collections.nCopies(system.sizes().participants(), 1),
                        conserved)
                .of(moves)
                .orElseThrow();
        assertThat(shrunk.violation().reason()).isEqualTo(wrong);
        assertThat(shrunk.moves()).hasSize(shortest);
        assertThat(shrunk.minimal()).isTrue();
    }

    @ParameterizedTest(name = "{0}, n = {1}, k = {2}")
    @CsvSource({"trehel-naimi, 3, 1", "forest, 3, 1", "forest, 3, 2"})
    void aLostOrDuplicatedTokenIsAlwaysNoticed(String name, int n, int k) {
        isNoticed(system(name, n, k), 0, 2);
        isNoticed(system(name, n, k), 2, 2);
    }

    /** Places are counted wherever they are: at the collector, at a node inside, or in a message with several. */
    @ParameterizedTest(name = "{0}, n = {1}, k = {2}")
    @CsvSource({"trehel-naimi, 3, 1, 2", "forest, 3, 1, 2", "forest, 3, 2, 1", "makki, 3, 1, 1", "makki, 3, 2, 1"})
    void noTokenIsLostOrCreated(String name, int n, int k, int requests) {
        holds(system(name, n, k), requests);
    }

    private static <M extends Message> void holds(NodeSystem<M> system, int requests) {
        Report report = Check.ofNodes(() -> system)
                .withRequests(requests)
                .withCancels()
                .withProperties(new TokensConserved(system.facts().tokens()))
                .withStatesMax(300_000)
                .run();
        assertThat(report.verdict()).isNotInstanceOf(Verdict.Violated.class);
    }

    @Test
    void losingTheTokensOfACrashedNodeIsNoFinding() {
        for (long seed = 1; seed <= 20; seed++) {
            Workload crashes = Workload.of(1).withFaults(List.of(new Fault.Crash(0, 20), new Fault.Crash(1, 30)));
            for (String name : List.of("forest", "trehel-naimi", "makki")) {
                assertThat(run(system(name, 5, 1), crashes, seed).finding().map(Result.Finding::property))
                        .as(name + ", seed " + seed)
                        .isNotEqualTo(new TokensConserved(1))
                        .satisfiesAnyOf(
                                found -> assertThat(found).isEmpty(),
                                found -> assertThat(found.orElseThrow()).isNotInstanceOf(TokensConserved.class));
            }
        }
    }

    private static <M extends Message> Result run(NodeSystem<M> system, Workload workload, long seed) {
        return new Simulation<>(system, workload, 2_000, seed).run();
    }

    /** Nodes that each have some coins, enter at once, and pass one coin on when they leave. */
    private static Toy purses(boolean honest) {
        return Toy.of("purses", 3)
                .regions(Region.REMAINDER, Region.CRITICAL)
                .variable("coins", 2, 0, 1_000)
                .tokens(6, me -> me.get("coins"))
                .onRelease((me, out) -> {
                    if (me.get("coins") > 0) {
                        me.add("coins", -1);
                        out.send(me.next(), new Toy.ToyMessage.Token());
                    }
                })
                .onReceive((me, from, message, out) -> me.add("coins", honest || me.index() > 0 ? 1 : 0));
    }

    @Test
    void aChangedNumberOfTokensAfterDamageIsNoFinding() {
        for (long seed = 1; seed <= 20; seed++) {
            Workload damage = Workload.of(1).withFaults(List.of(new Fault.Corrupt(1, 20), new Fault.Corrupt(2, 21)));
            assertThat(run(purses(true), damage, seed).finding())
                    .as("seed " + seed)
                    .isEmpty();
        }
    }

    @Test
    void aTokenLostAfterDamageIsAFinding() {
        List<Fault> damage = List.of(new Fault.Corrupt(1, 0.001));
        Result result = run(purses(false), Workload.of(1).withFaults(damage), 5);
        assertThat(result.finding()).get().satisfies(finding -> {
            assertThat(finding.property()).isInstanceOf(TokensConserved.class).isNotEqualTo(new TokensConserved(6));
            TokensConserved now = (TokensConserved) finding.property();
            assertThat(finding.violation().reason())
                    .isEqualTo("the number of tokens is " + (now.tokens() - 1) + ", not " + now.tokens());
        });
    }

    @Test
    void aStageCountsAllTokens() {
        NodeStage<Toy.ToyMessage> stage = new NodeStage<>(purses(true), ones(3));
        assertThat(stage.tokens()).isEqualTo(6);
        for (Move move : Arrays.asList(Move.asks(0), Move.leaves(0), Move.receives(1, 0))) {
            assertThat(stage.make(move)).as(move.toString()).isPresent();
            assertThat(stage.tokens()).as(move.toString()).isEqualTo(6);
        }
    }

    @Test
    void aRunWithDamageIsShrunkToTheLossAfterIt() {
        List<Move> moves = new ArrayList<>();
        List<Fault> damage = List.of(new Fault.Corrupt(1, 0.001));
        Toy purses = purses(false);
        Result result = new Simulation<>(purses, Workload.of(1).withFaults(damage), 2_000, 5)
                .recordedBy(moves::add)
                .run();
        Shrinking.Shrunk shrunk = new Shrinking(
                        () -> new NodeStage<>(purses, ones(3)),
                        List.of(1, 1, 1),
                        result.finding().orElseThrow().property())
                .of(moves)
                .orElseThrow();
        assertThat(shrunk.violation().reason()).isEqualTo("the number of tokens is 5, not 6");
        assertThat(shrunk.moves()).containsExactly("p2 asks", "p2 leaves", "p0 receives from p2: Token[]");
    }

    @Test
    void aStageCountsTokensInFlightToCrashedNodes() {
        NodeStage<Toy.ToyMessage> stage = new NodeStage<>(purses(true), ones(3));
        for (Move move :
                List.of(Move.asks(0), Move.leaves(0), Move.stops(1), Move.asks(0), Move.leaves(0), Move.stops(0))) {
            assertThat(stage.make(move)).as(move.toString()).isPresent();
            assertThat(stage.tokens()).as(move.toString()).isEqualTo(6);
        }
    }

    @Test
    void tokensAreNotCountedIfNodesMayCrash() {
        Check check = Check.ofNodes(() -> new TrehelNaimi(2, 1)).withProperties(new TokensConserved(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check.withCrashes(1).run())
                .withMessageContaining("tokens can be counted only if no node crashes");
    }
}
