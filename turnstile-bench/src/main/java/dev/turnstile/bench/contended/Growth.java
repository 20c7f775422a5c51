package dev.turnstile.bench.contended;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.bench.Spread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Measures the cost of a pass as the number of participants grows. Covers all shared-memory algorithms and both
 * Semaphores, with two places, for 4, 16 and 64 participants.
 *
 * <p>Alone, one thread acquires and releases, and the other participants are idle. Contended, all threads compete all
 * the time, with about a microsecond of work inside. The floor is the row of bare registers, which makes the accesses
 * of EXCL alone and nothing else. Every measurement runs in a JVM of its own ({@link GrowthRow}), because a JVM that
 * has run several algorithms cannot inline any of them. Each round measures all rows in turn, so that all meet the same
 * conditions.
 *
 * <pre>
 * java -cp turnstile-bench/target/benchmarks.jar dev.turnstile.bench.contended.Growth           5 rounds of 500 ms
 * java -cp turnstile-bench/target/benchmarks.jar dev.turnstile.bench.contended.Growth 3 300     3 rounds of 300 ms
 * </pre>
 */
public final class Growth {
    static final int PLACES = 2;
    private static final int[] PARTICIPANTS = {4, 16, 64};
    private static final String HEAD = """
        | n  | gate                     | alone, ns             | times fair | accesses | ns each | contended, ns per pass | times fair | accesses | ns each |
        |----|--------------------------|-----------------------|------------|----------|---------|------------------------|------------|----------|---------|
        """;

    private final int rounds;
    private final long millis;

    private Growth(int rounds, long millis) {
        this.rounds = rounds;
        this.millis = millis;
    }

    /** Measures and prints all rows. Arguments, both optional: rounds, milliseconds per round. */
    public static void main(String... args) throws IOException, InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        long millis = args.length > 1 ? Long.parseLong(args[1]) : 500;
        System.out.printf(
                Locale.ROOT,
                "k = %d, %d rounds of %d ms, each in a JVM of its own; median (min-max). %d processors.%n%n%s",
                PLACES,
                rounds,
                millis,
                Runtime.getRuntime().availableProcessors(),
                HEAD);
        for (int n : PARTICIPANTS) {
            new Growth(rounds, millis).print(n);
        }
    }

    /** Returns both peers, the floor, and all algorithms that support this number of participants. */
    static List<String> gates(int n) {
        return Stream.concat(
                        Stream.of(GrowthRow.FAIR, GrowthRow.UNFAIR, GrowthRow.REGISTERS),
                        Catalogue.sharedMemory().stream()
                                .filter(Catalogue.forThreads()::contains)
                                .filter(algorithm -> ContendedRow.holds(algorithm, PLACES, n))
                                .map(Algorithm::name))
                .toList();
    }

    private void print(int n) throws IOException, InterruptedException {
        List<String> gates = gates(n);
        List<List<double[]>> measured = new ArrayList<>();
        gates.forEach(gate -> measured.add(new ArrayList<>()));
        for (int round = 0; round < rounds; round++) {
            for (int row = 0; row < gates.size(); row++) {
                measured.get(row).add(measure(gates.get(row), n));
            }
        }
        Spread fairAlone = spread(measured.getFirst(), 0);
        Spread fairContended = spread(measured.getFirst(), 2);
        for (int row = 0; row < gates.size(); row++) {
            print(n, gates.get(row), measured.get(row), fairAlone, fairContended);
        }
    }

    private double[] measure(String gate, int n) throws IOException, InterruptedException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        java.lang.Process child = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        GrowthRow.class.getName(),
                        gate,
                        String.valueOf(n),
                        String.valueOf(millis))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String line = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (child.waitFor() != 0) {
            throw new IllegalStateException(gate + " with " + n + " participants failed: " + line);
        }
        return Arrays.stream(line.strip().split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static Spread spread(List<double[]> measured, int column) {
        return Spread.of(measured.stream().map(each -> each[column]).toList());
    }

    private static void print(int n, String gate, List<double[]> measured, Spread fairAlone, Spread fairContended) {
        Spread alone = spread(measured, 0);
        Spread contended = spread(measured, 2);
        System.out.printf(
                Locale.ROOT,
                "| %2d | %-24s | %-21s | %s | %s | %-22s | %s | %s |%n",
                n,
                gate,
                nanos(alone),
                times(alone, fairAlone),
                accesses(alone, spread(measured, 1)),
                nanos(contended),
                times(contended, fairContended),
                accesses(contended, spread(measured, 3)));
    }

    private static String times(Spread subject, Spread fair) {
        return subject.median() == 0
                ? String.format("%10s", "-")
                : String.format(Locale.ROOT, "%10.2f", subject.median() / fair.median());
    }

    private static String nanos(Spread spread) {
        return spread.median() == 0
                ? "-"
                : String.format(Locale.ROOT, "%.0f (%.0f-%.0f)", spread.median(), spread.min(), spread.max());
    }

    private static String accesses(Spread time, Spread accesses) {
        return accesses.median() == 0 || time.median() == 0
                ? String.format("%8s | %7s", "-", "-")
                : String.format(Locale.ROOT, "%8.1f | %7.2f", accesses.median(), time.median() / accesses.median());
    }
}
