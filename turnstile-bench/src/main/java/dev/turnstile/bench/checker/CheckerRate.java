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
 * How many states per second the explorer finds, on one thread, with k-exclusion judged in each: several times in one
 * JVM, the first of them cold.
 *
 * <p>Prints a line per repetition: its number, states, transitions, seconds, states per second, bytes per state.
 * {@code spin/compare.sh} reads them.
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
     * Arguments: algorithm, N, k, how many repetitions, 3 unless told, and how often each node asks, once unless told.
     */
    public static void main(String... args) {
        int requests = args.length > 4 ? Integer.parseInt(args[4]) : 1;
        Check check = check(args[0], Integer.parseInt(args[1]), Integer.parseInt(args[2]), requests);
        int repetitions = args.length > 3 ? Integer.parseInt(args[3]) : REPETITIONS;
        for (int i = 1; i <= repetitions; i++) {
            print(i, check.run());
        }
    }

    /** Only nodes that send messages need a bound on how often they ask. */
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
            throw new IllegalStateException("not exhausted or not right: " + report.verdict());
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
