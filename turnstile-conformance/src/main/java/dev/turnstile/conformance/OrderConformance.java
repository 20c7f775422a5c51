package dev.turnstile.conformance;

import static dev.turnstile.conformance.Ability.ORDER;
import static dev.turnstile.conformance.Ability.SHARING;
import static dev.turnstile.conformance.Ability.UNITS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** The guarantees about order: first come, first served. */
@SuppressWarnings({"FutureReturnValueIgnored", "ThreadPriorityCheck"}) // the crowd checks all its futures
interface OrderConformance extends Fixture {

    @TestIf(ORDER)
    default void waitersEnterInTheOrderOfTheirArrival() throws InterruptedException {
        Turnstile gate = gate(1);
        int waiters = Math.min(12, participants() - 1);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (Permit inside = gate.acquire()) {
            assertThat(inside.isHeld()).isTrue();
            for (int i = 0; i < waiters; i++) {
                int number = i;
                crowd().start(() -> {
                    try (Permit permit = gate.acquire()) {
                        order.add(number * permit.units());
                    }
                    return null;
                });
                Crowd.untilWaiting(gate, i + 1);
            }
        }
        crowd().finish();
        assertThat(order).hasSize(waiters).isSorted();
    }

    @TestIf({ORDER, SHARING})
    default void laterCallersDoNotOvertakeWaiters() {
        for (int limit : new int[] {1, 2}) {
            Turnstile gate = gate(limit);
            Recorder recorder = new Recorder();
            AtomicBoolean stop = new AtomicBoolean();
            for (int thread = 0; thread < 3; thread++) {
                crowd().start(() -> {
                    while (!stop.get()) {
                        Fixture.enterAndLeave(gate, recorder, 1);
                    }
                    return null;
                });
            }
            for (int i = 0; i < 100; i++) {
                int call = recorder.call(1);
                CompletableFuture<Permit> seen = gate.acquireAsync();
                if (!seen.isDone()) {
                    recorder.queued(call, 1);
                }
                Permit permit = Crowd.get(seen);
                recorder.entered(call, 1);
                recorder.left(call, 1);
                permit.close();
            }
            stop.set(true);
            crowd().finish();
            assertThat(recorder.history().checkFifo(limit)).isEmpty();
        }
    }

    @TestIf({ORDER, UNITS})
    default void tryAcquireDoesNotOvertakeAWaiter() throws InterruptedException {
        Turnstile gate = gate(3);
        Permit two = gate.acquire(2);
        Future<Permit> large = crowd().start(() -> gate.acquire(3));
        Crowd.untilWaiting(gate, 1);
        assertThat(gate.tryAcquire())
                .as("one unit is free, but a caller waits for it")
                .isEmpty();
        two.close();
        Crowd.get(large).close();
    }

    @TestIf({ORDER, UNITS})
    default void aLargeRequestIsNotStarvedBySmallOnes() throws InterruptedException {
        Turnstile gate = gate(4);
        Permit small = gate.acquire();
        Future<Permit> large = crowd().start(() -> gate.acquire(4));
        Crowd.untilWaiting(gate, 1);
        Future<Permit> later = crowd().start(() -> gate.acquire(1));
        Crowd.untilWaiting(gate, 2);
        small.close();
        Permit all = Crowd.get(large);
        assertThat(later.isDone()).isFalse();
        all.close();
        Crowd.get(later).close();
    }

    @TestIf(UNITS)
    default void twoRequestsForEverythingDoNotBlockEachOther() {
        Turnstile gate = gate(2);
        for (int thread = 0; thread < 2; thread++) {
            crowd().start(() -> {
                for (int i = 0; i < 2_000; i++) {
                    gate.acquire(2).close();
                }
                return null;
            });
        }
        crowd().finish();
        assertThat(gate.snapshot().held()).isZero();
    }
}
