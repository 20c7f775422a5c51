package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.AccessDeniedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Goal: help, version, and a clear message and exit code for every failure. */
class MainTest {
    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "list --help", "check --help"})
    void printsHelpWithAnExampleToStandardOutput(String line) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("Usage: turnstile").containsPattern("Examples?:\\R  turnstile ");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void helpDescribesEveryCommand() {
        assertThat(CommandRun.of("--help").out()).containsPattern("list +Lists").containsPattern("check +Explores");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "check --version"})
    void printsItsVersion(String line) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.code()).isZero();
        assertThat(run.out()).matches("turnstile \\d+\\.\\d+\\.\\d+\\S*, on Java \\S+\\R");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void listsTheCommandsIfNoneIsGiven() {
        CommandRun run = CommandRun.of("");
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("Usage: turnstile").contains("list", "check");
    }

    @ParameterizedTest
    @CsvSource({"chekc, check", "lst, list", "checks queue, check"})
    void suggestsTheNearestCommand(String line, String meant) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("unknown command '", "did you mean '" + meant + "'? There are: run, status,");
    }

    @Test
    void suggestsNoCommandIfNoneIsSimilar() {
        CommandRun run = CommandRun.of("nosuch");
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.err()).startsWith("turnstile: unknown command 'nosuch'. There are: run, status,");
    }

    @ParameterizedTest
    @CsvSource({"help, --help", "help run, run --help", "help check, check --help", "help help, help --help"})
    void helpIsACommandToo(String line, String same) {
        assertThat(CommandRun.of(line)).isEqualTo(CommandRun.of(same));
        assertThat(CommandRun.of(line).code()).isZero();
    }

    @Test
    void helpForAnUnknownCommandIsBadUsage() {
        CommandRun run = CommandRun.of("help chekc");
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("turnstile: unknown command 'chekc'; did you mean 'check'? There are: run,");
    }

    @ParameterizedTest
    @CsvSource({
        "--verson, --version",
        "list --jsn, --json",
        "check queue -n 2 -k 1 --crash 1, --crashes",
        "check queue -n 2 -k 1 --equivalent queue, --equivalent-to"
    })
    void suggestsTheNearestOption(String line, String meant) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("unknown option '--", "did you mean '" + meant + "'?", "--help'.");
    }

    @Test
    void suggestsNoOptionIfNoneIsSimilar() {
        assertThat(CommandRun.of("list -x").err())
                .startsWith("turnstile: unknown option '-x'" + System.lineSeparator());
    }

    @Test
    void anOptionBeforeTheCommandIsToldItsPlace() {
        assertThat(CommandRun.of("--dir /srv status").err())
                .startsWith("turnstile: unknown option '--dir'; the options of a command come after its name");
    }

    @Test
    void reportsAnUnexpectedArgument() {
        CommandRun run = CommandRun.of("list forest queue");
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.err()).startsWith("turnstile: unexpected argument 'queue'");
    }

    @Command(name = "fail")
    private record Failing(Throwable failure) implements Runnable {
        @Override
        public void run() {
            switch (failure) {
                case Error error -> throw error;
                case RuntimeException exception -> throw exception;
                default -> throw new AssertionError(failure);
            }
        }
    }

    private static CommandRun runThatFailsWith(Throwable failure) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine(new PrintWriter(out), new PrintWriter(err, true));
        command.addSubcommand(new CommandLine(new Failing(failure)));
        int code = Main.execute(command, "fail");
        return new CommandRun(code, out.toString(), err.toString(), List.of());
    }

    @Test
    void reportsAnUnexpectedExceptionAsAnInternalErrorInOneLine() {
        CommandRun run = runThatFailsWith(new IllegalStateException("two\nlines"));
        assertThat(run.code()).isEqualTo(125);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .containsExactly("turnstile: internal error: java.lang.IllegalStateException: two;"
                        + " set TURNSTILE_DEBUG=1 to see the stack trace");
    }

    @Test
    void reportsAnErrorAsAnInternalError() {
        CommandRun run = runThatFailsWith(new StackOverflowError());
        assertThat(run.code()).isEqualTo(125);
        assertThat(run.err().lines()).singleElement().asString().contains("java.lang.StackOverflowError");
    }

    @Test
    void reportsWhyAFileCanNotBeUsed() {
        CommandRun run = runThatFailsWith(new UncheckedIOException(new AccessDeniedException("/newdir")));
        assertThat(run.code()).isEqualTo(125);
        assertThat(run.err().lines()).containsExactly("turnstile: /newdir: permission denied");
    }

    @Test
    void showsTheStackTraceWhenDebugging() {
        StringWriter err = new StringWriter();
        OwnFailure.explain(new IllegalStateException("why"), new PrintWriter(err, true), true);
        assertThat(err.toString()).contains("internal error", "IllegalStateException: why", "\tat dev.turnstile.cli");
    }

    @Test
    void reportsOutputThatCouldNotBeWritten() {
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine(new PrintWriter(new FullDisk()), new PrintWriter(err, true));
        assertThat(Main.execute(command, "list")).isEqualTo(125);
        assertThat(err.toString()).startsWith("turnstile: the output could not be written");
    }

    private static final class FullDisk extends Writer {
        @Override
        public void write(char[] characters, int from, int count) throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
