package dev.turnstile.cli.lab;

import dev.turnstile.cli.render.Size;
import dev.turnstile.cli.render.TimeSpan;
import dev.turnstile.lab.explore.Check;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that bound the resources of a search. */
final class SearchLimits {
    /** The search's tables have no room for more. */
    private static final int THREADS_MAX = 64;

    private static final int ORDER = SettingOptions.ORDER + 1;

    @Option(
            names = "--threads",
            paramLabel = "T",
            order = ORDER,
            description = "Threads that search (default: the number of processors).")
    private Optional<Integer> threads;

    @Option(
            names = "--max-states",
            paramLabel = "S",
            order = ORDER,
            description = "Stop when there are more than S states.")
    private Optional<Long> states;

    @Option(
            names = "--max-memory",
            paramLabel = "SIZE",
            order = ORDER,
            converter = Size.class,
            description = "Stop before the tables exceed this size, such as 512M or 4G (default: half of the heap).")
    private Optional<Long> bytes;

    @Option(
            names = "--max-time",
            paramLabel = "TIME",
            order = ORDER,
            converter = TimeSpan.class,
            description = "Stop soon after this time, such as 500ms, 30s, 5m or 2h.")
    private Optional<Duration> time;

    /**
     * Returns the check with these bounds.
     *
     * @throws IllegalArgumentException if a bound is out of range
     */
    Check around(Check check) {
        if (threads.isPresent() && (threads.get() < 1 || threads.get() > THREADS_MAX)) {
            throw new IllegalArgumentException(
                    "--threads must be between 1 and " + THREADS_MAX + ", not " + threads.get());
        }
        if (states.isPresent() && states.get() < 1) {
            throw new IllegalArgumentException("--max-states must be at least 1, not " + states.get());
        }
        Check bounded = threads.map(check::withThreads).orElse(check);
        bounded = states.map(bounded::withStatesMax).orElse(bounded);
        bounded = bytes.map(bounded::withBytesMax).orElse(bounded);
        return time.map(bounded::withTimeMax).orElse(bounded);
    }
}
