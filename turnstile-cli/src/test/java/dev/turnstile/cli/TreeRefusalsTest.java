package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goal: options without effect are rejected, and runs that can't be saved are reported, with the reason. */
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
    void rejectsOptionsWithoutEffect(String line, String reason) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.err()).startsWith("turnstile: " + reason);
        assertThat(run.code()).isEqualTo(64);
    }

    @Test
    void aNodeThatWaitsForAStayingNodeIsNotAViolation() {
        CommandRun run = CommandRun.of("check raymond -n 2 -k 1 --requests 1 --stay 0 --property granted");
        assertThat(run.code()).as(run.out()).isZero();
        assertThat(run.out()).contains("some stay inside: [0]");
    }

    @Test
    void aLoopWithAStayingNodeIsNotSaved() {
        Path file = folder.resolve("stay.txt");
        CommandRun run = CommandRun.of("check tree-priority:shape=star -n 3 -k 3 --units 1,3,1 --stay 0 --requests 0"
                + " --property no-lockout --save " + file);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("the run was not saved: a scenario can't express that a node stays inside");
        assertThat(file).doesNotExist();
    }

    /** From a start with far too many tokens, ten entries are over before counting begins. */
    @Test
    void aShortRunFromAnArbitraryStartEndsOnceStabilised() {
        CommandRun run = CommandRun.of("simulate tree -n 8 -k 2 --any-start 1 --entries 10 --rate 1 --seeds 20");
        assertThat(run.code()).as(run.err()).isZero();
    }

    @Test
    void reportsAMachineThatFailsWithoutTokens() {
        CommandRun run = CommandRun.of("simulate forest -n 4 -k 2 --any-start 0 --entries 20 --rate 1 --seeds 2");
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).doesNotContain("internal error");
    }
}
