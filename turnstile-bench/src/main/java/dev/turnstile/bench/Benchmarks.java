package dev.turnstile.bench;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.Main;

/**
 * The command line of JMH. A benchmark with the parameter {@code algorithm} has a row for every algorithm of the
 * catalogue that runs on threads, unless the command line selects some.
 *
 * <pre>
 * java -jar turnstile-bench/target/benchmarks.jar UncontendedPair
 * java -jar turnstile-bench/target/benchmarks.jar UncontendedPair -p algorithm=queue,raymond
 * </pre>
 */
public final class Benchmarks {
    private static final String PARAMETER = "algorithm=";

    private Benchmarks() {}

    /** Runs JMH with its own arguments. */
    public static void main(String... args) throws IOException {
        Main.main(withAlgorithms(args));
    }

    static String[] withAlgorithms(String... args) {
        return Arrays.stream(args).anyMatch(arg -> arg.startsWith(PARAMETER) || arg.startsWith("-p" + PARAMETER))
                ? args
                : Stream.concat(Arrays.stream(args), Stream.of("-p", PARAMETER + all()))
                        .toArray(String[]::new);
    }

    private static String all() {
        return Catalogue.forThreads().stream().map(Algorithm::name).collect(Collectors.joining(","));
    }
}
