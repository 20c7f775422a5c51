package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Slots, fences, closing twice. */
@SuppressWarnings({"FutureReturnValueIgnored", "ThreadPriorityCheck"}) // the crowd looks at all its futures
interface PermitsConformance extends Fixture {

    @Test
    default void slotsOfThoseInsideAreDifferentAndBelowTheLimit() throws InterruptedException {
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

    @Test
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

    @Test
    default void closingTwiceIsHarmless() throws InterruptedException {
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

    @Test
    default void closingFromManyThreadsAtOnceGivesOnePlaceBack() throws InterruptedException {
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
