package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.ticket.ColoredTicket;
import dev.turnstile.lab.run.LocalCells;
import dev.turnstile.lab.run.World;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much shared memory is really used (fischer-1985, theorem 4.1), and how much is needed (section 5). */
final class SharedSpaceTest {
    /**
     * Compares the values that the shared variable takes with the product of the ranges C(2k,k)((k+1)M)^2 of section
     * 2.4 and with the (k+1)C(2k,k)M^2 of theorem 4.1. The values reached are fewer than both.
     */
    @ParameterizedTest
    @CsvSource({
        "2, 1, 12, 16",
        "3, 1, 24, 36",
        "4, 1, 40, 64",
        "3, 2, 93, 162",
        "4, 2, 123, 162",
        "5, 2, 204, 288",
        "4, 3, 540, 1280"
    })
    void takesFewerValuesThanThePaperAllows(int n, int k, long reached, long theorem) {
        assertThat(valuesReached(n, k)).isEqualTo(reached).isLessThan(theorem);
        assertThat(ColoredTicket.sharedValues(n, k).longValueExact()).isEqualTo(theorem * (k + 1));
    }

    private static long valuesReached(int n, int k) {
        int[] units = new int[n];
        Arrays.fill(units, 1);
        SystemModel model = SystemModel.of(new World(() -> new ColoredTicket(n, k), units), CheckOptions.NONE);
        Search search = new Search(
                model,
                List.of(),
                units,
                new Search.Bounds(
                        2, Long.MAX_VALUE, 1L << 30, Long.MAX_VALUE, (states, transitions, depth, nanos) -> {}));
        search.run();
        long[] states = search.flatten();
        return LongStream.range(0, search.states())
                .map(state -> model.layout.get(states, (int) state * model.words(), SystemModel.SHARED))
                .distinct()
                .count();
    }

    /** Section 5.2 and lemma 5.7: the schedules h(i,j), k <= j < i <= N-1, leave pairwise different shared values. */
    @ParameterizedTest
    @CsvSource({"4, 1", "6, 2", "8, 3", "12, 5", "15, 2", "15, 13"})
    void theLowerBoundSchedulesLeaveDifferentValues(int n, int k) {
        for (String name : List.of("queue", "numbered-ticket", "unbounded-colored-ticket", "colored-ticket")) {
            Algorithm.SharedMemory algorithm = Catalogue.sharedMemory(name);
            Set<Long> values = new HashSet<>();
            for (int i = k + 1; i <= n - 1; i++) {
                for (int j = k; j < i; j++) {
                    values.add(new LowerBound(algorithm.system(n, k)).valueAfter(i, j));
                }
            }
            int schedules = (n - k) * (n - k - 1) / 2;
            assertThat(values).as(algorithm.name()).hasSize(schedules);
        }
    }

    /** The construction of section 5.2. Processes are numbered from 1, as there. */
    private static final class LowerBound {
        private final ProcessSystem system;
        private final LocalCells cells;
        private final Process[] processes;

        LowerBound(ProcessSystem system) {
            this.system = system;
            cells = new LocalCells(system.cells());
            system.initialise(cells);
            processes = new Process[system.sizes().participants()];
            for (int index = 0; index < processes.length; index++) {
                processes[index] = system.process(index);
            }
        }

        long valueAfter(int i, int j) {
            int n = system.sizes().participants();
            int k = system.sizes().limit();
            for (int p = 1; p <= n; p++) { // step 1: P1..Pk enter, the others go to their trying regions
                enter(p);
                assertThat(processes[p - 1].region()).isEqualTo(p <= k ? Region.CRITICAL : Region.TRYING);
            }
            leave(1); // step 2
            for (int p = k + 1; p <= i; p++) { // step 3: each enters and goes back to its remainder region
                processes[p - 1].step(cells);
                assertThat(processes[p - 1].region()).isEqualTo(Region.CRITICAL);
                leave(p);
            }
            for (int p = k + 1; p <= j; p++) { // step 4
                enter(p);
            }
            return cells.read(0);
        }

        private void enter(int p) {
            processes[p - 1].acquire(1);
            processes[p - 1].step(cells);
        }

        private void leave(int p) {
            processes[p - 1].release();
            processes[p - 1].step(cells);
            assertThat(processes[p - 1].region()).isEqualTo(Region.REMAINDER);
        }
    }
}
