package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Goal: the page of algorithms matches the catalogue. Method: its tables are generated from the catalogue and compared.
 * A failure prints the table that the page should have.
 */
final class AlgorithmTablesTest {
    private static final Path FOLDER = Path.of("../docs/algorithms");
    private static final Path PAGE = FOLDER.resolve("README.md");
    private static final String HEAD = "| name | from | promises | an entry costs |\n|---|---|---|---|\n";
    private static final String MEASURED =
            "| name | messages per entry, alone / under load | delay, alone / under load |"
                    + " a holder that stays |\n|---|---|---|---|\n";

    /** Variants that the page recommends. */
    private static final List<String> RECOMMENDED = List.of("forest:nu=0,token=last-seen");

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void assertHas(String table) {
        assertThat(read(PAGE))
                .withFailMessage(() -> PAGE + " should have this table:\n\n" + table)
                .contains("\n" + table + "\n");
    }

    private static String table(String head, Stream<List<String>> rows) {
        return head
                + rows.map(cells -> "| " + String.join(" | ", cells) + " |\n").collect(Collectors.joining());
    }

    private static List<String> row(Algorithm algorithm) {
        return Stream.of(algorithm.source(), String.join("; ", algorithm.guarantees()), algorithm.cost())
                .map(cell -> cell.replace("|", "\\|"))
                .collect(Collectors.collectingAndThen(
                        Collectors.toList(),
                        cells -> Stream.concat(Stream.of(link(algorithm.name())), cells.stream())
                                .toList()));
    }

    /** Returns a link to the algorithm's page, or to the heading on another page that contains its name. */
    private static String link(String name) {
        String plain = name.replaceFirst(":.*", "");
        if (Files.exists(FOLDER.resolve(plain + ".md"))) {
            return "[`" + name + "`](" + plain + ".md)";
        }
        try (Stream<Path> pages = Files.list(FOLDER)) {
            return pages.sorted()
                    .flatMap(page -> read(page)
                            .lines()
                            .filter(line -> line.startsWith("#") && line.contains("`" + plain + "`"))
                            .map(heading -> "[`" + name + "`](" + (page.equals(PAGE) ? "" : page.getFileName()) + "#"
                                    + anchor(heading) + ")"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("the algorithm '" + plain + "' has no description; write "
                            + FOLDER.resolve(plain + ".md") + ", or a section with `" + plain
                            + "` in its heading on another page of that folder"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Returns the anchor that GitHub generates for a heading. */
    private static String anchor(String heading) {
        return heading.replaceFirst("^#+ ", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9 -]", "")
                .replace(' ', '-');
    }

    @Test
    void thePageHasEveryAlgorithmThatSharesMemory() {
        assertHas(table(HEAD, Catalogue.sharedMemory().stream().map(AlgorithmTablesTest::row)));
    }

    @Test
    void thePageHasEveryAlgorithmThatSendsMessages() {
        assertHas(table(HEAD, Catalogue.messagePassing().stream().map(AlgorithmTablesTest::row)));
    }

    /** Excludes windows: the results of their paper compare them with each other. */
    private static List<String> measured() {
        return Stream.concat(
                        Catalogue.messagePassing().stream()
                                .filter(algorithm -> !algorithm.isWindow())
                                .map(Algorithm::name),
                        RECOMMENDED.stream())
                .toList();
    }

    @Test
    void everyAlgorithmThatSendsMessagesIsMeasured() {
        List<String> rows = read(PAGE)
                .lines()
                .dropWhile(line -> !line.equals(MEASURED.lines().findFirst().orElseThrow()))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(rows)
                .as("'mvn test -Plong -pl turnstile-cli -am -Dtest=AlgorithmTablesTest' prints the right table")
                .map(line -> line.split(" \\| ", -1)[0])
                .isEqualTo(measured().stream().map(name -> "| " + link(name)).toList());
    }

    @Test
    @Tag("long")
    void theMeasuredNumbersAreThoseOfTheSimulator() {
        CommandRun run =
                CommandRun.of("simulate " + String.join(" ", measured()) + " -n 30 -k 3 --rate 0.001,1 --csv -");
        assertThat(run.code()).as(run.err()).isZero();
        List<String> lines = run.out().lines().toList();
        List<String> heads = cells(lines.getFirst());
        Function<String, List<List<String>>> of = name -> lines.stream()
                .skip(1)
                .map(AlgorithmTablesTest::cells)
                .filter(cells -> cells.getFirst().equals(name))
                .toList();
        assertHas(table(
                MEASURED,
                measured().stream()
                        .map(name -> List.of(
                                link(name),
                                both(of.apply(name), heads.indexOf("messages/entry")),
                                both(of.apply(name), heads.indexOf("delay")),
                                Catalogue.find(name).holdersBlockOthers()
                                        ? "can keep others out of a free place"
                                        : "never keeps others out of a free place"))));
    }

    private static List<String> cells(String line) {
        return Stream.of(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1))
                .map(cell -> cell.replace("\"", ""))
                .toList();
    }

    private static String both(List<List<String>> rates, int column) {
        return rates.stream()
                .map(cells -> Double.parseDouble(cells.get(column)))
                .map(value -> String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value))
                .collect(Collectors.joining(" / "));
    }
}
