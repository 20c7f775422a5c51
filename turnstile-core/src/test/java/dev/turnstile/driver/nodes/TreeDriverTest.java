package dev.turnstile.driver.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Turnstile;
import dev.turnstile.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Nodes that have several units of their own, on the threads of one JVM: permits that leave in parts, and limits that
 * cut them.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TreeDriverTest {
    private static final int THREADS = 6;

    private static Turnstile open(int limit) {
        return Turnstile.atMost(limit)
                .algorithm("tree")
                .participants(2 * limit + THREADS)
                .open();
    }

    private static void assertLimitIs(Turnstile gate, int limit) {
        assertThat(gate.snapshot().held()).isZero();
        Permit all = gate.tryAcquire(limit).orElseThrow();
        assertThat(gate.snapshot().held()).isEqualTo(limit);
        assertThat(gate.tryAcquire()).isEmpty();
        all.close();
        assertThatExceptionOfType(LimitExceededException.class).isThrownBy(() -> gate.tryAcquire(limit + 1));
    }

    @Test
    void underALoweredLimitAPermitOfSeveralUnitsLeavesInPart() {
        try (Turnstile gate = open(4)) {
            Permit three = gate.acquireUninterruptibly(3);
            gate.limit(2);
            assertThat(three.isHeld()).isTrue();
            assertThat(gate.snapshot().held()).isEqualTo(3);
            assertThat(gate.tryAcquire()).isEmpty();
            three.close();
            assertLimitIs(gate, 2);
            gate.limit(3);
            assertLimitIs(gate, 3);
            gate.limit(4);
            assertLimitIs(gate, 4);
        }
    }

    @Test
    void unitsOwedByAPermitReturnAsTheLimitIsRaised() {
        try (Turnstile gate = open(4)) {
            Permit three = gate.acquireUninterruptibly(3);
            Permit one = gate.acquireUninterruptibly(1);
            gate.limit(1);
            three.close();
            assertThat(gate.snapshot().held()).isEqualTo(1);
            assertThat(gate.tryAcquire()).isEmpty();
            one.close();
            for (int limit = 1; limit <= 4; limit++) {
                gate.limit(limit);
                assertLimitIs(gate, limit);
            }
        }
    }

    @Test
    void aLimitRaisedAgainBeforeAnyReleaseOwesNothing() {
        try (Turnstile gate = open(3)) {
            Permit all = gate.acquireUninterruptibly(3);
            gate.limit(1);
            gate.limit(2);
            gate.limit(3);
            all.close();
            assertLimitIs(gate, 3);
        }
    }

    @Test
    void theNodeOfAPermitIsReusedWhenItsLastPartHasLeft() {
        try (Turnstile gate =
                Turnstile.atMost(3).algorithm("tree").participants(3).open()) {
            SemaphoreView view = gate.asSemaphore();
            for (int round = 0; round < 20; round++) {
                view.acquireUninterruptibly(3);
                view.release(1);
                view.acquireUninterruptibly(1);
                view.release(2);
                view.release(1);
            }
            assertLimitIs(gate, 3);
        }
    }

    @Test
    void aSemaphoreGivesUnitsBackInAnyPortions() {
        try (Turnstile gate = open(5)) {
            SemaphoreView view = gate.asSemaphore();
            view.acquireUninterruptibly(4);
            assertThat(view.availablePermits()).isEqualTo(1);
            view.release(1);
            assertThat(view.availablePermits()).isEqualTo(2);
            CompletableFuture<Permit> waiting = gate.acquireAsync(4);
            assertThat(waiting).isNotDone();
            view.release(2);
            waiting.join().close();
            assertThatIllegalStateException().isThrownBy(() -> view.release(2));
            view.release(1);
            assertThat(view.availablePermits()).isEqualTo(5);
            assertThat(view.drainPermits()).isEqualTo(5);
            view.release(5);
            assertLimitIs(gate, 5);
        }
    }

    @Test
    void unitsThatASemaphoreReleasesInPartsAreWithheldPartByPart() {
        try (Turnstile gate = open(4)) {
            SemaphoreView view = gate.asSemaphore();
            view.acquireUninterruptibly(4);
            gate.limit(2);
            view.release(1);
            assertThat(gate.tryAcquire()).as("3 are inside").isEmpty();
            view.release(1);
            assertThat(gate.tryAcquire()).as("2 are inside").isEmpty();
            view.release(1);
            gate.tryAcquire().orElseThrow().close();
            gate.limit(4);
            gate.tryAcquire(3).orElseThrow().close();
            view.release(1);
            assertLimitIs(gate, 4);
        }
    }

    @Test
    void aLoweredLimitTakesUnitsThatAWaiterHasReserved() {
        try (Turnstile gate = open(4)) {
            Permit two = gate.acquireUninterruptibly(2);
            CompletableFuture<Permit> waiting = gate.acquireAsync(3);
            gate.limit(3);
            assertThat(waiting).isNotDone();
            two.close();
            Permit three = waiting.join();
            assertThat(gate.tryAcquire()).isEmpty();
            three.close();
            assertLimitIs(gate, 3);
        }
    }

    @Test
    void aWaiterForMoreThanALoweredLimitFailsAndItsUnitsGoToOthers() {
        try (Turnstile gate = open(3)) {
            Permit one = gate.acquireUninterruptibly(1);
            CompletableFuture<Permit> three = gate.acquireAsync(3);
            CompletableFuture<Permit> two = gate.acquireAsync(2);
            gate.limit(2);
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(three::join)
                    .withCauseInstanceOf(LimitExceededException.class);
            one.close();
            two.join().close();
            assertLimitIs(gate, 2);
        }
    }

    /**
     * Small requests wait all the time, and leave whenever they are inside. If the big request starved, the test would
     * time out.
     */
    @Test
    void aBigRequestIsNotStarvedBySmallOnes() {
        try (Turnstile gate =
                Turnstile.atMost(4).algorithm("tree").participants(40).open()) {
            List<CompletableFuture<Permit>> small = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                small.add(gate.acquireAsync());
            }
            CompletableFuture<Permit> big = gate.acquireAsync(4);
            while (!big.isDone()) {
                while (small.size() < 20) {
                    small.add(gate.acquireAsync());
                }
                small.stream().filter(CompletableFuture::isDone).findFirst().ifPresent(one -> {
                    small.remove(one);
                    one.join().close();
                });
            }
            small.add(big);
            CompletableFuture.allOf(small.stream()
                            .map(one -> one.thenAccept(Permit::close))
                            .toArray(CompletableFuture[]::new))
                    .join();
            assertLimitIs(gate, 4);
        }
    }

    /** A limit in force, from when it was set until the next one is about to be set. */
    private record Period(int number, int limit) {}

    /** A request that begins and is inside within the same period is inside within the limit of that period. */
    @ParameterizedTest
    @CsvSource({"false, 1", "true, 2", "false, 3"})
    void aChangingLimitIsNeverExceededAndNoUnitIsLost(boolean virtual, int salt) throws Exception {
        long seed = Seed.of("TreeDriverTest") + salt;
        int most = 5;
        ThreadFactory factory = virtual
                ? Thread.ofVirtual().factory()
                : Thread.ofPlatform().daemon().factory();
        AtomicReference<Period> period = new AtomicReference<>(new Period(0, most));
        AtomicInteger inside = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        AtomicReference<Throwable> wrong = new AtomicReference<>();
        Random seeds = new Random(seed);
        try (Turnstile gate = Turnstile.atMost(most)
                .algorithm("tree")
                .participants(THREADS + 2 * most)
                .open()) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                Random random = new Random(seeds.nextLong());
                threads.add(factory.newThread(() -> {
                    try {
                        while (!over.get()) {
                            enterAndLeave(gate, random, period, inside, "seed " + seed);
                        }
                    } catch (Throwable failure) {
                        wrong.compareAndSet(null, failure);
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (int change = 1; change < 1_500 && wrong.get() == null; change++) {
                period.set(new Period(2 * change - 1, -1));
                int limit = 1 + seeds.nextInt(most);
                gate.limit(limit);
                period.set(new Period(2 * change, limit));
                for (int spin = seeds.nextInt(2_000); spin > 0; spin--) {
                    Thread.onSpinWait();
                }
            }
            over.set(true);
            for (Thread thread : threads) {
                assertThat(thread.join(Duration.ofSeconds(30)))
                        .as("no caller is left waiting; seed %d", seed)
                        .isTrue();
            }
            assertThat(wrong.get()).as("seed %d", seed).isNull();
            gate.limit(most);
            gate.acquire(most).close();
            assertLimitIs(gate, most);
        }
    }

    private static void enterAndLeave(
            Turnstile gate, Random random, AtomicReference<Period> period, AtomicInteger inside, String as)
            throws InterruptedException {
        Period before = period.get();
        int units = 1 + random.nextInt(3);
        Optional<Permit> permit;
        try {
            permit = switch (random.nextInt(4)) {
                case 0 -> gate.tryAcquire(units);
                case 1 -> gate.tryAcquire(units, Duration.ofNanos(1 + random.nextInt(30_000)));
                case 2 -> {
                    CompletableFuture<Permit> promised = gate.acquireAsync(units);
                    yield promised.cancel(false) ? Optional.empty() : Optional.of(promised.join());
                }
                default -> Optional.of(gate.acquire(units));
            };
        } catch (LimitExceededException tooMany) {
            return;
        } catch (CompletionException failed) {
            assertThat(failed).as(as).hasCauseInstanceOf(LimitExceededException.class);
            return;
        }
        permit.ifPresent(held -> {
            int now = inside.addAndGet(units);
            if (period.get().equals(before) && before.limit() > 0) {
                assertThat(now)
                        .as("inside under limit %d; %s", before.limit(), as)
                        .isLessThanOrEqualTo(before.limit());
            }
            Thread.onSpinWait();
            inside.addAndGet(-units);
            held.close();
        });
    }
}
