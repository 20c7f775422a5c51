package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that would have no effect, and runs that can't be kept, are refused with the reason. */
final class TreeRefusalsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        check gtex -n 2 -k 1 --stay 0                           | requests, room, hastened and void messages
        check gtex -n 2 -k 1 --hasty-timers                     | requests, room, hastened and void messages
        check raymond -n 2 -k 1 --hasty-timers                  | no timer of this algorithm must outlast a message
        simulate forest -n 4 -k 2 --rate 1 --any-start 1        | forest: this algorithm does not say what an arbitrary message is
        simulate tree-members -n 4 -k 2 --rate 1 --any-start 1  | tree-members: this algorithm does not say what an arbitrary message is
        """)
    void whatWouldHaveNoEffectIsRefused(String line, String reason) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.err()).startsWith("turnstile: " + reason);
        assertThat(run.code()).isEqualTo(64);
    }

    @Test
    void whoWaitsForOneThatStaysIsNotForgotten() {
        CommandRun run = CommandRun.of("check raymond -n 2 -k 1 --requests 1 --stay 0 --property granted");
        assertThat(run.code()).as(run.out()).isZero();
        assertThat(run.out()).contains("some stay inside: [0]");
    }

    @Test
    void aLoopInWhichSomebodyStaysIsNotKept() {
        Path file = folder.resolve("stay.txt");
        CommandRun run = CommandRun.of("check tree-priority:shape=star -n 3 -k 3 --units 1,3,1 --stay 0 --requests 0"
                + " --property no-lockout --save " + file);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("the run is not kept: a scenario can't say that somebody stays inside");
        assertThat(file).doesNotExist();
    }

    /** From a start with far too many tokens ten entries are over before they can be counted. */
    @Test
    void aShortRunFromAnywhereEndsWhenAllIsRight() {
        CommandRun run = CommandRun.of("simulate tree -n 8 -k 2 --any-start 1 --entries 10 --rate 1 --seeds 20");
        assertThat(run.code()).as(run.err()).isZero();
    }

    @Test
    void aMachineThatFailsWhereTokensAreMissingIsReported() {
        CommandRun run = CommandRun.of("simulate forest -n 4 -k 2 --any-start 0 --entries 20 --rate 1 --seeds 2");
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).doesNotContain("our own failure");
    }
}
