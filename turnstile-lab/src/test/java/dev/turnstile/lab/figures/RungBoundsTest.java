package dev.turnstile.lab.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the paper's numbers where they can be computed by hand. The tables themselves are in docs/results. */
final class RungBoundsTest {
    @Test
    void theorem3() {
        assertThat(RungBounds.exclC(3, 1)).isEqualTo(2);
        assertThat(RungBounds.exclL(3, 1)).isEqualTo(3 * 9 + 1 + 19);
        assertThat(RungBounds.exclL(2, 1)).as("only the last level").isEqualTo(15);
    }

    @Test
    void theorem9ForEveryN() {
        assertThat(RungBounds.gtexC(8, 2)).isEqualTo(8);
        assertThat(RungBounds.gtexC(12, 2)).isEqualTo(17);
        assertThat(RungBounds.gtexCPrinted(8, 2)).isEqualTo(16);
        assertThat(RungBounds.isPapersSize(12, 2)).isFalse();
        assertThat(RungBounds.isPapersSize(16, 2)).isTrue();
    }

    @Test
    void section7() {
        assertThat(RungBounds.exclAlone(8, 2)).isEqualTo(61);
        assertThat(RungBounds.gtexAlonePrinted(8, 2)).isEqualTo(17);
        assertThat(RungBounds.gtexAlone(8, 2)).isEqualTo(33);
        assertThat(RungBounds.gtexAlone(100, 99)).isEqualTo(RungBounds.exclAlone(100, 99));
        assertThat(RungBounds.exclBits(4, 2)).isEqualTo(12);
    }

    @Test
    void aTablePrintsAsTextAndAsCsv() {
        Table table = new Table("Sizes", List.of("n", "what"), List.of(List.of("4", "a, b"), List.of("16", "\"c\"")));
        assertThat(table.text()).isEqualTo("Sizes\n\n  n   what\n  4   a, b\n  16  \"c\"\n");
        assertThat(table.csv()).isEqualTo("n,what\n4,\"a, b\"\n16,\"\"\"c\"\"\"\n");
    }
}
