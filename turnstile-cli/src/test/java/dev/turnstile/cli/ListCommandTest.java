package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Traits;
import dev.turnstile.algorithm.Tuning;
import dev.turnstile.lab.catalogue.LabCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goal: the list has everything in the catalogue, for people and for programs. */
class ListCommandTest {
    @Test
    void listsEverythingAboutEveryAlgorithm() {
        CommandRun run = CommandRun.of("list");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        for (Algorithm algorithm : LabCatalogue.all()) {
            assertThat(run.out())
                    .contains(algorithm.name(), algorithm.title(), algorithm.source(), algorithm.cost())
                    .contains(algorithm.assumptions())
                    .contains(algorithm.guarantees());
        }
    }

    @Test
    void printsThisText() {
        assertThat(CommandRun.of("list").out()).startsWith("""
            queue
              title       Queue
              source      fischer-1985, section 2.1, figure 1
              model       shared memory
              assumes     atomic read-modify-write of one cell
                          at most N processes, N <= 15
              guarantees  at most k inside
            """);
    }

    @Test
    void printsTheSameAsJson() {
        CommandRun run = CommandRun.of("list --json");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        List<Map<String, Object>> expected =
                LabCatalogue.all().stream().map(ListCommandTest::members).toList();
        assertThat(JsonReader.read(run.out())).isEqualTo(expected);
    }

    @Test
    void describesOneAlgorithmWithItsPaperOptionsAndRuntimes() {
        CommandRun run = CommandRun.of("list forest");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .startsWith("forest", "  title       Token forest")
                .containsSequence(
                        "  paper       S. Bulgannawar and N. H. Vaidya, A Distributed K-Mutual Exclusion Algorithm,"
                                + " 1995",
                        "  model       messages")
                .containsSequence(
                        "  options     token=random|last-seen (default: random): which token a node asks for",
                        "              nu=0..64 (default: 2): how many nodes learn where an idle token is")
                .endsWith("  runs on     the threads of one JVM");
        assertThat(CommandRun.of("list ledger").out())
                .contains("  options     none\n", "  runs on     the processes of one machine\n");
        assertThat(CommandRun.of("list mutin-broken").out())
                .contains("  lab only    ")
                .doesNotContain("runs on");
    }

    @Test
    void describesEveryAlgorithmByItsName() {
        for (Algorithm algorithm : LabCatalogue.all()) {
            CommandRun run = CommandRun.of("list " + algorithm.name());
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).startsWith(algorithm.name() + "\n").contains("  guarantees  ", "  options     ");
            assertThat(JsonReader.read(
                            CommandRun.of("list --json " + algorithm.name()).out()))
                    .isEqualTo(List.of(members(algorithm)));
        }
    }

    /** The citations are those of the page of algorithms. */
    @Test
    void citesThePapersOfThePage() throws IOException {
        String page = Files.readString(Path.of("../docs/algorithms/README.md"));
        for (String name : List.of("queue", "excl", "forest", "tree", "gcs")) {
            String paper = CommandRun.of("list " + name)
                    .out()
                    .lines()
                    .filter(line -> line.startsWith("  paper "))
                    .map(line -> line.substring("  paper       ".length()))
                    .findFirst()
                    .orElseThrow();
            assertThat(page.replace("*", "")).contains("| " + paper + " |");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        list forst                   | no algorithm is called 'forst'; did you mean 'forest'?
        list queue --properties      | leave out 'queue', or --properties, which lists no algorithms
        list queue --coteries -n 3   | leave out 'queue', or --coteries, which lists no algorithms
        list --properties --coteries | --coteries and --properties are mutually exclusive
        list queue -n 3              | -n needs --coteries
        """)
    void rejectsWhatItCanNotList(String command, String reason) {
        CommandRun run = CommandRun.of(command);
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("turnstile: " + reason);
    }

    private static Map<String, Object> members(Algorithm algorithm) {
        Map<String, Object> members = new HashMap<>(Map.of(
                "name", algorithm.name(),
                "title", algorithm.title(),
                "source", algorithm.source(),
                "model", algorithm.model(),
                "assumptions", algorithm.assumptions(),
                "guarantees", algorithm.guarantees(),
                "cost", algorithm.cost(),
                "options",
                        algorithm.parameters().stream()
                                .map(ListCommandTest::members)
                                .toList()));
        members.put(
                "runtimes",
                Stream.of(Traits.Runtime.values())
                        .filter(algorithm::runsOn)
                        .map(runtime -> runtime.name().toLowerCase(Locale.ROOT))
                        .toList());
        members.put("labOnly", LabCatalogue.labOnly(algorithm).orElse(null));
        return members;
    }

    private static Map<String, Object> members(Tuning.Parameter parameter) {
        return Map.of(
                "name", parameter.name(),
                "allowed", parameter.allowed(),
                "default", parameter.defaultValue(),
                "meaning", parameter.meaning());
    }
}
