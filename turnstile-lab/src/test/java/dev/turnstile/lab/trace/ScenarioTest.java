package dev.turnstile.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.rung.Naive;
import dev.turnstile.lab.explore.Check;
import dev.turnstile.lab.explore.Trace;
import dev.turnstile.lab.explore.Verdict;
import dev.turnstile.lab.property.NoLockout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests runs recorded as text. */
final class ScenarioTest {
    private static final String HEAD = "turnstile scenario 1\nalgorithm excl\nprocesses 2\nplaces 1\n";

    static List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../docs/scenarios"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("kept")
    void everyRecordedScenarioReplaysAsExpected(Path file) throws IOException {
        Scenario.Outcome outcome = Scenario.parse(Files.readString(file)).replay();
        assertThat(outcome.wrong()).isEmpty();
        assertThat(outcome.drawing()).isNotBlank();
    }

    /** The recorded scenario is what the checker finds: four moves, and then p0 loops forever. */
    @Test
    void naiveLocksOutAfterFourMoves() throws IOException {
        Verdict verdict = Check.of(() -> new Naive(3, 2))
                .withCrashes(1)
                .withProperties(new NoLockout())
                .run()
                .verdict();
        Trace trace = ((Verdict.Violated) verdict).trace();
        assertThat(trace.steps()).hasSize(1 + 4);
        String text = Scenario.text(
                Scenario.Subject.of("naive", 3, 2),
                "turnstile check naive -n 3 -k 2 --crashes 1 --property no-lockout",
                trace,
                ((Verdict.Violated) verdict).violation());
        assertThat(text).isEqualTo(Files.readString(Path.of("../docs/scenarios/naive-locks-out.txt")));
    }

    private static List<String> wrong(String lines) {
        return Scenario.parse(HEAD + lines).replay().wrong();
    }

    @Test
    void reportsDeviationsFromTheScenario() {
        assertThat(wrong("p0 steps\nexpect p0 CRITICAL")).containsExactly("line 6: p0 is in TRYING, expected CRITICAL");
        assertThat(wrong("p0 gives up")).containsExactly("line 5: p0 cannot make this move in its region REMAINDER");
        assertThat(wrong("p0 steps\np0 stops forever\np0 steps")).containsExactly("line 7: p0 has stopped forever");
        assertThat(wrong("p0 steps\nthen forever\np0 steps"))
                .containsExactly("the moves after 'then forever' do not lead back to the state in which they began");
        assertThat(wrong("p0 steps 2\np1 steps 2\nthen forever\np1 steps 2"))
                .containsExactly("p0 is alive and in TRYING, but never takes a step");
    }

    @Test
    void acceptsTheOlderSpellingForEver() {
        String text = HEAD + "p0 steps 2\np1 steps\np1 stops %1$s\nthen %1$s\np0 steps";
        assertThat(Scenario.parse(text.formatted("for ever")).replay().drawing())
                .isEqualTo(Scenario.parse(text.formatted("forever")).replay().drawing())
                .contains("stops forever", "then forever:")
                .doesNotContain("for ever");
    }

    @Test
    void aDrawingHasAColumnForEachProcessAndARowForEachMove() {
        assertThat(Scenario.parse(HEAD + "p0 steps 4\np1 steps\np0 steps")
                        .replay()
                        .drawing())
                .isEqualTo("""
                           p0                        p1
                        1  level(0) := 1  trying
                        2  turn(1) := 0
                        3  level(1) = 0
                        4  turn(1) = 0  critical
                        5  #                         level(1) := 1  trying
                        6  level(0) := 0  remainder  |
                    """);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        queue                    | writes QUEUE = p0 p1
        numbered-ticket          | writes ISSUE = 2, VALID = 1
        unbounded-colored-ticket | writes ISSUE = (2, 0), VALID = (1, 0)
        colored-ticket           | writes ISSUE = (2, 0), VALID = (1, 0), QUANT = 1 0
        ledger                   | writes inside = p0, waiting = p1
        """)
    void aDrawingShowsTheWholeMemoryIfOneCellHoldsSeveralVariables(String algorithm, String access) {
        String head = "turnstile scenario 1\nalgorithm " + algorithm + "\nprocesses 3\nplaces 1\n";
        assertThat(Scenario.parse(head + "p0 steps\np1 steps").replay().drawing())
                .containsPattern("2  # +" + Pattern.quote(access) + "  trying\\n");
    }

    @Test
    void replaysNothingAfterTheFirstLineThatGoesWrong() {
        Scenario.Outcome outcome = Scenario.parse(
                        HEAD + "p0 steps\np0 gives up\np0 gives up\nexpect p1 CRITICAL\np1 steps\nexpect p1 EXIT")
                .replay();
        assertThat(outcome.wrong())
                .containsExactly(
                        "line 7: p0 cannot make this move in its region EXIT",
                        "the 3 lines after it were not replayed");
        assertThat(outcome.run().happenings()).as("the moves before it").hasSize(2);
        assertThat(wrong("expect p0 TRYING\np0 steps"))
                .containsExactly("line 5: p0 is in REMAINDER, expected TRYING", "the line after it was not replayed");
    }

    @Test
    void namesTheMovesOfTheModelForAMoveOfTheOther() {
        assertThat(wrong("p0 asks"))
                .containsExactly("line 5: excl shares memory: its processes step, but don't ask, leave or receive");
    }

    private static final String SEE = " (see docs/internals/scenarios.md)";

    private static void assertRejected(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scenario.parse(text))
                .withMessage(message + SEE);
    }

    @Test
    void rejectsAnInvalidScenarioWithTheLineAndThePageAboutTheFormat() throws IOException {
        assertRejected("hello", "line 1: expected 'turnstile scenario 1', found 'hello'");
        assertRejected(HEAD + "p2 steps", "line 5: expected a process from p0 to p1, found 'p2'");
        assertRejected(
                "turnstile scenario 1\nalgorithm excl\nprocesses many",
                "line 3: expected 'processes' and a number from 1 to 100000, found 'many'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scenario.parse("turnstile scenario 1\nalgorithm excl\nprocesses 2\nplaces 2\n"))
                .withMessageContaining("n must be between k + 1 = 3");
        assertThat(Path.of("../docs/internals/scenarios.md")).isRegularFile();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        p0 stps            | ; did you mean 'pI steps'?
        p0 give up         | ; did you mean 'pI gives up'?
        p1 stops           | ; did you mean 'pI stops forever'?
        p1 recieves from p0 | ; did you mean 'pI receives from pJ'?
        expct p0 CRITICAL  | ; did you mean 'expect pI REGION'?
        then for a while   | ; did you mean 'then forever'?
        p0 jumps           | ; a line about a process begins like 'p0 steps', with shared memory, or 'p0 asks', with messages
        hello              | ; a line is a move ('p0 steps'), an expectation ('expect p0 CRITICAL') or 'then forever'
        """)
    void suggestsTheNearestFormForALineThatHasNone(String line, String suggestion) {
        assertRejected(HEAD + line, "line 5: '" + line + "' is not a line of a scenario" + suggestion);
    }

    @Test
    void namesTheAllowedCounts() {
        assertRejected(HEAD + "p0 steps 0", "line 5: expected a count from 1 to 99999, found '0'");
        assertRejected(HEAD + "p0 steps 100000", "line 5: expected a count from 1 to 99999, found '100000'");
    }

    @ParameterizedTest
    @EnumSource(LineForm.class)
    void thePageShowsEachFormWithAnExampleThatIsAccepted(LineForm form) throws IOException {
        assertThat(Files.readString(Path.of("../docs/internals/scenarios.md")))
                .contains("| `" + form.form + "` | `" + form.example + "` |");
        String head = "turnstile scenario 1\nalgorithm raymond\nprocesses 2\nplaces 1\n";
        assertThat(Scenario.parse(head + form.example)).isNotNull();
    }
}
