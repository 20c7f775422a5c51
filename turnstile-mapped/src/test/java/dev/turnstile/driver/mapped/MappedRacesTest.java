package dev.turnstile.driver.mapped;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Races in which the driver once failed, repeated many times. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class MappedRacesTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int ROUNDS = Boolean.getBoolean("turnstile.long") ? 1_000_000 : 10_000;

    @TempDir
    private Path temp;

    private Turnstile.Builder describe(int floor, int limit) {
        return Turnstile.between(floor, limit).named("gate");
    }

    private Turnstile open(int floor, int limit) {
        return describe(floor, limit).open(Mapped.in(temp.resolve("turnstiles")));
    }

    @Test
    void aTimeoutThatRacesWithAdmissionLosesNoPlace() throws Exception {
        try (Turnstile gate = open(0, 1)) {
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                threads.add(inAThread(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        gate.tryAcquire(1, Duration.ofNanos(1)).ifPresent(Permit::close);
                    }
                }));
            }
            for (CompletableFuture<Void> thread : threads) {
                thread.get(60, TimeUnit.SECONDS);
            }
            assertThat(gate.tryAcquire(LONG)).isPresent();
        }
    }

    @FunctionalInterface
    private interface Task {
        void run() throws Exception;
    }

    /** Runs the task in a thread. The future reports its failure. */
    private static CompletableFuture<Void> inAThread(Task task) {
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                task.run();
                outcome.complete(null);
            } catch (Throwable failure) {
                outcome.completeExceptionally(failure);
            }
        });
        return outcome;
    }

    @Test
    void closingDuringAnAdmissionFailsOnlyWithTurnstileClosed() throws Exception {
        for (int round = 0; round < 200; round++) {
            Turnstile gate = open(0, 1);
            Permit permit = gate.acquire();
            CompletableFuture<Permit> future = gate.acquireAsync();
            CompletableFuture<Void> leaver = inAThread(permit::close);
            gate.close();
            leaver.get(30, TimeUnit.SECONDS);
            try {
                future.get(30, TimeUnit.SECONDS).close();
            } catch (ExecutionException failure) {
                assertThat(failure).hasCauseInstanceOf(TurnstileClosedException.class);
            }
        }
        try (Turnstile gate = open(0, 1)) {
            assertThat(gate.tryAcquire(LONG)).isPresent();
        }
    }

    @Test
    void aClosedPermitIsNotReportedAsLost() throws Exception {
        try (Turnstile gate = open(1, 2)) {
            AtomicInteger lost = new AtomicInteger();
            Permit inside = gate.acquire();
            for (int round = 0; round < 50; round++) {
                inside.onLost(lost::incrementAndGet);
                CompletableFuture<Void> leaver = inAThread(inside::close);
                inside = gate.acquire();
                leaver.get(30, TimeUnit.SECONDS);
            }
            assertThat(lost).hasValue(0);
        }
    }

    @Test
    void aCloseOutlastsAConcurrentTryRelease() throws Exception {
        Duration patience = Duration.ofMillis(200);
        try (Turnstile gate = open(1, 2)) {
            Permit permit = gate.acquire();
            AtomicLong began = new AtomicLong();
            CompletableFuture<Void> trying = inAThread(() -> {
                began.set(System.nanoTime());
                permit.tryRelease(patience);
            });
            while (standing(gate) == Snapshot.Standing.INSIDE) {
                LockSupport.parkNanos(1_000_000);
            }
            permit.close();
            while (System.nanoTime() - began.get()
                    < patience.toNanos() * 3 / 2) { // until the other thread's timeout has passed
                LockSupport.parkNanos(1_000_000);
            }
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (standing(gate) != Snapshot.Standing.LEAVING) {
                assertThat(System.nanoTime()).as("the close was forgotten").isLessThan(deadline);
                LockSupport.parkNanos(1_000_000);
            }
            Permit next = gate.acquire();
            trying.get(30, TimeUnit.SECONDS);
            assertThat(permit.isHeld()).isFalse();
            assertThat(next.isHeld()).isTrue();
        }
    }

    private static Snapshot.Standing standing(Turnstile gate) {
        return gate.snapshot().holders().getFirst().standing();
    }
}
