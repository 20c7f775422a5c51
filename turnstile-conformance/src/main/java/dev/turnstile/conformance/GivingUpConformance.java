package dev.turnstile.conformance;

import static dev.turnstile.conformance.Ability.ORDER;
import static dev.turnstile.conformance.Ability.UNITS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The guarantees about giving up: timeouts, interrupts and cancellations leave no trace. */
@SuppressWarnings({"FutureReturnValueIgnored", "ThreadPriorityCheck"}) // the crowd checks all its futures
interface GivingUpConformance extends Fixture {

    @Test
    default void aWaitEndsWithItsTimeout() throws InterruptedException {
        Turnstile gate = gate(1);
        try (Permit inside = gate.acquire()) {
            long start = System.nanoTime();
            assertThat(gate.tryAcquire(Fixture.SHORT)).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Fixture.SHORT);
            assertThat(gate.tryAcquire(1, TimeUnit.MILLISECONDS)).isEmpty();
            assertThat(gate.tryAcquire(Duration.ZERO)).isEmpty();
            assertThat(gate.tryAcquire(Duration.ofSeconds(-1))).isEmpty();
            assertThat(inside.isHeld()).isTrue();
        }
        assertThat(gate.tryAcquire(Duration.ofSeconds(Long.MAX_VALUE))).hasValueSatisfying(Permit::close);
    }

    @TestIf(UNITS)
    default void timedOutRequestsLeaveNoTrace() throws InterruptedException {
        Turnstile gate = gate(2);
        for (int round = 0; round < 20; round++) {
            Permit first = gate.acquire();
            Permit second = gate.acquire();
            assertThat(gate.tryAcquire(Duration.ofMillis(1))).isEmpty();
            assertThat(gate.tryAcquire(2, Duration.ofMillis(1))).isEmpty();
            first.close();
            second.close();
            Permit both = gate.acquire(2);
            assertThat(gate.snapshot().held()).isEqualTo(2);
            both.close();
            assertThat(gate.snapshot().held()).isZero();
        }
    }

    @TestIf(UNITS)
    default void waitersBehindOneThatGivesUpMoveUp() throws InterruptedException {
        Turnstile gate = gate(2);
        Permit inside = gate.acquire();
        CompletableFuture<Permit> large = gate.acquireAsync(2);
        CompletableFuture<Permit> small = gate.acquireAsync(1);
        assertThat(large.isDone()).isFalse();
        large.cancel(false);
        Crowd.get(small).close();
        inside.close();
        gate.acquire(2).close();
    }

    @TestIf(ORDER)
    default void givingUpInTheMiddleKeepsTheOrderOfTheRest() {
        Turnstile gate = gate(1);
        Permit inside = gate.acquireUninterruptibly();
        List<CompletableFuture<Permit>> line = new ArrayList<>();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < Math.min(10, participants() - 1); i++) {
            int number = i;
            CompletableFuture<Permit> future = gate.acquireAsync();
            line.add(future);
            future.whenComplete((permit, failure) -> {
                if (permit != null) {
                    order.add(number);
                    permit.close();
                }
            });
        }
        for (int i = 1; i < line.size(); i += 2) {
            line.get(i).cancel(false);
        }
        inside.close();
        Crowd.untilWaiting(gate, 0);
        Crowd.until(() -> order.size() == (line.size() + 1) / 2, "all waiters that did not give up");
        assertThat(order).isSorted();
    }

    @Test
    default void anInterruptEndsTheWait() throws InterruptedException {
        Turnstile gate = gate(1);
        try (Permit inside = gate.acquire()) {
            assertThat(inside.isHeld()).isTrue();
            Future<Boolean> untimed = crowd().start(() -> Fixture.isInterrupted(gate::acquire));
            Thread first = crowd().lastStarted();
            Future<Boolean> timed = crowd().start(() -> Fixture.isInterrupted(() -> gate.tryAcquire(Fixture.LONG)));
            Thread second = crowd().lastStarted();
            Crowd.untilWaiting(gate, 2);
            first.interrupt();
            second.interrupt();
            assertThat(Crowd.get(untimed)).isTrue();
            assertThat(Crowd.get(timed)).isTrue();
            assertThat(gate.snapshot().waiters()).isEmpty();
        }
        gate.acquire().close();
    }

    @Test
    default void interruptedThreadAcquiresNothing() {
        Turnstile gate = gate(1);
        Future<Boolean> result = crowd().start(() -> {
            Thread.currentThread().interrupt();
            return Fixture.isInterrupted(gate::acquire);
        });
        assertThat(Crowd.get(result)).isTrue();
        assertThat(gate.snapshot().held()).isZero();
    }

    @Test
    default void uninterruptibleWaitContinuesAndKeepsTheInterrupt() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit inside = gate.acquire();
        Future<Boolean> result = crowd().start(() -> {
            gate.acquireUninterruptibly().close();
            return Thread.currentThread().isInterrupted();
        });
        Crowd.untilWaiting(gate, 1);
        crowd().lastStarted().interrupt();
        Crowd.untilWaiting(gate, 1);
        assertThat(result.isDone()).isFalse();
        inside.close();
        assertThat(Crowd.get(result)).isTrue();
    }
}
