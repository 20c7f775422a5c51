package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goal: {@code turnstile figures} writes the files, and the pages of results match the measurements. */
final class FiguresCommandTest {
    private static final Path PAGE = Path.of("../docs/results/bulgannawar-1995.md");
    private static final int BASELINES = Catalogue.baselines().size();
    private static final int CURVES = 12 + BASELINES;
    private static final int RATES = 9;

    @TempDir
    private Path folder;

    @Test
    void drawsThePaperAndJudgesItsClaimsLikeThePage() throws IOException {
        CommandRun run = CommandRun.of("figures bulgannawar --seeds 2 --csv --to " + folder.resolve("new/folder"));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("4 figures were written to ");
        for (String name : List.of("figure-3a", "figure-3b", "figure-4", "figure-5")) {
            assertThat(Files.readString(folder.resolve("new/folder").resolve(name + ".svg")))
                    .contains("<svg", "new+heuristics", "Makki without 2Tt")
                    .contains(
                            Catalogue.baselines().stream().map(Algorithm::title).toList());
            assertThat(Files.readAllLines(folder.resolve("new/folder").resolve(name + ".csv")))
                    .hasSize(1 + CURVES * RATES);
        }
        String page = Files.readString(PAGE);
        List<String> claims = run.out().lines().skip(1).toList();
        assertThat(claims).hasSizeGreaterThan(30);
        assertThat(page.lines()
                        .filter(line -> line.startsWith("| 3 |") || line.startsWith("| 4") || line.startsWith("| 5 |")))
                .hasSameSizeAs(claims);
        for (String claim : claims) {
            List<String> cells = cells(claim);
            assertThat(page)
                    .as("judged with two seeds: %s", claim)
                    .containsPattern("\\Q| " + cells.get(0) + " | " + cells.get(1) + " | \\E[^|]*\\Q| " + cells.get(3)
                            + " |\\E");
        }
    }

    @Test
    void drawsTheTreeAndItsLongestWaitsMatchThePage() throws IOException {
        CommandRun run = CommandRun.of("figures datta --seeds 2 --csv --to " + folder);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readString(folder.resolve("datta-stabilising.svg"))).contains("<svg", "balanced", "path");
        assertThat(Files.readString(folder.resolve("datta-churn.svg"))).contains("<svg", "a change every 5 n");
        assertThat(Files.readAllLines(folder.resolve("datta-stabilising.csv"))).hasSize(1 + 4 * 6);
        assertThat(Files.readAllLines(folder.resolve("datta-churn.csv"))).hasSize(1 + 2 * 5);
        String page = Files.readString(Path.of("../docs/results/datta-2009.md"));
        List<String> exact =
                run.out().lines().filter(line -> line.contains(",exact,")).toList();
        assertThat(exact).hasSize(11);
        for (String row : exact) {
            assertThat(page).contains("| " + String.join(" | ", cells(row)) + " |");
        }
    }

    @Test
    void measuresWindowsAndJudgesTheirClaimsLikeThePage() throws IOException {
        CommandRun run = CommandRun.of("figures kamei --seeds 2 --csv --to " + folder);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readString(folder.resolve("kamei-messages.svg"))).contains("<svg", "mutin", "window");
        assertThat(Files.readString(folder.resolve("kamei-load.svg"))).contains("<svg", "gcs, n = 9");
        assertThat(Files.readAllLines(folder.resolve("kamei-messages.csv"))).hasSize(1 + 3 * 4);
        assertThat(Files.readAllLines(folder.resolve("kamei-load.csv"))).hasSize(1 + (5 + BASELINES) * 7);
        String page = Files.readString(Path.of("../docs/results/kamei-2019.md"));
        List<String> tables = List.of(run.out().split("\n\n", -1));
        List<String> claims = tables.getFirst().lines().skip(1).toList();
        assertThat(claims).hasSize(22);
        for (String claim : claims) {
            List<String> cells = cells(claim);
            assertThat(page)
                    .as("judged with two seeds: %s", claim)
                    .containsPattern("\\Q| " + cells.get(0) + " | " + cells.get(1) + " | \\E[^\n]*\\Q | " + cells.get(3)
                            + " |\\E");
        }
        for (String row : tables.get(1).lines().skip(1).toList()) {
            assertThat(page).contains("| " + String.join(" | ", cells(row)) + " |");
        }
        assertThat(tables.getLast().lines().filter(row -> row.startsWith("mutin,")))
                .hasSize(8)
                .allMatch(row -> row.endsWith(",0,0,0,0,0,0"));
    }

    /** The runs have no random choices, so the file of the page must have these numbers exactly. */
    @Test
    void drawsTheTryingTimesOfThePage() throws IOException {
        CommandRun run = CommandRun.of("figures omori --seeds 1 --to " + folder);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("Theorem 9: the longest trying time of GTEX");
        assertThat(Files.readString(folder.resolve("omori-trying.svg"))).contains("<svg", "NAIVE", "EXCL", "GTEX");
        assertThat(Files.readString(folder.resolve("omori-trying.csv")))
                .isEqualTo(Files.readString(Path.of("../docs/results/omori-2002/omori-trying.csv")));
    }

    /** Returns the cells of a line of comma-separated values, escaped as in a table of a page. */
    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (char letter : line.toCharArray()) {
            if (letter == '"') {
                quoted = !quoted;
            } else if (letter == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(letter == '|' ? "\\|" : String.valueOf(letter));
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
