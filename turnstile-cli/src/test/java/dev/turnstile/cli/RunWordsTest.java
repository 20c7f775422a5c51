package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.ParseResult;

/**
 * Goal: our options end where the command begins, with or without {@code --}, and every word of the command reaches it.
 */
class RunWordsTest {
    private static ParseResult parse(String... words) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return Main.commandLine(nowhere, nowhere, words).parseArgs(words).subcommand();
    }

    private static String name(ParseResult run) {
        return run.commandSpec().positionalParameters().getFirst().getValue();
    }

    private static List<String> command(ParseResult run) {
        return run.commandSpec().positionalParameters().getLast().getValue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        run a echo -n hi                          | echo -n hi
        run a timeout -k 1 2 echo x               | timeout -k 1 2 echo x
        run a ls --help                           | ls --help
        run a -- echo -n                          | echo -n
        run a -k3 echo -k 4                       | echo -k 4
        run --at-most 3 a echo -k 4               | echo -k 4
        run a --at-most 3 -- echo -- more --      | echo -- more --
        run a git log -- file                     | git log -- file
        run a -- -- x                             | -- x
        run a -- -x                               | -x
        run a run b -- c                          | run b -- c
        """)
    void theCommandFollowsTheNameAndOurOptions(String line, String command) {
        ParseResult run = parse(line.split(" "));
        assertThat(name(run)).isEqualTo("a");
        assertThat(command(run)).containsExactly(command.split(" "));
        assertThat(run.hasMatchedOption("--no-wait")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "run a --at-most 3 echo -k 4",
        "run --at-most 3 a -- echo -k 4",
        "run --at-most=3 a echo --at-most 4",
        "run a -k3 -- echo -k 4"
    })
    void ourOptionsMayPrecedeOrFollowTheName(String line) {
        assertThat((Object) parse(line.split(" ")).matchedOptionValue("--at-most", null))
                .hasToString("Optional[3]");
    }

    @Test
    void anArgumentThatStartsWithAnAtSignIsNotExpanded(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("words"), "other words");
        assertThat(command(parse("run", "a", "--", "curl", "-d", "@" + file)))
                .containsExactly("curl", "-d", "@" + file);
    }
}
