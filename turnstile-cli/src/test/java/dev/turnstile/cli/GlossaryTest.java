package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Goal: the glossary defines every word once, in one sentence, with a source, and the pages that need it link to it.
 */
final class GlossaryTest {
    private static final Path DOCS = Path.of("../docs");

    /** Returns word, meaning and source of each row. */
    private static List<List<String>> rows() throws IOException {
        return Files.readAllLines(DOCS.resolve("glossary.md")).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| word "))
                .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    @Test
    void everyWordIsDefinedOnceInOneSentenceAndHasASource() throws IOException {
        assertThat(rows()).extracting(List::getFirst).doesNotHaveDuplicates();
        assertThat(rows()).allSatisfy(row -> {
            assertThat(row).hasSize(3).doesNotContain("");
            assertThat(row.get(1)).matches("[^.]*(?:\\.\\.[^.]*)*\\.");
            assertThat(row.get(2)).matches(".*(?:section \\d|sections \\d|ours|[12]\\d{3}).*");
        });
    }

    @Test
    void definesTheWordsOfThePapers() throws IOException {
        assertThat(rows())
                .extracting(List::getFirst)
                .contains("remainder", "trying", "critical", "exit", "enabled", "enabling", "winner", "k-deadlock")
                .contains("lockout", "doorway", "slot", "fence", "unit", "window", "floor", "coterie", "quorum");
    }

    @Test
    void pagesThatUseTheWordsLinkToIt() throws IOException {
        try (Stream<Path> pages = Files.list(DOCS.resolve("algorithms"))) {
            assertThat(pages.filter(GlossaryTest::usesWords))
                    .isNotEmpty()
                    .allSatisfy(page -> assertThat(page).content().contains("](../glossary.md)"));
        }
        assertThat(DOCS.resolve("guide/03-the-lab.md")).content().contains("](../glossary.md)");
        assertThat(Path.of("../README.md")).content().containsOnlyOnce("](docs/glossary.md)");
    }

    private static boolean usesWords(Path page) {
        try {
            return Files.readString(page).matches("(?s).*\\b(coterie|quorum|enabling|winners?|doorway|fences?)\\b.*");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
