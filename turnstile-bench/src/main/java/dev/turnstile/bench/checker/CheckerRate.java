package dev.turnstile.bench.checker;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.explore.Check;
import dev.turnstile.lab.explore.Report;
import dev.turnstile.lab.explore.Verdict;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.Locale;

/**
 * Measures the states per second that the explorer finds on one thread, checking k-exclusion in each. Repeats the
 * search in one JVM, so the first repetition is cold.
 *
 * <p>Prints a line per repetition: its number, states, transitions, seconds, states per second, bytes per state.
 * {@code spin/compare.sh} reads these lines.
 *
 * <pre>
 * java -Xmx8g -cp turnstile-bench/target/benchmarks.jar dev.turnstile.bench.checker.CheckerRate colored-ticket 5 3
 * java -Xmx8g -cp turnstile-bench/target/benchmarks.jar dev.turnstile.bench.checker.CheckerRate queue 8 3 10
 * java -Xmx8g -cp turnstile-bench/target/benchmarks.jar dev.turnstile.bench.checker.CheckerRate raymond 3 1 3 2
 * java -Xmx8g -cp turnstile-bench/target/benchmarks.jar dev.turnstile.bench.checker.CheckerRate raymond 4 2 3 1
 * </pre>
 */
public final class CheckerRate {
    private static final int REPETITIONS = 3;

    private CheckerRate() {}

    /**
     * Runs the searches. Arguments: algorithm, N, k, the number of repetitions (default: 3), and the requests per node
     * (default: 1).
     */
    public static void main(String... args) {
        int requests = args.length > 4 ? Integer.parseInt(args[4]) : 1;
        Check check = check(args[0], Integer.parseInt(args[1]), Integer.parseInt(args[2]), requests);
        int repetitions = args.length > 3 ? Integer.parseInt(args[3]) : REPETITIONS;
        for (int i = 1; i <= repetitions; i++) {
            print(i, check.run());
        }
    }

    /** Returns the check. Only message-passing algorithms need a bound on the number of requests. */
    static Check check(String algorithm, int participants, int places, int requests) {
        Check check = switch (LabCatalogue.find(algorithm)) {
            case Algorithm.SharedMemory shared -> Check.of(() -> shared.system(participants, places));
            case Algorithm.MessagePassing messages ->
                ofNodes(messages.system(participants, places)).withRequests(requests);
        };
        return check.withProperties(new AtMost(places)).withThreads(1);
    }

    private static <M extends Message> Check ofNodes(NodeSystem<M> system) {
        return Check.ofNodes(() -> system);
    }

    private static void print(int repetition, Report report) {
        if (!(report.verdict() instanceof Verdict.Holds)) {
            throw new IllegalStateException("the search was not exhaustive or found a violation: " + report.verdict());
        }
        System.out.printf(
                Locale.ROOT,
                "%d %d %d %.3f %.0f %.1f%n",
                repetition,
                report.states(),
                report.transitions(),
                report.searching().toNanos() / 1e9,
                report.statesPerSecond(),
                (double) report.bytes() / report.states());
    }
}
