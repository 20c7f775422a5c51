package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.quorum.coterie.Coterie;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code turnstile list --coteries}: the sizes, for people and for programs, and bad input. */
class ListCoteriesTest {
    @Test
    void printsThisText() {
        CommandRun run = CommandRun.of("list --coteries -n 21");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
            Coteries of 21 nodes: members of a quorum, and the most quorums that one node is in

              kind       smallest  largest  mean     load
              singleton  1         1        1        21
              majority   11        11       11       11
              tie        11        11       11       11
              grid       8         9        8.28571  9
              triangle   6         6        6        9
              plane      5         5        5        5
              tree       4         5        4.61905  21
            """);
    }

    @Test
    void printsTheSameAsJson() {
        CommandRun run = CommandRun.of("list --coteries -n 10 --json");
        assertThat(run.code()).as(run.err()).isZero();
        List<?> kinds = (List<?>) JsonReader.read(run.out());
        assertThat(kinds).hasSameSizeAs(Coterie.kinds());
        assertThat(kinds.get(2))
                .isEqualTo(Map.of("kind", "tie", "nodes", 10L, "smallest", 5L, "largest", 6L, "mean", 5.4, "load", 6L));
    }

    @Test
    void aSingleNodeIsItsOwnQuorum() {
        assertThat(CommandRun.of("list --coteries -n 1").out().lines().skip(3))
                .hasSameSizeAs(Coterie.kinds())
                .allMatch(row -> row.matches("  \\w+ +1 +1 +1 +1"));
    }

    @Test
    void measuresManyNodes() {
        CommandRun run = CommandRun.of("list --coteries -n 10000");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("Coteries of 10,000 nodes")
                .containsPattern("majority +5001 +5001 +5001 +5001");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--coteries            | --coteries needs the number of nodes, such as -n 21",
                "--coteries --json     | --coteries needs the number of nodes, such as -n 21",
                "-n 21                 | -n needs --coteries; add it, or leave out -n",
                "-n 21 --json          | -n needs --coteries; add it, or leave out -n",
                "--coteries -n 0       | -n must be between 1 and 10000, not 0",
                "--coteries -n -3      | -n must be between 1 and 10000, not -3",
                "--coteries -n 10001   | -n must be between 1 and 10000, not 10001",
                "--coteries -n many    | 'many' is not a whole number"
            })
    void rejectsBadInputWithWhatIsAllowed(String options, String reason) {
        CommandRun run = CommandRun.of("list " + options);
        assertThat(run.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("turnstile: ").contains(reason).contains("See 'turnstile list --help'.");
    }
}
