package dev.turnstile.driver.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The peculiarities of the rung algorithms on threads: many steps, no order, and limits of their own. */
final class RungDriverTest {
    @ParameterizedTest
    @CsvSource({
        "excl, 3, 3, n must be between k + 1 = 4 and 32768, not 3",
        "gtex, 3, 2, n must be between k + 1 = 4 and 32768, not 2",
        "naive, 1, 1, n must be between k + 1 = 2 and 32768, not 1",
        "excl, 1, 40000, n must be between k + 1 = 2 and 32768, not 40000",
        "excl, 32768, 40000, k must be between 1 and 32767, not 32768"
    })
    void unsupportedSizesAreRefusedWithTheAllowedRange(String algorithm, int k, int n, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Turnstile.atMost(k).algorithm(algorithm).participants(n).open())
                .withMessageContaining(message.replace(";", ","));
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "excl", "gtex"})
    void oneCallerTooManyIsRefusedWithTheNumberOfParticipants(String algorithm) {
        try (Turnstile gate =
                Turnstile.atMost(1).algorithm(algorithm).participants(3).open()) {
            Permit inside = gate.acquireUninterruptibly(1);
            CompletableFuture<Permit> second = gate.acquireAsync();
            CompletableFuture<Permit> third = gate.acquireAsync();
            assertThatIllegalStateException()
                    .isThrownBy(gate::acquireAsync)
                    .withMessageContaining("all 3 participants are inside or waiting");
            inside.close();
            CompletableFuture.allOf(second.thenAccept(Permit::close), third.thenAccept(Permit::close))
                    .join();
        }
    }

    @Test
    void naiveHoldsNoPlacesWhileItWaits() {
        try (Turnstile gate = Turnstile.atMost(3).algorithm("naive").open()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> gate.acquireAsync(2))
                    .withMessageContaining("naive grants one unit per request, not 2");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> gate.tryAcquire(2))
                    .withMessageContaining("naive grants one unit per request, not 2");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> gate.limit(2))
                    .withMessageContaining("naive can't change its limit from 3 to 2");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Turnstile.atMost(1).algorithm("naive").growableTo(2).open())
                .withMessageContaining("naive can't be growable");
    }

    /**
     * omori-2002, section 2: a process inside occupies a level, so another process waits until a third one comes and
     * signs.
     */
    @Test
    void holderInNaiveKeepsAnotherOutAlthoughAPlaceIsFree() {
        try (Turnstile gate =
                Turnstile.atMost(3).algorithm("naive").participants(4).open()) {
            Permit stays = gate.acquireUninterruptibly(1);
            CompletableFuture<Permit> second = gate.acquireAsync();
            assertThat(gate.snapshot().waiters()).hasSize(1);
            CompletableFuture<Permit> third = gate.acquireAsync();
            second.join().close();
            stays.close();
            third.join().close();
        }
    }

    /** If two requests for all places both began to collect, they would block each other. */
    @ParameterizedTest
    @ValueSource(strings = {"excl", "gtex"})
    void onlyOneWaiterAtATimeCollectsSeveralPlaces(String algorithm) {
        ProcessSystem system = Catalogue.sharedMemory(algorithm).system(8, 2);
        ThreadCells cells = new ThreadCells(system.cells());
        system.initialise(cells);
        Process inside = system.process(0);
        inside.acquire(1);
        inside.runUntilBlocked(cells);
        Line line = new Line(cells, false, done -> {}, mustLeave -> {});
        ProcessGroup first = join(line, system, 1, 2);
        ProcessGroup second = join(line, system, 3, 4);
        assertThat(first.region()).isEqualTo(Region.TRYING);
        assertThat(cells.read(1)).as("the first group is on a rung").isNotZero();
        assertThat(cells.read(3) + cells.read(4))
                .as("the second group has not begun")
                .isZero();
        assertThat(line.units()).isEqualTo(2);
        inside.release();
        inside.runUntilBlocked(cells);
        line.serve();
        assertThat(first.region()).isEqualTo(Region.CRITICAL);
        assertThat(second.region()).isEqualTo(Region.TRYING);
        assertThat(cells.read(3)).as("the second group has begun").isNotZero();
        first.release();
        first.runUntilBlocked(cells);
        line.serve();
        assertThat(second.region()).isEqualTo(Region.CRITICAL);
    }

    private static ProcessGroup join(Line line, ProcessSystem system, int one, int other) {
        ProcessGroup group = new ProcessGroup(List.of(system.process(one), system.process(other)));
        group.acquire(2);
        line.join(new ThreadWaiter.Promised(group, 2, 0, told -> {}));
        return group;
    }

    @Test
    void naiveReportsAFreePlaceOnlyIfItCanBeAcquired() {
        try (Turnstile gate = Turnstile.atMost(3).algorithm("naive").open()) {
            assertThat(gate.asSemaphore().availablePermits()).isEqualTo(1);
            assertThat(gate.asSemaphore().drainPermits()).isEqualTo(1);
            assertThat(gate.asSemaphore().availablePermits()).isZero();
            assertThat(gate.asSemaphore().drainPermits()).isZero();
            gate.asSemaphore().release();
        }
    }

    @Test
    void unsupportedSizeIsRefusedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Turnstile.atMost(1_000_000_000).algorithm("excl").open())
                .withMessageContaining("k must be between 1 and 32767, not 1000000000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Turnstile.atMost(2)
                        .growableTo(5)
                        .algorithm("gtex")
                        .participants(Integer.MAX_VALUE)
                        .open())
                .withMessageContaining("n must be between k + 1 = 6 and 32768, not 2147483647");
    }
}
