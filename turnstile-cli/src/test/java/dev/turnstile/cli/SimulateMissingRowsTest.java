package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goal: every row of {@code turnstile simulate} is a result. Runs that failed or did not finish have no row. */
final class SimulateMissingRowsTest {
    private static final String CRASH =
            "simulate raymond forest -n 3 -k 1 --rate 0.5,1 --crash 1@10 --seeds 2" + " --entries 500 --save ";
    private static final String LOCKOUT = "simulate excl gtex -n 4 -k 1 --dead 1 --hold 10 --save ";
    private static final String ENDLESS =
            "simulate raymond lamport -n 9 -k 2 --rate 1,2 --seeds 3" + " --entries 1000000000 --max-time 300ms";

    @TempDir
    private Path folder;

    private Path trace;

    private String save() {
        trace = folder.resolve("run.txt");
        return trace.toString();
    }

    @AfterEach
    void forget() throws IOException {
        if (trace != null) {
            Files.deleteIfExists(trace);
        }
    }

    @Test
    void aFailedSimulationHasNoRowInTheTable() {
        CommandRun run = CommandRun.of(CRASH + save());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).doesNotContain("raymond");
        assertThat(run.err())
                .contains("turnstile: no result for raymond, rate 0.5: seed 1 failed (granted: ")
                .contains("turnstile: no result for raymond, rate 1: seed 1 failed (granted: ");
    }

    @Test
    void aFailedSimulationHasNoRowInCommaSeparatedValues() throws IOException {
        Path file = folder.resolve("rows.csv");
        CommandRun.of(CRASH + save() + " --csv " + file);
        assertThat(Files.readAllLines(file)).hasSize(1).first().asString().startsWith("algorithm,n,k,rate,");
    }

    @Test
    void jsonNamesAFailedSimulationWithoutMeasurements() {
        Map<?, ?> json = json(CRASH + save() + " --json");
        assertThat(json.get("points")).isEqualTo(List.of());
        assertThat(json.get("unfinished")).isEqualTo(List.of());
        List<?> failed = (List<?>) json.get("failed");
        assertThat(failed).hasSize(4);
        Map<?, ?> first = (Map<?, ?>) failed.getFirst();
        assertThat(first.keySet()).isEqualTo(java.util.Set.of("algorithm", "rate", "seed", "property", "reason"));
        assertThat(first.get("algorithm")).isEqualTo("raymond");
        assertThat(first.get("property")).isEqualTo("granted");
    }

    @Test
    void drawsNoChartWithoutResults() {
        Path chart = folder.resolve("chart.svg");
        CommandRun run = CommandRun.of(CRASH + save() + " --chart " + chart);
        assertThat(run.err()).contains("turnstile: --chart: there are no results to draw");
        assertThat(chart).doesNotExist();
    }

    @Test
    void rowsThatDidNotFailArePrinted() {
        CommandRun run = CommandRun.of(
                "simulate raymond -n 3 -k 1 --rate 0.01,10 --crash 1@60 --seeds 1 --entries 5 --save " + save());
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).contains("turnstile: no result for raymond, rate 0.01: ");
        assertThat(run.out().lines().filter(line -> line.startsWith("  raymond")))
                .singleElement()
                .asString()
                .startsWith("  raymond    10 ");
    }

    @Test
    void aFailedSimulationOfSharedMemoryHasNoRowEither() {
        CommandRun run = CommandRun.of(LOCKOUT + save());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).doesNotContain("excl", "gtex", "locked out");
        assertThat(run.err()).contains("turnstile: no result for excl: seed 0 failed (no-lockout: ");
        assertThat(run.err()).contains("turnstile: no result for gtex: seed 0 failed (no-lockout: ");
        Map<?, ?> json = json(LOCKOUT + folder.resolve("other.txt") + " --json");
        assertThat(json.get("rows")).isEqualTo(List.of());
        assertThat((List<?>) json.get("failed")).hasSize(2);
    }

    @Test
    void anUnfinishedSimulationIsNamedAndHasNoRow() {
        CommandRun run = CommandRun.of(ENDLESS);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).endsWith("overtakes\n");
        assertThat(run.err())
                .contains("turnstile: no result for raymond, rate 1: 0 of 3 runs finished within --max-time")
                .contains("turnstile: no result for lamport, rate 2: 0 of 3 runs finished within --max-time");
        Map<?, ?> json = json(ENDLESS + " --json");
        assertThat(json.get("points")).isEqualTo(List.of());
        assertThat(json.get("failed")).isEqualTo(List.of());
        assertThat((List<?>) json.get("unfinished"))
                .hasSize(4)
                .allSatisfy(one -> assertThat(((Map<?, ?>) one).keySet())
                        .isEqualTo(java.util.Set.of("algorithm", "rate", "runsFinished", "runs")));
    }

    @Test
    void rowsThatFinishInTimeArePrinted() {
        CommandRun run = CommandRun.of("simulate excl gtex -n 4 -k 2 --entries 10 --max-time 10m");
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("  excl ", "  gtex ");
        CommandRun endless = CommandRun.of("simulate excl gtex -n 4 -k 2 --entries 1000000000 --max-time 200ms");
        assertThat(endless.code()).isEqualTo(2);
        assertThat(endless.out()).doesNotContain("excl", "gtex");
        assertThat(endless.err())
                .contains("no result for excl: 0 of 1 run finished within --max-time")
                .contains("no result for gtex: 0 of 1 run finished within --max-time");
    }

    @Test
    void theHelpExplainsMissingRows() {
        assertThat(CommandRun.of("simulate --help").out())
                .contains("--max-time=TIME", "A row is a result", "  2     no run failed, but --max-time expired");
    }

    private static Map<?, ?> json(String line) {
        return (Map<?, ?>) JsonReader.read(CommandRun.of(line).out());
    }
}
