package dev.turnstile.driver.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The line keeps the order of the tickets, in whatever order their holders join it. */
final class LineTest {
    static List<Algorithm.SharedMemory> algorithms() {
        return Catalogue.sharedMemory().stream()
                .filter(algorithm -> Catalogue.forThreads().contains(algorithm) && algorithm.fifo())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void lateWaiterIsInsertedAccordingToItsTicket(Algorithm.SharedMemory algorithm) {
        ProcessSystem system = algorithm.system(6, 1);
        ThreadCells cells = new ThreadCells(system.cells());
        system.initialise(cells);
        Line line = new Line(cells, true, done -> {}, mustLeave -> {});
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            processes.add(system.process(i));
            processes.get(i).acquire(1);
            assertThat(processes.get(i).step(cells)).isEqualTo(i == 0 ? Step.TAKEN : Step.WAITS);
        }
        for (int late : new int[] {3, 1, 5, 4, 2}) {
            line.join(new ThreadWaiter.Promised(processes.get(late), 1, 0, told -> {}));
        }
        assertThat(line.waiting()).extracting(waiter -> waiter.process).isEqualTo(processes.subList(1, 6));
        for (int turn = 0; turn < 5; turn++) {
            processes.get(turn).release();
            processes.get(turn).step(cells);
            line.serve();
            assertThat(processes.get(turn + 1).region()).isEqualTo(Region.CRITICAL);
            assertThat(line.length()).isEqualTo(4 - turn);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void waiterThatGaveUpPassesItsTurnOn(Algorithm.SharedMemory algorithm) {
        ProcessSystem system = algorithm.system(4, 1);
        ThreadCells cells = new ThreadCells(system.cells());
        system.initialise(cells);
        List<Process> done = new ArrayList<>();
        Line line = new Line(cells, true, done::add, mustLeave -> {});
        List<Process> processes = new ArrayList<>();
        List<ThreadWaiter> waiters = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(system.process(i));
            processes.get(i).acquire(1);
            assertThat(processes.get(i).step(cells)).isEqualTo(i == 0 ? Step.TAKEN : Step.WAITS);
            waiters.add(new ThreadWaiter.Promised(processes.get(i), 1, 0, told -> {}));
            if (i > 0) {
                line.join(waiters.get(i));
            }
        }
        assertThat(line.giveUp(waiters.get(2), ThreadWaiter.Outcome.GAVE_UP)).isTrue();
        assertThat(line.giveUp(waiters.get(1), ThreadWaiter.Outcome.GAVE_UP)).isTrue();
        assertThat(line.giveUp(waiters.get(1), ThreadWaiter.Outcome.GAVE_UP))
                .as("only once")
                .isFalse();
        processes.get(0).release();
        processes.get(0).step(cells);
        line.serve();
        assertThat(waiters.get(3).outcome()).isEqualTo(ThreadWaiter.Outcome.GRANTED);
        assertThat(line.isEmpty()).isTrue();
        assertThat(line.units()).isZero();
        assertThat(done).containsExactlyInAnyOrder(processes.get(1), processes.get(2));
    }
}
