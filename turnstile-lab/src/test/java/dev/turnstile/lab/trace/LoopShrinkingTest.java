package dev.turnstile.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.forest.TrehelNaimi;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.explore.Trace;
import dev.turnstile.lab.property.Violation;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.machine.wire.Wire;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that an infinite run is shortened and still shows the violation. */
final class LoopShrinkingTest {
    private static final String ALGORITHM = "forest-as-printed:nu=1";

    private static Stage stage() {
        return Stage.of(LabCatalogue.find(ALGORITHM), 3, 1, List.of(1, 1, 1));
    }

    private static LoopShrinking.Lasso lasso(List<Move> stem, Move... loop) {
        return new LoopShrinking.Lasso(stem, List.of(loop));
    }

    /** p1 makes a request that never reaches p0. That is unfair, and so not a loop to be shortened. */
    @Test
    void anUnfairLoopIsNotShortened() {
        LoopShrinking.Lasso unfair = lasso(
                List.of(Move.asks(1)),
                Move.asks(0),
                Move.leaves(0).choosing(List.of(1)),
                Move.receives(2, 0),
                Move.asks(0),
                Move.leaves(0).choosing(List.of(1)),
                Move.receives(2, 0));
        assertThat(new LoopShrinking(LoopShrinkingTest::stage, List.of(1)).of(unfair))
                .isEqualTo(unfair);
    }

    @Test
    void keepsMessagesInFlightAtTheStart() {
        String frame = HexFormat.of()
                .formatHex(Wire.of(TrehelNaimi.TrehelNaimiMessage.class)
                        .encode(new TrehelNaimi.TrehelNaimiMessage.Request(2)));
        Trace trace = new Trace(
                List.of(
                        new Trace.Step("", List.of()),
                        new Trace.Step("p1 asks", List.of()),
                        new Trace.Step("p1 receives from p2", List.of())),
                List.of(new Trace.Step("p0 asks", List.of()), new Trace.Step("p0 leaves", List.of())),
                List.of("p2 to p1 holds " + frame));
        String text = Scenario.text(
                Scenario.Subject.of("trehel-naimi", 3, 1), "kept", trace, new Violation("waits", List.of(1)));
        assertThat(text)
                .containsSubsequence(
                        "p2 to p1 holds " + frame,
                        "p1 asks",
                        "p1 receives from p2: Request[origin=2]",
                        "then forever",
                        "p0 asks",
                        "p0 leaves",
                        "expect p1 TRYING");
    }
}
