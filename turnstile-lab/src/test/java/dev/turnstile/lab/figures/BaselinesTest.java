package dev.turnstile.lab.figures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.catalogue.LabCatalogue;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that a baseline of the catalogue is a curve of every figure of messages and delay, with another algorithm as
 * the baseline.
 */
final class BaselinesTest {
    private static final List<Algorithm.MessagePassing> BASELINE = List.of(LabCatalogue.messagePassing("lamport"));
    private static final String TITLE = "Lamport, for k units";

    private static void assertDrawn(FigureSet set, String curve) {
        set.run(done -> {});
        assertThat(set.figures()).allSatisfy(figure -> {
            assertThat(figure.chart().panels().getLast().curves())
                    .as(figure.name())
                    .anyMatch(each -> each.name().contains(curve));
            assertThat(figure.table().csv()).as(figure.name()).contains(curve);
        });
    }

    @Test
    @Tag("long")
    void windowsAreComparedWithABaseline() {
        assertDrawn(new Kamei(2, BASELINE), "lamport");
    }

    @Test
    void singleNodeCostsIncludeTheBaseline() {
        SoloCosts costs = new SoloCosts(9, List.of("lamport"));
        costs.run(() -> {});
        assertThat(costs.messages("lamport", "grid", 9)).isEqualTo(3 * (9 - 1));
        assertThat(costs.chart().panels())
                .allSatisfy(panel -> assertThat(panel.curves())
                        .extracting(Chart.Curve::name)
                        .containsExactly("mutin", "gcs", "window", "lamport"));
        assertThat(costs.table().csv()).doesNotContain("lamport");
        assertThat(costs.tableOfAll().csv()).contains("lamport messages", "lamport words");
    }

    @Test
    @Tag("long")
    void thePapersAlgorithmsAreComparedWithABaseline() {
        assertDrawn(new Bulgannawar(2, BASELINE), TITLE);
    }
}
