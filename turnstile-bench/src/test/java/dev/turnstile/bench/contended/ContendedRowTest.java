package dev.turnstile.bench.contended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.bench.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the selection of rows, and the summary of repeated measurements. */
class ContendedRowTest {
    @Test
    void omitsAlgorithmsThatDoNotSupportTheNumberOfThreads() {
        assertThat(ContendedRow.all())
                .contains(new ContendedRow("queue", 1, 8, ContendedRow.Kind.PLATFORM))
                .doesNotContain(new ContendedRow("queue", 1, 32, ContendedRow.Kind.PLATFORM))
                .contains(new ContendedRow("numbered-ticket", 1, 32, ContendedRow.Kind.VIRTUAL));
    }

    @Test
    void everySupportedNumberOfThreadsCanBeSetUp() {
        for (Algorithm algorithm : Catalogue.forThreads()) {
            for (int places = 1; places <= 5; places++) {
                for (int threads = places + 1; threads <= 33; threads++) {
                    if (ContendedRow.holds(algorithm, places, threads)) {
                        assertThat(participants(algorithm, places, threads))
                                .as("%s with %d places", algorithm.name(), places)
                                .isEqualTo(threads);
                    }
                }
            }
        }
    }

    private static int participants(Algorithm algorithm, int places, int threads) {
        return switch (algorithm) {
            case Algorithm.SharedMemory shared ->
                shared.system(threads, places).sizes().participants();
            case Algorithm.MessagePassing messages ->
                messages.system(threads, places).sizes().participants();
        };
    }

    @Test
    void supportsNoRowWithAsManyPlacesAsThreads() {
        assertThat(Catalogue.forThreads()).noneMatch(algorithm -> ContendedRow.holds(algorithm, 4, 4));
    }

    @Test
    void contendedHasARowForEveryAlgorithmForThreadsAndEachCanBeInspected() throws InterruptedException {
        assertThat(ContendedRow.all())
                .extracting(ContendedRow::algorithm)
                .containsAll(
                        Catalogue.forThreads().stream().map(Algorithm::name).toList());
        for (ContendedRow setting : ContendedRow.all().stream()
                .filter(setting -> setting.places() > 1)
                .toList()) {
            assertThat(Inspection.inspect(setting, 1, 20))
                    .as(setting.toString())
                    .isPositive();
        }
    }

    @Test
    void summarisesRepeatedMeasurementsByTheirMedian() {
        assertThat(Spread.of(List.of(3.0, 9.0, 1.0))).isEqualTo(new Spread(3, 1, 9));
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(new Spread(3, 1, 9));
    }

    @Test
    void growthHasARowForBothSemaphoresAndEverySupportedAlgorithm() {
        assertThat(Growth.gates(4)).hasSize(10).startsWith("Semaphore(2, true)", "Semaphore(2, false)");
        assertThat(Growth.gates(16)).hasSize(9).doesNotContain("queue").contains("naive", "excl", "gtex");
    }

    @Test
    void countsAccessesToSharedCells() throws InterruptedException {
        CountedAccesses counted = new CountedAccesses("excl", 2, 16);
        counted.gate().acquire().close();
        assertThat(counted.sum()).isEqualTo(14 * 18 + 1);
    }
}
