package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code turnstile check}, {@code simulate} and {@code list} with the forest, its rivals, and their options. */
final class ForestCommandsTest {
    @TempDir
    private Path folder;

    @Test
    void theCorrectedForestHoldsForEveryRandomChoice() {
        CommandRun run = CommandRun.of("check forest:nu=1 -n 3 -k 1 --requests 2");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("forest:nu=1, n = 3, k = 1, each asks up to 2 times: HOLDS")
                .contains("tokens: there is always 1 token", "60,731 states");
    }

    @Test
    void aLateInformLocksOutAsPrinted() throws IOException {
        Path file = folder.resolve("stale.txt");
        CommandRun run =
                CommandRun.of("check forest-as-printed:nu=1 -n 3 -k 1 --requests 2 --property granted --save " + file);
        assertThat(run.code()).isEqualTo(1);
        assertThat(Files.readString(file))
                .isEqualTo(Files.readString(Path.of("../docs/scenarios/forest-as-printed-stale-inform.txt")));
    }

    @Test
    void evenAPromptInformLocksOutAsPrintedInARunThatIsShrunk() throws IOException {
        Path file = folder.resolve("chase.txt");
        CommandRun run =
                CommandRun.of("check forest-as-printed:nu=1 -n 4 -k 1 --requests 0,0,0,1 --room 1 --hasten Inform"
                        + " --property no-lockout --save " + file);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("p3 stays in TRYING forever");
        assertThat(Files.readString(file))
                .isEqualTo(Files.readString(Path.of("../docs/scenarios/forest-as-printed-chase.txt")));
    }

    /** The hop counts grow in every round of the loop; only their order repeats. */
    @Test
    void aLoopOfAnAlgorithmWithStampsCanBeReplayed() {
        Path file = folder.resolve("stamps.txt");
        CommandRun run =
                CommandRun.of("check forest-as-printed:nu=1,rule-2,rule-3b,rule-4 -n 4 -k 1 --requests 0,0,0,1 --room 1"
                        + " --hasten Inform --property no-lockout --save " + file);
        assertThat(run.code()).isEqualTo(1);
        CommandRun replay = CommandRun.of("replay " + file);
        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(replay.out()).contains("then forever:");
    }

    @Test
    void exponentialDelaysShowTheFlawToASimulationWithinAFewThousandEntries() throws IOException {
        CommandRun run = CommandRun.of(
                "simulate forest-as-printed -n 30 -k 3 --rate 0.1 --delay exponential --entries 20000 --seeds 3");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("a process still waits");
        CommandRun corrected =
                CommandRun.of("simulate forest -n 30 -k 3 --rate 0.1 --delay exponential --entries 20000 --seeds 3");
        assertThat(corrected.code()).as(corrected.err()).isZero();
    }

    @Test
    void makkiWithItsAssumptionNeedsAboutNMessagesWhenAlone() {
        CommandRun run =
                CommandRun.of("simulate makki-timed -n 30 -k 3 --rate 0.001 --timeout 1.6001 --hasten Inquiry,Answer"
                        + " --entries 1000 --seeds 2");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("n = 30, k = 3, Ts = 0.1, Tr = 0.1, Tt = 0.8, hold = 0.0002, timeout 1.6001, hasten"
                        + " Inquiry,Answer")
                .containsPattern("makki-timed +0.001 +2\\.[01]\\d* +\\S+ +(29|30)\\.");
    }

    @Test
    void listsOptionsAndLabOnlyAlgorithms() {
        assertThat(CommandRun.of("list").out())
                .contains("options     token=random|last-seen (default: random): which token a node asks for")
                .contains("lab only    as printed, a request can wait forever if messages are slow; use forest");
        assertThat(CommandRun.of("list --json").out()).contains("\"labOnly\"", "\"options\"", "\"partitioned\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        check forest:mu=1 -n 3 -k 1                         | 'forest' has no option 'mu'; did you mean 'nu'? There are: token=
        check forest:nu=-1 -n 3 -k 1                        | nu must be a number from 0 to 64, not '-1'
        check forest: -n 3 -k 1                             | 'forest' has no option ''
        check gtex:nu=1 -n 3 -k 1                           | gtex has no options; remove ':nu=1'
        check forest -n 3 -k 1 --hasten Informs             | no message is called 'Informs'; there are: Request, Token, Inform
        check forest -n 3 -k 1 --requests 1,2               | --requests must have one number, or 3, one for each node, not 2
        check forest -n 3 -k 1 --room -1                    | --room must be at least 0, not -1
        check forest -n 3 -k 1 --any-start 5                | only the order of this algorithm's stamps is explored
        check raymond -n 3 -k 1 --property tokens           | tokens can be counted only if their number is constant
        check gtex -n 3 -k 1 --room 1                       | requests, room, hastened and void messages
        simulate forest -n 3 -k 1 --timeout 0               | --timeout must be more than 0, not 0
        simulate makki-timed -n 3 -k 1 --hasten Answers     | makki-timed: --hasten: no message is called 'Answers'; there are: Request,
        figures bulganawar                                  | there are no figures for 'bulganawar'; did you mean 'bulgannawar'?
        figures bulgannawar --seeds 1                       | the number of seeds must be between 2 and 1000 to give confidence intervals, not 1
        figures bulgannawar --to pom.xml                    | --to: 'pom.xml' is not a folder and can't be created; choose another one
        """)
    void rejectsBadInputWithWhatIsAllowed(String line, String reason) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.err()).startsWith("turnstile: " + reason);
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.out()).isEmpty();
    }
}
