package dev.turnstile.conformance;

import static dev.turnstile.conformance.Ability.UNITS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.testing.Seed;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The guarantees under load from many threads. */
@SuppressWarnings({"FutureReturnValueIgnored", "ThreadPriorityCheck"}) // the crowd checks all its futures
interface CrowdsConformance extends Fixture {

    @Test
    default void aThousandVirtualThreadsGoThrough() {
        int limit = 4;
        Turnstile gate = gate(limit);
        Semaphore atOnce = new Semaphore(participants());
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        for (int thread = 0; thread < 1_000; thread++) {
            crowd().startVirtual(() -> {
                for (int i = 0; i < 5; i++) {
                    atOnce.acquire();
                    try (Permit permit = gate.acquire()) {
                        most.accumulateAndGet(inside.addAndGet(permit.units()), Math::max);
                        Thread.yield();
                        inside.addAndGet(-permit.units());
                    } finally {
                        atOnce.release();
                    }
                }
                return done.incrementAndGet();
            });
        }
        crowd().finish();
        assertThat(done).hasValue(1_000);
        assertThat(most.get()).isBetween(1, limit);
        assertThat(gate.snapshot().held()).isZero();
    }

    @TestIf(UNITS)
    default void randomOperationsLoseNoPlace() {
        long seed = Seed.of("CrowdsConformance");
        Turnstile gate = gate(3);
        for (int thread = 0; thread < 4; thread++) {
            Random random = new Random(seed + thread);
            crowd().start(() -> {
                for (int i = 0; i < 400; i++) {
                    doAnything(gate, random);
                }
                return null;
            });
        }
        try {
            crowd().finish();
            Crowd.until(
                    () -> gate.snapshot().held() == 0
                            && gate.snapshot().waiters().isEmpty(),
                    "all callers to be gone");
            assertThat(gate.tryAcquire(3)).isPresent();
        } catch (AssertionError e) {
            throw new AssertionError("with seed " + seed + " on " + gate + ": " + gate.snapshot(), e);
        }
    }

    private static void doAnything(Turnstile gate, Random random) throws InterruptedException {
        int units = 1 + random.nextInt(2);
        switch (random.nextInt(5)) {
            case 0 -> gate.acquire(units).close();
            case 1 -> gate.tryAcquire(units).ifPresent(Permit::close);
            case 2 ->
                gate.tryAcquire(units, Duration.ofNanos(random.nextInt(100_000)))
                        .ifPresent(Permit::close);
            case 3 -> {
                CompletableFuture<Permit> future = gate.acquireAsync(units);
                if (!future.cancel(false)) {
                    future.join().close();
                }
            }
            default -> {
                Thread.currentThread().interrupt();
                try {
                    gate.acquire(units).close();
                } catch (InterruptedException expected) {
                    gate.acquireUninterruptibly(units).close();
                }
            }
        }
    }
}
