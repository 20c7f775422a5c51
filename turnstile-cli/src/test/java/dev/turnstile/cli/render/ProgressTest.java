package dev.turnstile.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Goal: the progress of a long search is reported, that of a short one is not. */
@Timeout(60)
class ProgressTest {
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofHours(1);

    private final StringWriter written = new StringWriter();
    private final PrintWriter err = new PrintWriter(written, true);

    private void awaitWritten(String part) {
        while (!written.toString().contains(part)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void writesNothingAboutAShortSearch() {
        try (Progress progress = new Progress(err, new Progress.Manner(true, LONG, SHORT)).started()) {
            progress.at(1000, 3000, 7, 1_000_000);
        }
        assertThat(written.toString()).isEmpty();
    }

    @Test
    void writesPlainLinesToAFile() {
        try (Progress progress = new Progress(err, new Progress.Manner(false, SHORT, SHORT)).started()) {
            progress.at(1_234_567, 3_000_000, 7, 2_000_000_000);
            awaitWritten("1,234,567 states, depth 7, 617,284 states per second, 0 s" + System.lineSeparator());
        }
        assertThat(written.toString()).doesNotContain("\r\u001b");
    }

    @Test
    void rewritesOneLineOnATerminalAndClearsItAtTheEnd() {
        try (Progress progress = new Progress(err, new Progress.Manner(true, SHORT, SHORT)).started()) {
            progress.at(1, 0, 0, 1_000_000_000);
            awaitWritten("\r\u001b[K1 state, depth 0, 1 states per second, 0 s\r");
        }
        assertThat(written.toString()).endsWith("\r\u001b[K").doesNotContain("\n");
    }

    @Test
    void writesNothingAfterClose() {
        Progress progress = new Progress(err, new Progress.Manner(false, SHORT, SHORT)).started();
        awaitWritten("states");
        progress.close();
        String before = written.toString();
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("progress"))) {
            Thread.onSpinWait();
        }
        assertThat(written.toString()).isEqualTo(before);
    }

    @Test
    void waitsTwoSecondsOnATerminalAndTenInAFile() {
        assertThat(Progress.Manner.OF_TERMINAL.first()).hasSeconds(2);
        assertThat(Progress.Manner.OF_FILE.first()).hasSeconds(10);
    }
}
