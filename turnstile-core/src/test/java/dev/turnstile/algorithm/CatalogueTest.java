package dev.turnstile.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class CatalogueTest {
    @Test
    void findsEveryAlgorithmByItsName() {
        for (Algorithm.SharedMemory algorithm : Catalogue.all()) {
            assertThat(Catalogue.find(algorithm.name())).isSameAs(algorithm);
            assertThat(algorithm.name()).matches("[a-z]+(-[a-z]+)*");
            assertThat(algorithm.guarantees()).isNotEmpty();
            assertThat(algorithm.system(3, 2).processes()).isEqualTo(3);
            assertThat(algorithm.system(3, 2).places()).isEqualTo(2);
        }
    }

    @Test
    void anUnknownNameGetsTheNearest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.find("coloured-ticket"))
                .withMessageStartingWith("no algorithm is called 'coloured-ticket'; did you mean 'colored-ticket'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.find("que"))
                .withMessageContaining("did you mean 'queue'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.find("numberd"))
                .withMessageContaining("did you mean 'numbered-ticket'?");
    }

    @Test
    void distanceCountsInsertionsDeletionsAndChanges() {
        assertThat(Catalogue.distance("", "abc")).isEqualTo(3);
        assertThat(Catalogue.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Catalogue.distance("queue", "queue")).isZero();
    }

    @Test
    void sizesThatMakeNoSenseAreRefused() {
        for (Algorithm.SharedMemory algorithm : Catalogue.all()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> algorithm.system(3, 0))
                    .withMessageContaining("k must be between 1 and");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> algorithm.system(0, 1))
                    .withMessageMatching("[Nn] must be between .*");
        }
    }
}
