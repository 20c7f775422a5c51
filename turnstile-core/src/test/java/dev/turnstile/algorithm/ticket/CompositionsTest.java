package dev.turnstile.algorithm.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.testing.Seed;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The encoding of the count vector as one number below C(2k,k). */
final class CompositionsTest {
    @Test
    void rankAndUnrankAreInverse() {
        for (int k = 1; k <= 7; k++) {
            Compositions compositions = new Compositions(k);
            assertThat(compositions.count()).isEqualTo(Compositions.count(k).longValueExact());
            int[] vector = new int[k + 1];
            int[] previous = null;
            for (long rank = 0; rank < compositions.count(); rank++) {
                compositions.unrank(rank, vector);
                assertThat(Arrays.stream(vector).sum()).isEqualTo(k);
                assertThat(vector).doesNotContain(-1);
                assertThat(compositions.rank(vector)).isEqualTo(rank);
                assertThat(previous == null || Arrays.compare(previous, vector) < 0)
                        .as("lexicographic order")
                        .isTrue();
                previous = vector.clone();
            }
        }
    }

    @Test
    void largeVectorsRoundTrip() {
        long seed = Seed.of("CompositionsTest");
        Random random = new Random(seed);
        for (int k : new int[] {16, 24, Compositions.PLACES_MAX}) {
            Compositions compositions = new Compositions(k);
            int[] vector = new int[k + 1];
            for (int round = 0; round < 1_000; round++) {
                long rank = Math.floorMod(random.nextLong(), compositions.count());
                compositions.unrank(rank, vector);
                assertThat(compositions.rank(vector))
                        .as("k=%d, seed %d", k, seed)
                        .isEqualTo(rank);
            }
        }
    }

    @Test
    void theCountIsTheCentralBinomialCoefficient() {
        assertThat(Compositions.count(3)).isEqualTo(20);
        assertThat(Compositions.count(16)).isEqualTo(601_080_390);
        assertThat(Compositions.count(Compositions.PLACES_MAX).bitLength()).isLessThanOrEqualTo(63);
        assertThat(Compositions.count(Compositions.PLACES_MAX + 1).bitLength()).isGreaterThan(63);
    }
}
