package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.explore.KnownProperties;
import dev.turnstile.lab.property.KnownProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests {@code turnstile list --properties}, and that the guide has the same table. */
final class ListPropertiesTest {
    @Test
    void explainsEveryProperty() {
        CommandRun run = CommandRun.of("list --properties");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("""
            no-deadlock
              says  no fair run keeps all that try or leave where they are forever
              when  always; weaker than no-lockout
            """);
        for (KnownProperty known : KnownProperties.ALL) {
            assertThat(known.says()).as(known.name()).isNotBlank();
            assertThat(known.when()).as(known.name()).isNotBlank();
            assertThat(run.out()).contains(known.name(), known.says(), known.when());
        }
    }

    @Test
    void printsTheSameAsJson() {
        assertThat(JsonReader.read(CommandRun.of("list --properties --json").out()))
                .isEqualTo(KnownProperties.ALL.stream()
                        .map(known -> Map.of("name", known.name(), "says", known.says(), "when", known.when()))
                        .toList());
    }

    @Test
    void theHelpOfCheckSaysWhereTheyAreExplained() {
        assertThat(CommandRun.of("check --help").out().replaceAll("\\s+", " "))
                .contains("'turnstile list --properties' explains them");
    }

    @Test
    void theGuideHasTheSameTable() throws IOException {
        String table = KnownProperties.ALL.stream()
                .map(known ->
                        String.join(" | ", List.of("| `" + known.name() + "`", known.says(), marked(known.when())))
                                + " |\n")
                .collect(Collectors.joining());
        assertThat(Files.readString(Path.of("../docs/guide/03-the-lab.md")))
                .withFailMessage(() -> "docs/guide/03-the-lab.md should have these rows:\n\n" + table)
                .contains("\n" + table + "\n");
    }

    /** Returns the text with options and names of properties marked as code. */
    private static String marked(String text) {
        return text.replaceAll("(?<![a-z])--?[a-z][a-z-]*( [A-Z]\\b)?|\\b(no-lockout|stabilises)\\b", "`$0`");
    }
}
