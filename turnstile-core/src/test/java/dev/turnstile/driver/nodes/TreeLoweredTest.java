package dev.turnstile.driver.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A lowered limit while a waiter for several units keeps places free. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TreeLoweredTest {
    private static List<CompletableFuture<Permit>> askUntilNoneIsLeft(Turnstile gate) {
        List<CompletableFuture<Permit>> asked = new ArrayList<>();
        try {
            while (true) {
                asked.add(gate.acquireAsync());
            }
        } catch (IllegalStateException noParticipantLeft) {
            assertThat(noParticipantLeft).hasMessageContaining("participants");
        }
        return asked;
    }

    /**
     * The free place can't be withheld, because no participant is left to withhold it. It then goes to the next in
     * line.
     */
    @ParameterizedTest
    @CsvSource({"tree, 7", "tree, 0", "tree:shape=star, 12", "lamport, 7", "lamport, 0"})
    void givingUpFreesNoPlaceBeyondALoweredLimit(String algorithm, int participants) {
        Turnstile.Builder builder = Turnstile.atMost(3).algorithm(algorithm);
        OptionalInt told = participants > 0 ? OptionalInt.of(participants) : OptionalInt.empty();
        told.ifPresent(builder::participants);
        try (Turnstile gate = builder.open()) {
            Permit two = gate.acquireUninterruptibly(2);
            CompletableFuture<Permit> big = gate.acquireAsync(2);
            List<CompletableFuture<Permit>> small = askUntilNoneIsLeft(gate);
            gate.limit(2);
            assertThat(big.cancel(false)).isTrue();
            assertThat(gate.snapshot().held()).as("inside under limit 2").isEqualTo(2);
            two.close();
            assertThat(gate.snapshot().held()).isEqualTo(2);
            assertThat(small).isNotEmpty();
        }
    }

    /**
     * Places are taken away one by one. If all waiters asked again between two of them, a small request could enter
     * before a big one.
     */
    @Test
    void loweringTheLimitAdmitsNoWaiter() {
        for (int used = 0; used < 16; used++) { // so that each request has each of the nodes in turn
            try (Turnstile gate =
                    Turnstile.atMost(5).algorithm("tree").participants(10).open()) {
                for (int i = 0; i < used; i++) {
                    gate.acquireUninterruptibly().close();
                }
                Permit three = gate.acquireUninterruptibly(3);
                List<CompletableFuture<Permit>> waiting = new ArrayList<>();
                for (int units : new int[] {3, 1, 1}) {
                    waiting.add(gate.acquireAsync(units));
                }
                int before = gate.snapshot().held(); // a small request may have preceded the big one
                gate.limit(1);
                assertThat(gate.snapshot().held())
                        .as("inside under limit 1, %d used before", used)
                        .isLessThanOrEqualTo(before);
                assertThat(waiting).hasSize(3);
                three.close();
            }
        }
    }

    /** The free units are more than one request may ask for. */
    @Test
    void aSemaphoreIsDrainedEvenIfOneRequestCannotHaveAllUnits() {
        try (Turnstile gate = Turnstile.atMost(5)
                .algorithm("tree:each=2,shape=star")
                .participants(10)
                .open()) {
            SemaphoreView view = gate.asSemaphore();
            assertThat(view.drainPermits()).isEqualTo(5);
            assertThat(view.availablePermits()).isZero();
            view.release(5);
            assertThat(view.availablePermits()).isEqualTo(5);
        }
    }

    /**
     * A tree of four nodes has room for four participants. None is needed for places that a lowered limit takes away.
     */
    @Test
    void anExplicitShapeWorksForItsNumberOfParticipants() {
        List<Integer> possible = new ArrayList<>();
        for (int participants = 1; participants <= 8; participants++) {
            try (Turnstile gate = Turnstile.atMost(2)
                    .algorithm("tree:shape=0.0.1")
                    .participants(participants)
                    .open()) {
                gate.tryAcquire(2).orElseThrow().close();
                possible.add(participants);
            } catch (IllegalArgumentException refused) {
                assertThat(refused).hasMessageContaining("4 nodes");
            }
        }
        assertThat(possible).contains(4);
    }

    /** A request that will not wait is not inside. */
    @Test
    void aFailedAttemptIsNeverSeenInside() throws InterruptedException {
        try (Turnstile gate =
                Turnstile.atMost(3).algorithm("tree").participants(8).open()) {
            Permit all = gate.acquireUninterruptibly(3);
            Thread tries = Thread.ofPlatform().start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    assertThat(gate.tryAcquire(3)).isEmpty();
                }
            });
            try {
                for (int look = 0; look < 20_000; look++) {
                    Snapshot seen = gate.snapshot();
                    assertThat(seen.held()).isEqualTo(3);
                }
            } finally {
                tries.interrupt();
                tries.join();
                all.close();
            }
        }
    }
}
