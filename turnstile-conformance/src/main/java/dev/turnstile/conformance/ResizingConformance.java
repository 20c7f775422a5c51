package dev.turnstile.conformance;

import static dev.turnstile.conformance.Ability.ORDER;
import static dev.turnstile.conformance.Ability.UNITS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Turnstile;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** The guarantees about changing the limit of a turnstile in use. */
@SuppressWarnings({"FutureReturnValueIgnored", "ThreadPriorityCheck"}) // the crowd checks all its futures
interface ResizingConformance extends Fixture {

    @TestIf(UNITS)
    default void growingTheLimitAdmitsWaitersAtOnce() throws InterruptedException {
        Turnstile gate = keep(open(describe(1).growableTo(3)));
        Permit inside = gate.acquire();
        List<CompletableFuture<Permit>> line = List.of(gate.acquireAsync(), gate.acquireAsync(), gate.acquireAsync());
        gate.limit(3);
        assertThat(gate.limit()).isEqualTo(3);
        Crowd.until(() -> line.stream().filter(CompletableFuture::isDone).count() == 2, "two waiters to be admitted");
        assertThat(line.getLast().isDone() && abilities().contains(ORDER))
                .as("overtaking")
                .isFalse();
        inside.close();
        line.forEach(one -> one.thenAccept(Permit::close));
        Crowd.until(() -> gate.snapshot().held() == 0, "all waiters to have been inside");
        assertThat(line).allMatch(CompletableFuture::isDone);
    }

    @TestIf(UNITS)
    default void shrinkingTheLimitDrainsAndRevokesNothing() throws InterruptedException {
        Turnstile gate = gate(3);
        List<Permit> inside = List.of(gate.acquire(), gate.acquire(), gate.acquire());
        gate.limit(1);
        assertThat(inside).allMatch(Permit::isHeld);
        assertThat(gate.snapshot().held()).isEqualTo(3);
        CompletableFuture<Permit> waiting = gate.acquireAsync();
        inside.get(0).close();
        inside.get(1).close();
        assertThat(waiting.isDone())
                .as("one unit is still held, and the limit is 1")
                .isFalse();
        inside.get(2).close();
        Permit next = Crowd.get(waiting);
        assertThat(gate.tryAcquire()).isEmpty();
        next.close();
        gate.limit(3);
        gate.acquire(3).close();
        assertThat(gate.snapshot().held()).isZero();
    }

    @TestIf(UNITS)
    default void shrinkingAnIdleTurnstileTakesEffectAtOnce() throws InterruptedException {
        Turnstile gate = gate(3);
        gate.limit(2);
        Permit both = gate.acquire(2);
        assertThat(gate.tryAcquire()).isEmpty();
        gate.limit(3);
        Permit third = gate.acquire();
        both.close();
        third.close();
        assertThat(gate.snapshot().held()).isZero();
    }

    @TestIf(UNITS)
    default void waiterBeyondTheNewLimitFails() throws InterruptedException {
        Turnstile gate = gate(3);
        Permit inside = gate.acquire();
        CompletableFuture<Permit> large = gate.acquireAsync(3);
        CompletableFuture<Permit> small = gate.acquireAsync(1);
        gate.limit(2);
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(large::join)
                .withCauseInstanceOf(LimitExceededException.class);
        Crowd.get(small).close();
        inside.close();
    }

    @TestIf(UNITS)
    default void refusedWaiterHandsOnNoPlaceBeyondTheLoweredLimit() throws InterruptedException {
        Turnstile gate = gate(3);
        Permit inside = gate.acquire();
        CompletableFuture<Permit> large = gate.acquireAsync(3);
        CompletableFuture<Permit> small = gate.acquireAsync(1);
        gate.limit(1);
        Crowd.until(large::isCompletedExceptionally, "the large request to fail");
        assertThat(gate.snapshot().held()).isEqualTo(1);
        assertThat(small.isDone()).as("one unit is held, and the limit is 1").isFalse();
        inside.close();
        Crowd.get(small).close();
        gate.limit(3);
        gate.acquire(3).close();
    }

    @TestIf(UNITS)
    default void cancelledWaiterHandsOnNoPlaceBeyondTheLoweredLimit() throws InterruptedException {
        Turnstile gate = gate(4);
        List<Permit> inside = List.of(gate.acquire(), gate.acquire());
        CompletableFuture<Permit> large = gate.acquireAsync(3);
        gate.limit(3);
        CompletableFuture<Permit> small = gate.acquireAsync(1);
        large.cancel(false);
        Permit third = Crowd.get(small);
        assertThat(gate.tryAcquire()).isEmpty();
        assertThat(gate.snapshot().held()).isEqualTo(3);
        inside.forEach(Permit::close);
        third.close();
        gate.acquire(3).close();
        assertThat(gate.snapshot().held()).isZero();
    }

    @TestIf(UNITS)
    default void anInterruptIsKeptWhenALoweredLimitEndsTheWait() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            Turnstile gate = gate(3);
            Permit inside = gate.acquire();
            Future<Ending> waiting = crowd().start(() -> Ending.of(() -> gate.acquireUninterruptibly(3)));
            Crowd.untilWaiting(gate, 1);
            Thread waiter = crowd().lastStarted();
            waiter.interrupt();
            Crowd.until(() -> !waiter.isInterrupted(), "the wait to notice the interrupt");
            gate.limit(2);
            assertThat(Crowd.get(waiting)).isEqualTo(new Ending("LimitExceededException", true));
            inside.close();
        }
    }

    @TestIf(UNITS)
    default void drainingWhileTheLimitChangesCountsAllItAcquires() {
        Turnstile gate = gate(4);
        SemaphoreView semaphore = gate.asSemaphore();
        AtomicBoolean over = new AtomicBoolean();
        crowd().start(() -> {
            for (int i = 0; !over.get(); i++) {
                gate.limit(1 + i % 4);
            }
            return null;
        });
        try {
            for (int round = 0; round < 2_000; round++) {
                int drained = semaphore.drainPermits();
                if (drained > 0) {
                    semaphore.release(drained);
                }
            }
        } finally {
            over.set(true);
        }
        crowd().finish();
        gate.limit(4);
        assertThatIllegalStateException().as("units acquired but not counted").isThrownBy(semaphore::release);
        assertThat(semaphore.drainPermits()).isEqualTo(4);
        semaphore.release(4);
    }

    @TestIf(UNITS)
    default void constantResizingLosesNoPlace() throws InterruptedException {
        Turnstile gate = gate(3);
        for (int thread = 0; thread < 3; thread++) {
            crowd().start(() -> {
                for (int i = 0; i < 1_000; i++) {
                    gate.acquire().close();
                }
                return null;
            });
        }
        for (int i = 0; i < 1_000; i++) {
            gate.limit(1 + i % 3);
        }
        crowd().finish();
        gate.limit(3);
        gate.acquire(3).close();
        assertThat(gate.snapshot().held()).isZero();
    }
}
