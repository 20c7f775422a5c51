package dev.turnstile.bench.contended;

import java.util.Locale;

/**
 * Measures the throughput of threads that compete all the time, with about a microsecond of work inside and none
 * outside.
 *
 * <p>The work is a number of {@code Blackhole.consumeCPU} tokens, calibrated once at the start. It never reads the
 * clock, and takes longer on a slower processor. For each row, rounds of the peer, a fair {@code Semaphore}, alternate
 * with rounds of the turnstile, after one warm-up round of each. A ratio is the turnstile's throughput divided by that
 * of the peer just before it. Then the turnstile runs once more under {@link Inspection}, unmeasured.
 *
 * <p>JMH is not used because it has one thread count per run and no alternation.
 *
 * <pre>
 * java -cp turnstile-bench/target/benchmarks.jar dev.turnstile.bench.contended.Contended              5 rounds of 500 ms
 * java -cp turnstile-bench/target/benchmarks.jar dev.turnstile.bench.contended.Contended 9 1000       9 rounds of 1 s
 * java -cp turnstile-bench/target/benchmarks.jar dev.turnstile.bench.contended.Contended 5 500 queue  this algorithm only
 * </pre>
 */
public final class Contended {
    private static final String HEAD = """
        | algorithm                | k | threads | kind     | Semaphore, 1000/s | Turnstile, 1000/s | ratio             | inspected |
        |--------------------------|---|---------|----------|-------------------|-------------------|-------------------|-----------|
        """;

    private final int rounds;
    private final long millis;
    private final long tokens = Calibration.tokensPerMicrosecond();

    private Contended(int rounds, long millis) {
        this.rounds = rounds;
        this.millis = millis;
    }

    /** Measures and prints all rows. Arguments, all optional: rounds, milliseconds per round, algorithm. */
    public static void main(String... args) throws InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        long millis = args.length > 1 ? Long.parseLong(args[1]) : 500;
        Contended run = new Contended(rounds, millis);
        run.printHead();
        for (ContendedRow setting : ContendedRow.all()) {
            if (args.length < 3 || args[2].equals(setting.algorithm())) {
                run.printRow(setting);
            }
        }
    }

    private void printHead() {
        System.out.printf(
                Locale.ROOT,
                "Work inside: %d tokens, about 1 us. %d rounds of %d ms each, alternating; median (min-max). %d"
                        + " processors.%n%n",
                tokens,
                rounds,
                millis,
                Runtime.getRuntime().availableProcessors());
        System.out.print(HEAD);
    }

    private void printRow(ContendedRow setting) throws InterruptedException {
        Duel duel = new Duel(setting, tokens, millis);
        duel.warmUp();
        duel.fight(rounds);
        long inspected = Inspection.inspect(setting, tokens, millis);
        System.out.printf(
                Locale.ROOT,
                "| %-24s | %1d | %7d | %-8s | %-17s | %-17s | %-17s | %9s |%n",
                setting.algorithm(),
                setting.places(),
                setting.threads(),
                setting.kind().name().toLowerCase(Locale.ROOT),
                duel.peer().thousands(),
                duel.subject().thousands(),
                duel.ratio().times(),
                inspected);
    }
}
