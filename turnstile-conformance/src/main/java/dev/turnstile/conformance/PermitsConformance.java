package dev.turnstile.conformance;

import static dev.turnstile.conformance.Ability.SHARING;
import static dev.turnstile.conformance.Ability.UNITS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

/** The guarantees about permits: slots, fences, closing twice. */
@SuppressWarnings({"FutureReturnValueIgnored", "ThreadPriorityCheck"}) // the crowd checks all its futures
interface PermitsConformance extends Fixture {

    @TestIf(SHARING)
    default void slotsOfHoldersAreDistinctAndBelowTheLimit() throws InterruptedException {
        Turnstile gate = gate(3);
        Set<Integer> slots = new HashSet<>();
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            permits.add(gate.acquire());
            slots.add(permits.getLast().slot());
        }
        assertThat(slots).containsExactlyInAnyOrder(0, 1, 2);
        permits.get(1).close();
        try (Permit next = gate.acquire()) {
            assertThat(next.slot())
                    .as("the slot that came free")
                    .isEqualTo(permits.get(1).slot());
            assertThat(next.fence()).isGreaterThan(permits.get(1).fence());
        }
        permits.forEach(Permit::close);
    }

    @TestIf(SHARING)
    default void fencesGrowWithEveryGrantOfASlot() {
        Turnstile gate = gate(2);
        Map<Integer, Long> last = new HashMap<>();
        Object guard = new Object();
        for (int thread = 0; thread < 4; thread++) {
            crowd().start(() -> {
                for (int i = 0; i < 300; i++) {
                    try (Permit permit = gate.acquire()) {
                        synchronized (guard) {
                            assertThat(permit.slot()).isBetween(0, 1);
                            assertThat(permit.fence()).isGreaterThan(last.getOrDefault(permit.slot(), 0L));
                            last.put(permit.slot(), permit.fence());
                        }
                    }
                }
                return null;
            });
        }
        crowd().finish();
        assertThat(last).hasSizeBetween(1, 2);
    }

    @TestIf(UNITS)
    default void permitHasOneSlotPerUnitAndSharesNone() {
        long seed = Seed.of("PermitsConformance");
        int limit = 8;
        Turnstile gate = gate(limit);
        AtomicIntegerArray holders = new AtomicIntegerArray(limit);
        AtomicLongArray fences = new AtomicLongArray(limit); // the largest so far
        int threads = Math.min(4, participants() / 4); // each requests 4 units at most
        for (int thread = 0; thread < threads; thread++) {
            Random random = new Random(seed + thread);
            crowd().start(() -> {
                for (int i = 0; i < 10_000 / threads; i++) {
                    int units = 1 + random.nextInt(4);
                    try (Permit permit = gate.acquire(units)) {
                        if (random.nextInt(4) > 0) { // some never request their slots
                            checkSlots(permit, units, holders, fences);
                        }
                    }
                }
                return null;
            });
        }
        try {
            crowd().finish();
        } catch (AssertionError e) {
            throw new AssertionError("with seed " + seed, e);
        }
    }

    private static void checkSlots(Permit permit, int units, AtomicIntegerArray holders, AtomicLongArray fences) {
        List<Integer> slots = permit.slots();
        assertThat(slots).hasSize(units).isSorted().doesNotHaveDuplicates();
        assertThat(slots).allMatch(slot -> slot >= 0 && slot < holders.length());
        assertThat(permit.slot()).isEqualTo(slots.getFirst());
        for (int slot : slots) {
            assertThat(holders.incrementAndGet(slot))
                    .as("holders of slot %d", slot)
                    .isEqualTo(1);
            assertThat(permit.fence()).isGreaterThan(fences.get(slot));
        }
        for (int slot : slots) {
            fences.set(slot, permit.fence());
            holders.decrementAndGet(slot);
        }
    }

    @TestIf(UNITS)
    default void unitsReleasedByCountGiveBackTheHighestSlots() throws InterruptedException {
        Turnstile gate = keep(open(describe(4).named("gate").watched()));
        SemaphoreView semaphore = gate.asSemaphore();
        semaphore.acquire(4);
        semaphore.release(2);
        Snapshot.Holder rest = gate.snapshot().holders().getFirst();
        assertThat(rest.slots()).containsExactly(0, 1);
        assertThat(rest.units()).isEqualTo(2);
        try (Permit next = gate.acquire(2)) {
            assertThat(next.slots()).containsExactly(2, 3);
            assertThat(next.fence()).isGreaterThan(rest.fence());
        }
        semaphore.release(2);
    }

    @Test
    default void outsideAWindowThereIsNoFloorToWaitFor() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit permit = gate.acquire();
        permit.ready();
        permit.startRelease();
        assertThat(permit.tryStartRelease(Duration.ZERO)).isTrue();
        assertThat(permit.isHeld()).isTrue();
        assertThat(gate.tryAcquire()).isEmpty();
        permit.abandon();
        permit.abandon();
        assertThat(permit.isHeld()).isFalse();
        assertThat(gate.tryAcquire()).isPresent();
    }

    @Test
    default void closingTwiceHasNoEffect() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit first = gate.acquire();
        first.close();
        first.close();
        Permit second = gate.acquire();
        first.close();
        assertThat(gate.tryAcquire()).as("the second permit is still held").isEmpty();
        assertThat(first.isHeld()).isFalse();
        assertThat(second.isHeld()).isTrue();
        second.close();
    }

    @TestIf(SHARING)
    default void closingFromManyThreadsAtOnceReleasesOnce() throws InterruptedException {
        Turnstile gate = gate(2);
        for (int round = 0; round < 200; round++) {
            Permit permit = gate.acquire();
            Permit other = gate.acquire();
            CountDownLatch together = new CountDownLatch(1);
            List<Future<Void>> closers = new ArrayList<>();
            for (int thread = 0; thread < 3; thread++) {
                closers.add(crowd().startVirtual(() -> {
                    together.await();
                    permit.slot();
                    permit.close();
                    return null;
                }));
            }
            permit.slot();
            together.countDown();
            closers.forEach(Crowd::get);
            assertThat(gate.snapshot().held()).isEqualTo(1);
            other.close();
        }
        assertThat(gate.snapshot().held()).isZero();
    }

    @Test
    default void aPermitCanBeClosedByAnotherThread() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit permit = Crowd.get(crowd().start(() -> gate.acquire()));
        permit.close();
        gate.acquire().close();
    }
}
