package dev.turnstile.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.algorithm.permission.SrimaniReddy;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.lab.simulate.Fault;
import dev.turnstile.lab.simulate.Result;
import dev.turnstile.lab.simulate.Simulation;
import dev.turnstile.lab.simulate.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests runs of message-passing nodes: recorded as text, drawn, shrunk, and exported to ShiViz. */
final class NodeScenarioTest {
    private static final String HEAD = "turnstile scenario 1\nalgorithm raymond\nprocesses 2\nplaces 1\n";
    private static final String ENTRY = """
        p0 asks
        p1 receives from p0: Request[number=1]
        p0 receives from p1: Reply[count=1]
        expect p0 CRITICAL
        """;

    private static Scenario.Outcome replay(String lines) {
        return Scenario.parse(HEAD + lines).replay();
    }

    @Test
    void aDrawingShowsSendersAndMessages() {
        Scenario.Outcome outcome = replay(ENTRY + "p1 asks\np0 receives from p1\np0 leaves");
        assertThat(outcome.wrong()).isEmpty();
        assertThat(outcome.drawing()).isEqualTo("""
                   p0                            p1
                1  asks  trying
                2  |                             p0: Request[number=1]
                3  p1: Reply[count=1]  critical
                4  #                             asks  trying
                5  p1: Request[number=2]         |
                6  leaves  remainder             |
              still on the way:
                     p0 to p1: Reply[count=1]
            """);
    }

    @Test
    void reportsDeviationsFromTheScenario() {
        assertThat(replay("p0 receives from p1").wrong())
                .containsExactly("line 5: no message is in flight from p1 to p0");
        assertThat(replay("p0 asks\np1 receives from p0: Request[number=2]").wrong())
                .containsExactly("line 6: p1 receives from p0: Request[number=1], expected Request[number=2]");
        assertThat(replay("p0 leaves").wrong())
                .containsExactly("line 5: p0 cannot make this move in its region REMAINDER");
        assertThat(replay("p0 stops forever\np0 asks").wrong()).containsExactly("line 6: p0 has stopped forever");
        assertThat(replay("p0 steps").wrong())
                .containsExactly("line 5: raymond sends messages: its nodes ask, leave and receive, but don't step");
    }

    @Test
    void variablesAndMessagesCanBeSetAtTheStart() {
        Scenario.Outcome outcome = replay("""
            p0 becomes region=CRITICAL H=5 last=5 permissions=1 owed[1]=0 deferred[1]=0
            p1 to p0 holds 02000c
            p0 receives from p1: Request[number=6]
            p0 leaves
            p1 receives from p0: Reply[count=1]
            """);
        assertThat(outcome.wrong()).isEmpty();
        assertThat(outcome.drawing()).contains("is damaged  critical");
    }

    @Test
    void rejectsInvalidVariablesAndMessagesWithTheLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> replay("p0 becomes region=CRITICAL H=5"))
                .withMessageContaining("line 5: ")
                .withMessageContaining("the value of last is missing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> replay("p0 becomes region=ASLEEP H=5 last=5 permissions=1 owed[1]=0 deferred[1]=0"))
                .withMessageContaining("region must be one of");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> replay("p0 becomes region=TRYING H=-5 last=5 permissions=1 owed[1]=0 deferred[1]=0"))
                .withMessageContaining("H is -5, but must be between 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> replay("p1 to p0 holds 020b0c"))
                .withMessageContaining("not a message, at byte 2: no type has the tag -6");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> replay("p1 to p0 holds 020000"))
                .withMessageContaining("does not fit a system of this size");
    }

    @Test
    void anInfiniteLoopMustDeliverMessages() {
        assertThat(replay("p0 asks\nthen forever\np1 asks\np1 gives up").wrong())
                .contains("messages from p0 to p1 never arrive");
    }

    @Test
    void vectorClocksFollowMessages() {
        assertThat(new ShiViz(replay(ENTRY).run()).log()).isEqualTo("""
            p0 {"p0":1}
            asks -> TRYING
            p1 {"p0":1, "p1":1}
            p0: Request[number=1]
            p0 {"p0":2, "p1":1}
            p1: Reply[count=1] -> CRITICAL
            """);
    }

    @Test
    void vectorClocksFollowReadsOfSharedMemory() {
        Scenario.Outcome outcome = Scenario.parse(
                        "turnstile scenario 1\nalgorithm queue\nprocesses 2\nplaces 1\np0 steps\np1 steps\np0 steps")
                .replay();
        assertThat(new ShiViz(outcome.run()).log())
                .contains("p1 {\"p0\":1, \"p1\":1}")
                .contains("p0 {\"p0\":2, \"p1\":1}");
    }

    @Test
    void theDiagramHasAnArrowForEachMessage() {
        Picture picture =
                new Picture(new SpaceTime("raymond", List.of(), replay(ENTRY).run()).svg());
        assertThat(picture.styled("msg").stream().filter(arrow -> !Picture.isInLegend(arrow)))
                .hasSize(2);
        assertThat(picture.labels()).extracting(Picture.Label::text).contains("receives from p0: Request[number=1]");
    }

    @Test
    void shrinksALongRunToTheRelevantMoves() {
        Workload damage = Workload.of(1).withFaults(List.of(new Fault.Corrupt(2, 20)));
        List<Move> moves = new ArrayList<>();
        Result result = new Simulation<>(new Raymond(4, 1), damage, 2_000, 1)
                .recordedBy(moves::add)
                .run();
        Property broken = result.finding().orElseThrow().property();
        List<Integer> ones = Collections.nCopies(4, 1);
        Shrinking shrinking = new Shrinking(() -> Stage.of(LabCatalogue.find("raymond"), 4, 1, ones), ones, broken);
        Shrinking.Shrunk shrunk = shrinking.of(moves).orElseThrow();
        assertThat(shrunk.moves()).hasSizeLessThan(moves.size() / 2);
        Scenario.Outcome again = Scenario.parse(Scenario.text(
                        Scenario.Subject.of("raymond", 4, 1), "shrunk", shrunk.moves(), shrunk.expected()))
                .replay();
        assertThat(again.wrong()).isEmpty();
        assertThat(again.run().happenings()).hasSameSizeAs(shrunk.moves());
    }

    @Test
    void doesNotShrinkARunWithoutViolation() {
        List<Integer> ones = List.of(1, 1);
        Shrinking shrinking =
                new Shrinking(() -> Stage.of(LabCatalogue.find("raymond"), 2, 1, ones), ones, new AtMost(1));
        assertThat(shrinking.of(List.of(Move.asks(0), Move.asks(1)))).isEmpty();
    }

    @Test
    void aWriteWithoutAReadDoesNotAdvanceTheVectorClock() {
        Scenario.Outcome outcome = Scenario.parse(
                        "turnstile scenario 1\nalgorithm excl\nprocesses 2\nplaces 1\np0 steps 2\np1 steps 2")
                .replay();
        assertThat(new ShiViz(outcome.run()).log()).contains("p1 {\"p1\":2}");
    }

    @Test
    void aShrunkRunCannotBeShortenedByASingleMove() {
        Workload damage = Workload.of(1).withFaults(List.of(new Fault.Corrupt(2, 20)));
        List<Move> moves = new ArrayList<>();
        new Simulation<>(new SrimaniReddy(3, 1), damage, 2_000, 1)
                .recordedBy(moves::add)
                .run();
        List<Integer> ones = Collections.nCopies(3, 1);
        Supplier<Shrinking> shrinking = () ->
                new Shrinking(() -> Stage.of(LabCatalogue.find("srimani-reddy"), 3, 1, ones), ones, new AtMost(1));
        Shrinking.Shrunk shrunk = shrinking.get().of(moves).orElseThrow();
        Scenario scenario = Scenario.parse(
                Scenario.text(Scenario.Subject.of("srimani-reddy", 3, 1), "shrunk", shrunk.moves(), shrunk.expected()));
        List<Move> kept = scenario.lines.stream()
                .filter(Scenario.Line.Moves.class::isInstance)
                .map(line -> ((Scenario.Line.Moves) line).move())
                .toList();
        for (int i = 0; i < kept.size(); i++) {
            List<Move> fewer = new ArrayList<>(kept);
            fewer.remove(i);
            shrinking
                    .get()
                    .of(fewer)
                    .ifPresent(other -> assertThat(other.moves()).hasSizeGreaterThanOrEqualTo(kept.size()));
        }
    }

    @Test
    void rejectsAVariableOutsideItsDomainBeforeUse() {
        String becomes = "p0 becomes region=REMAINDER RN[0]=0 RN[1]=0 P[0]=0 P[1]=0 held=%s held[0].Q.length=%s"
                + " held[0].Q[0]=0 held[0].Q[1]=0 held[0].LN[0]=0 held[0].LN[1]=0";
        for (String line : List.of(
                String.format(becomes, "99", "0"),
                String.format(becomes, "-1", "0"),
                String.format(becomes, "1", "-1"),
                String.format(becomes, "1", "2147483000"))) {
            assertThatThrownBy(() -> Scenario.parse(
                            "turnstile scenario 1\nalgorithm srimani-reddy\nprocesses 2\nplaces 1\n" + line))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("line 5")
                    .hasMessageContaining("must be between");
        }
    }
}
