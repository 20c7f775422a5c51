package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code turnstile check}, {@code simulate} and {@code replay} with windows: at least l inside. */
final class WindowCommandsTest {
    @TempDir
    private Path folder;

    @Test
    void theFloorIsAnOptionAndBecomesPartOfTheName() {
        CommandRun run = CommandRun.of("check window:coterie=majority -n 3 -k 2 -l 1 --requests 1");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("window:coterie=majority,at-least=1, n = 3, k = 2, each asks once: HOLDS")
                .contains("inclusion: at least 1 is inside", "exclusion: at most 2 units are inside")
                .contains("4,933 states");
        assertThat(CommandRun.of("check window:coterie=majority,at-least=1 -n 3 -k 2 --requests 1")
                        .out())
                .contains("4,933 states");
    }

    @Test
    void withoutAFloorInclusionIsNotChecked() {
        assertThat(CommandRun.of("check window:coterie=majority -n 3 -k 2 --requests 1")
                        .out())
                .contains("HOLDS")
                .doesNotContain("inclusion");
    }

    /** As on threads, no node is inside at first, so that fewer than l are inside for a while. */
    @Test
    void startingBelowTheFloorIsNotAViolation() {
        CommandRun run = CommandRun.of("check window:coterie=majority,inside=0 -n 3 -k 2 -l 1 --requests 1");
        assertThat(run.code()).as(run.out()).isZero();
        assertThat(run.out())
                .contains("no-lockout: ", ", except leavers held back to keep at least 1 inside")
                .doesNotContain("inclusion: ");
    }

    @Test
    void aNodeThatStartsInsideIsDrawnInside() {
        CommandRun run = CommandRun.of("replay ../docs/scenarios/mutin-as-printed-spent.txt");
        assertThat(run.out()).containsPattern("(?m)^    1  # +# +asks  critical");
        Path svg = folder.resolve("run.svg");
        assertThat(CommandRun.of("replay ../docs/scenarios/gcs-forest-holder-blocks.txt --svg " + svg)
                        .code())
                .isZero();
        assertThat(svg).content().containsPattern("class=\"bar CRITICAL\"");
    }

    @Test
    void waitingToLeaveCountsAsWaiting() {
        assertThat(CommandRun.of("check mutin:coterie=singleton -n 2 -k 2 -l 1 --requests 1")
                        .out())
                .contains("HOLDS")
                .doesNotContain("ever has to wait");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "maekawa-1985 -n 4 -k 1 --requests 1 | granted: ",
                "mutin-broken:coterie=majority,flaw=off-by-one -n 3 -k 3 -l 1 --requests 1 | inclusion: ",
                "gcs:coterie=majority,kmex=forest -n 3 -k 2 -l 1 --requests 1 | granted: "
            })
    void violationsCanBeReplayed(String line, String property) {
        Path file = folder.resolve("run.txt");
        CommandRun check = CommandRun.of("check " + line + " --save " + file);
        assertThat(check.code()).as(check.err()).isEqualTo(1);
        assertThat(check.out()).contains(property);
        CommandRun replay = CommandRun.of("replay " + file);
        assertThat(replay.code()).as(replay.err()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "check raymond -n 3 -k 2 -l 1 | -l: raymond has no floor; algorithms with a floor: gcs, ",
                "check queue -n 3 -k 2 -l 1 | -l: queue has no floor; algorithms with a floor: gcs, ",
                "check window -n 3 -k 2 -l 2 | l must be between 0 and k-1 = 1, not 2",
                "check window:at-least=1 -n 3 -k 2 -l 1 | the floor is given twice: 1, and in window:at-least=1",
                "check window -n 3 -k 2 -l -1 | -l must be at least 0, not -1",
                "check mutin -n 3 -k 2 -l 1 | it has no upper limit, so k must be n = 3, not 2",
                "check window:coterie=square -n 3 -k 2 | coterie must be singleton|majority|",
                "check gcs:kmex=lamport -n 3 -k 2 | kmex must be mutin|raymond|forest, not 'lamport'",
                "check maekawa:yields=never -n 3 -k 1 | yields must be always|sanders, not 'never'",
                "check mutin-broken:flaw=none -n 3 -k 3 -l 1 | flaw must be no-ack|",
                "simulate raymond window -n 3 -k 2 -l 1 | -l: raymond has no floor",
                "check colored-ticket -n 3 -k 2 --property inclusion | inclusion is defined only for",
                "check window -n 3 -k 2 --property inclusion | inclusion needs a floor",
                "check window:partitioned -n 4 -k 2 | has no option",
                "check mutin:locks=foo -n 3 -k 3 | locks must be coterie|singleton|"
            })
    void rejectsInvalidWindowsWithAReason(String line, String reason) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.err()).contains(reason);
    }

    @Test
    void aSimulationStaysWithinTheWindowAndMakesProgress() {
        CommandRun run = CommandRun.of(
                "simulate gcs window -n 9 -k 4 -l 2 --rate 0.1,10 --entries 500 --seeds 2 --delay exponential");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("gcs:at-least=2", "window:at-least=2", "leaving  leaving max");
        assertThat(CommandRun.of("simulate raymond -n 3 -k 1 --rate 1 --entries 100 --seeds 1")
                        .out())
                .as("no node waits to leave")
                .doesNotContain("leaving");
    }

    @Test
    void aSimulationFindsAViolatedFloor() {
        CommandRun run = CommandRun.of(
                "simulate window-broken:flaw=off-by-one -n 5 -k 3 -l 2 --rate 1 --entries 100 --seeds 1 --save "
                        + folder.resolve("run.txt"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out() + run.err()).contains("1 inside, at least 2 wanted");
        assertThat(CommandRun.of("replay " + folder.resolve("run.txt")).code()).isZero();
    }

    @Test
    void rejectsMoreNodesThanFitIntoMemory() {
        CommandRun run =
                CommandRun.of("simulate window:coterie=majority -n 1000000 -k 3 -l 1 --rate 1 --entries 1 --seeds 1");
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.err())
                .startsWith("turnstile: window:coterie=majority,at-least=1: 1000000 nodes take at least 2026")
                .contains(" MB for each of 1 runs at once, but the heap has ", "a coterie with smaller quorums");
    }
}
