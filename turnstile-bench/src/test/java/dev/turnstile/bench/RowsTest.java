package dev.turnstile.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Checks that every algorithm of the catalogue has its benchmark row. No test here depends on time. */
class RowsTest {
    private static Iterable<String> rows(String... args) throws Exception {
        return new CommandLineOptions(Benchmarks.withAlgorithms(args))
                .getParameter("algorithm")
                .get();
    }

    @Test
    void hasARowForEveryAlgorithmOfTheCatalogue() throws Exception {
        assertThat(rows("UncontendedPair", "-prof", "gc"))
                .containsExactlyElementsOf(
                        Catalogue.forThreads().stream().map(Algorithm::name).toList());
    }

    @Test
    void theCommandLineSelectsAlgorithms() throws Exception {
        assertThat(rows("UncontendedPair", "-p", "algorithm=queue,raymond")).containsExactly("queue", "raymond");
        assertThat(rows("-palgorithm=queue")).containsExactly("queue");
    }
}
