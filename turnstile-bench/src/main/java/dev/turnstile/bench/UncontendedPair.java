package dev.turnstile.bench;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of an uncontended acquire and release: a single thread, four places.
 *
 * <p>Every row is a JVM of its own with the same settings. The baseline is {@code semaphoreFair}. The floor is
 * {@code bareCas}, two compare-and-sets and nothing else. {@code turnstile}, with a permit, and {@code call}, without
 * one, have a row for each algorithm of the catalogue. The default algorithm is {@code numbered-ticket}.
 *
 * <pre>
 * java -jar turnstile-bench/target/benchmarks.jar UncontendedPair
 * java -jar turnstile-bench/target/benchmarks.jar UncontendedPair -prof gc    also measures allocation
 * </pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class UncontendedPair {
    private static final int PLACES = 4;
    private static final Callable<Integer> ONE = () -> 1;

    /** A turnstile with the algorithm of the row. */
    @State(Scope.Benchmark)
    public static class OfAlgorithm {
        /** The name of the algorithm in the catalogue; {@link Benchmarks} passes all of them. */
        @Param("numbered-ticket")
        public String algorithm;

        private Turnstile gate;

        /** Opens the turnstile. */
        @Setup
        public void open() {
            gate = Turnstile.atMost(PLACES).algorithm(algorithm).open();
        }
    }

    /** A turnstile that records its holders. */
    @State(Scope.Benchmark)
    public static class Watched {
        private final Turnstile gate = Turnstile.atMost(PLACES).watched().open();
    }

    /** Both semaphores of the JDK, and the floor. */
    @State(Scope.Benchmark)
    public static class Peers {
        private final Semaphore fair = new Semaphore(PLACES, true);
        private final Semaphore unfair = new Semaphore(PLACES, false);
        private final CasCount count = new CasCount(PLACES);
    }

    /** Measures the subject. */
    @Benchmark
    public int turnstile(OfAlgorithm state) throws InterruptedException {
        return pass(state.gate);
    }

    /** Measures the subject without a permit: the turnstile calls a task inside. */
    @Benchmark
    public int call(OfAlgorithm state) throws Exception {
        return state.gate.call(ONE);
    }

    /** Measures the default algorithm, watched. */
    @Benchmark
    public int watched(Watched state) throws InterruptedException {
        return pass(state.gate);
    }

    private static int pass(Turnstile gate) throws InterruptedException {
        try (Permit permit = gate.acquire()) {
            return permit.units();
        }
    }

    /** Measures the baseline. */
    @Benchmark
    public int semaphoreFair(Peers state) throws InterruptedException {
        return pass(state.fair);
    }

    /** Measures a semaphore without ordering. */
    @Benchmark
    public int semaphoreUnfair(Peers state) throws InterruptedException {
        return pass(state.unfair);
    }

    private static int pass(Semaphore semaphore) throws InterruptedException {
        semaphore.acquire();
        try {
            return 1;
        } finally {
            semaphore.release();
        }
    }

    /** Measures the floor: one compare-and-set down, one up. */
    @Benchmark
    public int bareCas(Peers state) {
        state.count.add(-1);
        state.count.add(1);
        return 1;
    }
}
