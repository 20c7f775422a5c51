package dev.turnstile.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.testing.StormLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goal: the judge of a storm notices what it is there for. Method: logs with one mistake each. */
class StormLogTest {
    @TempDir
    private Path folder;

    private List<String> judge(String log) throws IOException {
        Path file = folder.resolve("worker");
        Files.writeString(file, log);
        StormLog history = new StormLog();
        history.add(file);
        return history.judge("gate", 2);
    }

    /** Two permits of one unit each, with this fence and slot of the second; the first is valid until 60. */
    private List<String> two(long secondCall, long secondEntry, long fence, int slot) throws IOException {
        return judge("""
            call gate 1 10 1
            in gate 1 20 1 7 0
            valid gate 1 21 60
            call gate 2 %d 1
            in gate 2 %d 1 %d %d
            valid gate 2 %d 300
            """.formatted(secondCall, secondEntry, fence, slot, secondEntry + 1));
    }

    @Test
    void permitsWithinTheLimitAreFine() throws IOException {
        assertThat(two(11, 30, 8, 1)).isEmpty();
        assertThat(two(11, 30, 6, 1)).as("calls at the same time, in any order").isEmpty();
        assertThat(two(11, 60, 8, 0)).as("after the deadline of the other").isEmpty();
    }

    @Test
    void aSlotHeldTwiceIsNoticed() throws IOException {
        assertThat(two(11, 59, 8, 0)).singleElement().asString().startsWith("a slot twice");
    }

    @Test
    void aFenceThatComesTwiceOrTooLateIsNoticed() throws IOException {
        assertThat(two(11, 70, 7, 0)).singleElement().asString().startsWith("a fence twice");
        assertThat(two(21, 70, 6, 0)).singleElement().asString().startsWith("a smaller fence later");
    }

    @Test
    void unitsBeyondTheLimitAreNoticedUntilTheReleaseBegins() throws IOException {
        String log = """
            call gate 1 10 2
            in gate 1 20 2 7 0,1
            valid gate 1 21 900
            leave gate 1 100
            call gate 2 11 1
            in gate 2 %d 1 8 2
            valid gate 2 150 300
            """;
        assertThat(judge(log.formatted(99))).singleElement().asString().startsWith("more than 2 units");
        assertThat(judge(log.formatted(100))).isEmpty();
    }

    @Test
    void aPermitThatIsNoLongerUsedDoesNotCountEvenIfThatWasLoggedEarly() throws IOException {
        String log = """
            call gate 1 10 2
            leave gate 1 15
            in gate 1 20 2 7 0,1
            valid gate 1 21 900
            leave gate 1 100
            call gate 2 11 1
            in gate 2 50 1 8 0
            valid gate 2 150 300
            """;
        assertThat(judge(log)).isEmpty();
    }

    private List<String> judgeFloor(long secondLeaves, long thirdEnters, long end) throws IOException {
        Path file = folder.resolve("worker");
        Files.writeString(file, """
            call gate 1 10
            in gate 1 20 1 7 0
            call gate 2 11
            in gate 2 30 1 8 1
            leave gate 2 %d
            call gate 3 12
            in gate 3 %d 1 9 2
            """.formatted(secondLeaves, thirdEnters));
        StormLog history = new StormLog();
        history.add(file);
        return history.judgeFloor("gate", 2, end);
    }

    @Test
    void tooFewForTheFloorAreNoticedOnceItWasReachedAndBeforeTheEnd() throws IOException {
        assertThat(judgeFloor(50, 50, 100)).isEmpty();
        assertThat(judgeFloor(50, 51, 100)).singleElement().asString().startsWith("only 1 of 2");
        assertThat(judgeFloor(50, 51, 50)).isEmpty();
        assertThat(judgeFloor(29, 31, 50)).as("not reached before 31").isEmpty();
    }

    @Test
    void anUnexpectedExceptionOfAWorkerIsNoticed() throws IOException {
        assertThat(judge("bug gate 0 10 java.lang.IllegalStateException\n")).hasSize(1);
    }
}
