package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: verdicts are right for people, for programs and for the shell. */
class CheckCommandTest {
    /** With one place, one crash inside locks all others out. */
    private static final String LOCKED_OUT = "check numbered-ticket -n 3 -k 1 --crashes 1 --property no-lockout";

    @Test
    void reportsThatEveryPropertyHolds() {
        CommandRun run = CommandRun.of("check colored-ticket -n 3 -k 2");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("colored-ticket, n = 3, k = 2: HOLDS")
                .contains("  well-defined: ", "  exclusion: at most 2 units are inside")
                .contains("  no-k-deadlock: ", "  fifo: ", "  no-deadlock: ", "  no-lockout: ")
                .contains("3,489 states, 10,467 transitions, depth 27, ")
                .containsPattern("\\d\\.\\d\\d s, [\\d,]+ states per second, [\\d.]+ MiB\\R");
    }

    @Test
    void showsTheRunThatViolatesAProperty() {
        CommandRun run = CommandRun.of(LOCKED_OUT);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("turnstile: the run was written to ");
        assertThat(run.out())
                .startsWith("numbered-ticket, n = 3, k = 1, up to 1 crash: VIOLATED")
                .contains("  no-lockout: in every fair run every live process that tries enters, and")
                .contains("  but: p0 stays in TRYING forever although every live process keeps taking steps")
                .contains("    0  initially ", " stops forever ", "  then forever:")
                .contains("97 states, 291 transitions, depth 6, ");
    }

    @Test
    void printsTheCommandThatReproducesAViolation() {
        String again = "To reproduce: turnstile " + LOCKED_OUT;
        assertThat(CommandRun.of(LOCKED_OUT).out()).contains(again);
        assertThat(CommandRun.of("check numbered-ticket --property exclusion,no-lockout -k 1 --crashes 1 -n 3")
                        .out())
                .contains(again);
    }

    @Test
    void reportsWhyTheSearchWasNotExhaustive() {
        CommandRun run = CommandRun.of("check queue -n 7 -k 2 --max-states 1000");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("queue, n = 7, k = 2: NOT EXHAUSTED, more than 1000 states")
                .contains(
                        "No violation was found in the states that were explored. Not known to hold:",
                        "  no-lockout: ");
    }

    @ParameterizedTest
    @CsvSource({"--max-time 1ms, more than ", "--max-memory 1M, more than 1 MiB"})
    void everyBoundEndsTheSearch(String bound, String reason) {
        CommandRun run = CommandRun.of("check colored-ticket -n 6 -k 2 " + bound);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).contains("NOT EXHAUSTED, " + reason);
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() {
        Map<?, ?> one =
                CommandRun.of("check queue -n 4 -k 2 --threads 1 --json").json();
        Map<?, ?> three =
                CommandRun.of("check queue -n 4 -k 2 --threads 3 --json").json();
        assertThat(one.get("states")).isEqualTo(three.get("states"));
        assertThat(one.get("transitions")).isEqualTo(three.get("transitions"));
    }

    @Test
    void printsTheOptionsThatAreSet() {
        CommandRun run = CommandRun.of("check numbered-ticket -n 3 -k 3 --crashes 2 --cancel --attempt --units 1,2,1"
                + " --property exclusion");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("numbered-ticket, n = 3, k = 3, up to 2 crashes, waiters may give up,"
                        + " some ask without waiting, units [1, 2, 1]: HOLDS");
    }

    @Test
    void checksOnlyTheGivenProperties() {
        assertThat(CommandRun.of("check queue -n 2 -k 1 --property fifo --property exclusion,fifo")
                        .out())
                .containsSubsequence("  fifo: ", "  exclusion: ")
                .containsOnlyOnce("fifo:")
                .doesNotContain("lockout");
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue", "numbered-ticket", "unbounded-colored-ticket", "colored-ticket"})
    void theDefaultPropertiesHoldWithEveryOption(String algorithm) {
        for (String options : List.of("", " --cancel", " --attempt", " --cancel --attempt --crashes 1")) {
            assertThat(CommandRun.of("check " + algorithm + " -n 3 -k 2" + options)
                            .code())
                    .as(options)
                    .isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " --cancel", " --attempt"})
    void theDefaultPropertiesHoldForUnits(String options) {
        assertThat(CommandRun.of("check numbered-ticket -n 3 -k 2 --units 1,2,1" + options)
                        .code())
                .isZero();
    }

    @Test
    void oneNumberOfUnitsIsForAllProcesses() {
        CommandRun run = CommandRun.of("check numbered-ticket -n 3 -k 2 --units 2");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("numbered-ticket, n = 3, k = 2, units [2, 2, 2]: HOLDS");
        assertThat(run.out())
                .as("the same check, spelt out, but for the time it takes")
                .startsWith(CommandRun.of("check numbered-ticket -n 3 -k 2 --units 2,2,2")
                        .out()
                        .split("states", -1)[0]);
    }

    @Test
    void comparesTwoAlgorithms() {
        CommandRun run = CommandRun.of("check colored-ticket -n 3 -k 2 --equivalent-to queue");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("colored-ticket, n = 3, k = 2, compared with queue: HOLDS")
                .contains("  equivalence: after every schedule")
                .doesNotContain("lockout");
    }

    @Test
    void comparesTwoAlgorithmsAndChecksTheGivenProperties() {
        assertThat(CommandRun.of("check colored-ticket -n 2 -k 1 --equivalent-to queue --property no-lockout")
                        .out())
                .contains("  equivalence: ", "  no-lockout: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue -n 3 -k 3", "colored-ticket -n 2 -k 5", "numbered-ticket -n 2 -k 3 --units 2,1"})
    void notesThatThereArePlacesForAll(String size) {
        CommandRun run = CommandRun.of("check " + size);
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("Note: there are places for all of them, so none ever has to wait.");
    }

    @Test
    void printsNoNoteIfThereAreTooFewPlaces() {
        assertThat(CommandRun.of("check numbered-ticket -n 2 -k 2 --units 2,1").out())
                .doesNotContain("Note");
    }

    @Test
    void printsTheSameAsJson() {
        CommandRun run = CommandRun.of("check colored-ticket -n 3 -k 2 --property exclusion,fifo --json");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        Map<?, ?> json = run.json();
        assertThat(json.keySet())
                .asString()
                .isEqualTo("[algorithm, processes, places, crashes, kill, cancel, attempt, units, equivalentTo,"
                        + " requests, room, hastened, forgetsVoid, anyStart, staying, hastyTimers, nobodyWaits,"
                        + " properties, verdict, reason, violation, states, transitions, starts, everyStart,"
                        + " depth, statesPerSecond, memoryBytes, searchSeconds, totalSeconds]");
        assertThat(json.get("algorithm")).isEqualTo("colored-ticket");
        assertThat(json.get("processes")).isEqualTo(3L);
        assertThat(json.get("places")).isEqualTo(2L);
        assertThat(json.get("crashes")).isEqualTo(0L);
        assertThat(json.get("cancel")).isEqualTo(false);
        assertThat(json.get("attempt")).isEqualTo(false);
        assertThat(json.get("units")).isEqualTo(List.of(1L, 1L, 1L));
        assertThat(json.get("equivalentTo")).isNull();
        assertThat(json.get("nobodyWaits")).isEqualTo(false);
        assertThat(json.get("properties"))
                .isEqualTo(List.of(
                        Map.of("name", "exclusion", "sentence", "at most 2 units are inside"),
                        Map.of(
                                "name",
                                "fifo",
                                "sentence",
                                "no process that arrives later is enabled to enter before one that waits")));
        assertThat(json.get("verdict")).isEqualTo("holds");
        assertThat(json.get("reason")).isNull();
        assertThat(json.get("violation")).isNull();
        assertThat(json.get("states")).isEqualTo(3489L);
        assertThat(json.get("transitions")).isEqualTo(10467L);
        assertThat(json.get("depth")).isEqualTo(27L);
        assertThat((long) json.get("statesPerSecond")).isPositive();
        assertThat((long) json.get("memoryBytes")).isPositive();
        assertThat((double) json.get("totalSeconds")).isGreaterThanOrEqualTo((double) json.get("searchSeconds"));
    }

    @Test
    void jsonHasTheRunThatViolatesAProperty() {
        CommandRun run = CommandRun.of(LOCKED_OUT + " --json");
        assertThat(run.code()).isEqualTo(1);
        Map<?, ?> json = run.json();
        assertThat(json.get("verdict")).isEqualTo("violated");
        assertThat(json.get("reason")).asString().startsWith("p0 stays in TRYING forever");
        Map<?, ?> violation = (Map<?, ?>) json.get("violation");
        assertThat(violation.get("property")).isEqualTo("no-lockout");
        assertThat(violation.get("participants")).isEqualTo(List.of(0L));
        assertThat(violation.get("command")).isEqualTo("turnstile " + LOCKED_OUT);
        assertThat((List<?>) violation.get("steps")).hasSize(4);
        assertThat(violation.get("repeated")).isEqualTo(List.of(Map.of("move", "p0 steps", "changed", List.of())));
    }

    @Test
    void jsonHasTheReasonWhyTheSearchWasNotExhaustive() {
        CommandRun run = CommandRun.of("check queue -n 7 -k 2 --max-states 1000 --json");
        assertThat(run.code()).isEqualTo(2);
        Map<?, ?> json = run.json();
        assertThat(json.get("verdict")).isEqualTo("not-exhausted");
        assertThat(json.get("reason")).isEqualTo("more than 1000 states");
        assertThat(json.get("violation")).isNull();
        assertThat((long) json.get("states")).isGreaterThan(1000);
    }

    @Test
    void jsonHasTheOptionsThatAreSet() {
        Map<?, ?> json = CommandRun.of(
                        "check numbered-ticket -n 2 -k 3 --crashes 1 --cancel --attempt --units 1,2 --json")
                .json();
        assertThat(json.get("crashes")).isEqualTo(1L);
        assertThat(json.get("cancel")).isEqualTo(true);
        assertThat(json.get("attempt")).isEqualTo(true);
        assertThat(json.get("units")).isEqualTo(List.of(1L, 2L));
        assertThat(json.get("nobodyWaits")).isEqualTo(true);
    }

    @Test
    void jsonHasTheReferenceAlgorithm() {
        assertThat(CommandRun.of("check queue -n 2 -k 1 --equivalent-to numbered-ticket --json")
                        .json()
                        .get("equivalentTo"))
                .isEqualTo("numbered-ticket");
    }
}
