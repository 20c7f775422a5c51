package dev.turnstile.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.algorithm.ticket.Queue;
import dev.turnstile.lab.explore.Check;
import dev.turnstile.lab.explore.Report;
import dev.turnstile.lab.explore.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Goal: a search that runs out of memory has a verdict, and other failures are not mistaken for it. */
class CheckRunnerTest {
    private final StringWriter err = new StringWriter();

    private Report search(RuntimeException failure) {
        return CheckRunner.run(
                Check.of(() -> {
                    throw failure;
                }),
                new PrintWriter(err));
    }

    @Test
    void runsTheCheck() {
        Report report = CheckRunner.run(Check.of(() -> new Queue(2, 1)), new PrintWriter(err));
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isGreaterThan(1);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void outOfMemoryIsNotExhaustive() {
        Report report = CheckRunner.run(
                Check.of(() -> {
                    throw new OutOfMemoryError("Java heap space");
                }),
                new PrintWriter(err));
        assertThat(report.verdict())
                .isInstanceOfSatisfying(
                        Verdict.NotExhausted.class,
                        verdict -> assertThat(verdict.reason())
                                .startsWith("out of memory: the heap of ")
                                .contains("TURNSTILE_JAVA_OPTS=-Xmx"));
        assertThat(report.bytes()).isEqualTo(Runtime.getRuntime().maxMemory());
    }

    @Test
    void outOfMemoryInASearchThreadIsNotExhaustive() {
        Report report = search(new IllegalStateException("a move failed", new OutOfMemoryError()));
        assertThat(report.verdict()).isInstanceOf(Verdict.NotExhausted.class);
    }

    @Test
    void otherFailuresPropagate() {
        assertThatIllegalStateException()
                .isThrownBy(() -> search(new IllegalStateException("a move failed", new ArithmeticException())))
                .withCauseInstanceOf(ArithmeticException.class);
    }
}
