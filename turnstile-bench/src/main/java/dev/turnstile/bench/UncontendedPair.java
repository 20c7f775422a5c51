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
 * One thread acquires and releases one of four places, and nobody else is there: the price of asking.
 *
 * <p>Every row is a JVM of its own with the same settings. The baseline is {@code semaphoreFair}; {@code bareCas}, two
 * compare-and-sets and nothing else, is the floor. {@code turnstile}, by permit, and {@code call}, without one, have a
 * row for each algorithm of the catalogue, of which {@code numbered-ticket} is the default.
 *
 * <pre>
 * java -jar turnstile-bench/target/benchmarks.jar UncontendedPair
 * java -jar turnstile-bench/target/benchmarks.jar UncontendedPair -prof gc    what is allocated, too
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

    /** A turnstile of each algorithm. */
    @State(Scope.Benchmark)
    public static class OfAlgorithm {
        /** By its name in the catalogue: the default, and from {@link Benchmarks} all of them. */
        @Param("numbered-ticket")
        public String algorithm;

        private Turnstile gate;

        /** Opens it. */
        @Setup
        public void open() {
            gate = Turnstile.atMost(PLACES).algorithm(algorithm).open();
        }
    }

    /** A turnstile that records who is inside. */
    @State(Scope.Benchmark)
    public static class Watched {
        private final Turnstile gate = Turnstile.atMost(PLACES).watched().open();
    }

    /** The JDK's two, and the floor. */
    @State(Scope.Benchmark)
    public static class Peers {
        private final Semaphore fair = new Semaphore(PLACES, true);
        private final Semaphore unfair = new Semaphore(PLACES, false);
        private final CasCount count = new CasCount(PLACES);
    }

    /** The subject. */
    @Benchmark
    public int turnstile(OfAlgorithm state) throws InterruptedException {
        return pass(state.gate);
    }

    /** The same without a permit: a task that the turnstile calls inside. */
    @Benchmark
    public int call(OfAlgorithm state) throws Exception {
        return state.gate.call(ONE);
    }

    /** The default algorithm, watched. */
    @Benchmark
    public int watched(Watched state) throws InterruptedException {
        return pass(state.gate);
    }

    private static int pass(Turnstile gate) throws InterruptedException {
        try (Permit permit = gate.acquire()) {
            return permit.units();
        }
    }

    /** The baseline. */
    @Benchmark
    public int semaphoreFair(Peers state) throws InterruptedException {
        return pass(state.fair);
    }

    /** What can be had without order. */
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

    /** The floor: one compare-and-set down, one up. */
    @Benchmark
    public int bareCas(Peers state) {
        state.count.add(-1);
        state.count.add(1);
        return 1;
    }
}
