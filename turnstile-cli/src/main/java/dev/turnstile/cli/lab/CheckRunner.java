package dev.turnstile.cli.lab;

import dev.turnstile.cli.render.HumanFormat;
import dev.turnstile.cli.render.Progress;
import dev.turnstile.lab.explore.Check;
import dev.turnstile.lab.explore.Report;
import dev.turnstile.lab.explore.Verdict;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.stream.Stream;

/** Runs a check, reports its progress, and turns running out of memory into a verdict. */
final class CheckRunner {
    private CheckRunner() {}

    static Report run(Check check, PrintWriter err) {
        try (Progress progress = Progress.on(err)) {
            try {
                return check.withProgress(progress).run();
            } catch (OutOfMemoryError | IllegalStateException failure) { // the search wraps what its threads throw
                if (isOutOfMemory(failure)) {
                    return outOfMemory(progress.last());
                }
                throw failure;
            }
        }
    }

    private static boolean isOutOfMemory(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .anyMatch(OutOfMemoryError.class::isInstance);
    }

    private static Report outOfMemory(Progress.Point last) {
        long heap = Runtime.getRuntime().maxMemory();
        Duration time = Duration.ofNanos(last.nanos());
        String reason = "out of memory: the heap of " + HumanFormat.bytes(heap)
                + " is too small; set TURNSTILE_JAVA_OPTS=-Xmx... to enlarge it";
        return new Report(
                new Verdict.NotExhausted(reason),
                last.states(),
                last.transitions(),
                last.depth(),
                heap,
                1,
                false,
                time,
                time);
    }
}
