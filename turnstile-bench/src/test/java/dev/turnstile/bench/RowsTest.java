package dev.turnstile.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;

/** That no algorithm of the catalogue lacks its benchmark row. Nothing here looks at a clock. */
class RowsTest {
    @Test
    void hasARowForEveryAlgorithmOfTheCatalogue() throws NoSuchFieldException {
        String[] rows = UncontendedPair.OfAlgorithm.class
                .getField("algorithm")
                .getAnnotation(Param.class)
                .value();

        assertThat(rows)
                .containsExactlyInAnyOrderElementsOf(
                        Catalogue.forThreads().stream().map(Algorithm::name).toList());
    }
}
