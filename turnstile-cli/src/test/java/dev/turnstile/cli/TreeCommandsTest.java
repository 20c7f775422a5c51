package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code turnstile check}, {@code simulate} and {@code replay} with the tree, and the options it introduced. */
final class TreeCommandsTest {
    @TempDir
    private Path folder;

    private CommandRun checkAndReplay(String line, String found) {
        Path file = folder.resolve("run.txt");
        CommandRun check = CommandRun.of("check " + line + " --save " + file);
        assertThat(check.code()).as(check.err()).isEqualTo(1);
        assertThat(check.out()).contains(found);
        CommandRun replay = CommandRun.of("replay " + file);
        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(replay.err()).isEmpty();
        return replay;
    }

    @Test
    void aStabilisingAlgorithmIsCheckedForAllButConstantTokens() {
        CommandRun run = CommandRun.of("check tree:c-max=0 -n 2 -k 1 --requests 0");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("exclusion: ", "granted: ", "no-deadlock: ", "no-lockout: ", "2,582 states")
                .contains("stabilises: in every fair run there are, from some time on, always 1+1+1 tokens")
                .doesNotContain("tokens: there");
    }

    /** At such a start, there may be more nodes inside than places. */
    @Test
    void fromAnArbitraryStartExclusionIsPartOfStabilisation() {
        CommandRun run = CommandRun.of("check tree:c-max=0 -n 2 -k 1 --requests 0 --any-start 50");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("The search started in 50 different configurations, chosen at random; there are more.")
                .contains("stabilises: ")
                .doesNotContain("exclusion: ");
    }

    @Test
    void stabilisationIsCheckedOnlyWhereClaimedOrRequested() {
        assertThat(CommandRun.of("check tree-priority -n 2 -k 1 --requests 0").out())
                .contains("tokens: there are always 1+1+1 tokens")
                .doesNotContain("stabilises: ");
        CommandRun run =
                CommandRun.of("check tree-priority -n 2 -k 1 --requests 0 --any-start 50 --property stabilises");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("but: again and again: the number of tokens is ");
    }

    @Test
    void aDeadlockOverSeveralUnitsCanBeReplayed() throws IOException {
        checkAndReplay("tree-naive:shape=star -n 3 -k 3 --units 2,2,2 --requests 0", "granted: ");
        assertThat(Files.readString(folder.resolve("run.txt"))).contains("units 2,2,2", "p0 times out");
    }

    @Test
    void aLivelockCanBeReplayed() {
        CommandRun replay =
                checkAndReplay("tree-pusher:shape=star -n 3 -k 3 --units 1,2,1 --requests 0", "no-lockout: ");
        assertThat(replay.out()).contains("then forever:");
    }

    @Test
    void aViolatedLimitCanBeReplayed() {
        CommandRun replay = checkAndReplay("tree-as-printed:c-max=0 -n 2 -k 1 --requests 0", "exclusion: ");
        assertThat(replay.out()).contains("times out", "Ctrl[counter=");
    }

    /** The timer never expires, because the controller is always in transit. */
    @Test
    void aRunThatNeverStabilisesCanBeReplayed() {
        CommandRun replay = checkAndReplay(
                "tree-as-printed:c-max=0,e8,e13,e14 -n 2 -k 1 --requests 0 --any-start 500 --property stabilises",
                "stabilises: ");
        assertThat(replay.out()).contains("then forever:");
    }

    @Test
    void theReproducingCommandNamesStayingNodes() {
        CommandRun run = CommandRun.of("check tree-priority:shape=star -n 3 -k 3 --units 1,3,1 --stay 0 --requests 0"
                + " --property no-lockout --save " + folder.resolve("stay.txt"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .contains("p1 stays in TRYING forever")
                .contains(
                        "To reproduce: turnstile check tree-priority:shape=star -n 3 -k 3 --requests 0 --stay 0 --units"
                                + " 1,3,1");
        assertThat(CommandRun.of("check tree-priority:shape=star -n 3 -k 3 --units 1,2,1 --stay 0,0 --requests 0"
                                + " --property no-lockout")
                        .code())
                .isZero();
    }

    /** With two controllers in transit at once, channels hold more and more messages. */
    @Test
    void theReproducingCommandNamesHastyTimers() {
        CommandRun run = CommandRun.of("check tree-as-printed:c-max=0 -n 2 -k 1 --requests 0 --room 4 --hasty-timers"
                + " --property exclusion --save " + folder.resolve("hasty.txt"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains(" --hasty-timers --property exclusion");
        String same = "check tree:c-max=0 -n 2 -k 1 --requests 1 --room 3 --property well-defined";
        assertThat(states(CommandRun.of(same + " --hasty-timers"))).isGreaterThan(states(CommandRun.of(same)));
    }

    private static long states(CommandRun run) {
        String text = run.out()
                .lines()
                .filter(line -> line.contains(" states, "))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(text.substring(0, text.indexOf(' ')).replace(",", ""));
    }

    @Test
    void onlyTheTreeRecoversFromLostMessages() {
        String rest = " -n 4 -k 2 --rate 0.1 --entries 2000 --seeds 2 --lose 1@2000 --repeat 2@5000 --units 1-2";
        CommandRun tree = CommandRun.of("simulate tree" + rest);
        assertThat(tree.code()).as(tree.err()).isZero();
        assertThat(tree.out()).contains("lose 1@2000, repeat 2@5000").contains("units 1-2");
        CommandRun priority = CommandRun.of("simulate tree-priority" + rest);
        assertThat(priority.code()).isEqualTo(1);
        assertThat(priority.err())
                .contains("tokens: there are always 2+1+1 tokens")
                .contains("--units 1-2", "--lose 1@2000", "--repeat 2@5000")
                .contains("turnstile: this run was not saved");
    }

    @Test
    void aSimulationStartsInAnArbitraryConfiguration() {
        CommandRun run =
                CommandRun.of("simulate tree -n 4 -k 2 --rate 0.1 --entries 2000 --seeds 2 --any-start 1 --json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.json().get("anyStart")).isEqualTo(1L);
        assertThat(run.json().get("unitsLeast")).isEqualTo(1L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        check raymond -n 2 -k 1 --stay 2                     | --stay must be between 0 and 1, not 2
        check raymond -n 2 -k 1 --stay -1                    | --stay must be between 0 and 1, not -1
        check raymond -n 2 -k 1 --property stabilises        | stabilises counts tokens: the algorithm must have some, and no node may crash
        check tree -n 2 -k 1 --property stabilises --crashes 1 | stabilises counts tokens: the algorithm must have some, and no node may crash
        check tree -n 2 -k 1 --property tokens               | tokens can be counted only if their number is constant, no node crashes, and
        check gtex -n 2 -k 1 --property stabilises           | stabilises
        simulate tree -n 3 -k 3 --rate 1 --units 3-1         | --units must be at least 1, and a range must be ascending, such as 1-3, not '3-1'
        simulate tree -n 3 -k 3 --rate 1 --units 0           | --units must be at least 1, and a range must be ascending, such as 1-3, not '0'
        simulate tree -n 3 -k 3 --rate 1 --units 1-          | --units must be a number such as 2, or a range such as 1-3, not '1-'
        simulate tree -n 3 -k 3 --rate 1 --units 1-4         | tree: a node can request 1 to 3 units here, not 4
        simulate tree -n 3 -k 3 --rate 1 --lose 3@1          | tree: the node of a fault must be between 0 and 2, and its time 0 or later, not node 3 at time 1.0
        simulate tree -n 3 -k 3 --rate 1 --lose 1            | --lose must be NODE@TIME
        simulate tree -n 3 -k 3 --rate 1 --repeat x@1        | --repeat must be NODE@TIME
        simulate tree -n 3 -k 3 --rate 1 --any-start -1      | --any-start must be 0 or more messages per channel, not -1
        simulate gtex -n 3 -k 3 --lose 1@1                   | --lose is for algorithms with messages
        simulate gtex -n 3 -k 3 --repeat 1@1                 | --repeat is for algorithms with messages
        simulate gtex -n 3 -k 3 --any-start 1                | --any-start is for algorithms with messages
        """)
    void rejectsBadInputWithWhatIsAllowed(String line, String reason) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.err()).startsWith("turnstile: " + reason);
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void theReproducingCommandReproducesALongWait() {
        CommandRun run =
                CommandRun.of("check tree-pusher:shape=star -n 3 -k 3 --units 1,2,1 --requests 0 --property exclusion"
                        + " --waits-at-most 3");
        assertThat(run.code()).isEqualTo(1);
        String again = "check tree-pusher:shape=star -n 3 -k 3 --requests 0 --waits-at-most 3 --units 1,2,1"
                + " --property waiting";
        assertThat(run.out()).contains("but: p1 waits while the others enter at least 4 times", "turnstile " + again);
        assertThat(CommandRun.of(again).out()).contains("but: p1 waits while the others enter at least 4 times");
        assertThat(CommandRun.of("check tree-pusher -n 3 -k 3 --property waiting")
                        .err())
                .contains("waiting needs a number of entries: --waits-at-most W");
        assertThat(CommandRun.of("check tree-pusher -n 3 -k 3 --waits-at-most -1")
                        .code())
                .isEqualTo(64);
    }

    /** With a timer shorter than a round, no round would complete, and no node would enter. */
    @Test
    void byDefaultTheTimerOutlastsARound() {
        assertThat(CommandRun.of("simulate tree:shape=path -n 300 -k 3 --entries 20 --rate 0.01 --seeds 1 --json")
                        .json()
                        .get("timeout"))
                .isEqualTo(6_000.0);
    }
}
