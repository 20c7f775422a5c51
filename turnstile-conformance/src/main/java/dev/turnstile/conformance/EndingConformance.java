package dev.turnstile.conformance;

import static dev.turnstile.conformance.Ability.ORDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The guarantees about closing a turnstile, and about futures. */
@SuppressWarnings({"FutureReturnValueIgnored", "ThreadPriorityCheck"}) // the crowd checks all its futures
interface EndingConformance extends Fixture {

    @Test
    default void closingRefusesWaitersAndKeepsHolders() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit inside = gate.acquire();
        Future<Boolean> blocked = crowd().start(() -> {
            try {
                gate.acquire();
                return false;
            } catch (TurnstileClosedException e) {
                return true;
            }
        });
        Crowd.untilWaiting(gate, 1);
        CompletableFuture<Permit> promised = gate.acquireAsync();
        gate.close();
        gate.close();
        assertThat(Crowd.get(blocked)).isTrue();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(promised::join)
                .withCauseInstanceOf(TurnstileClosedException.class);
        assertThat(inside.isHeld()).isTrue();
        inside.close();
        assertThatExceptionOfType(TurnstileClosedException.class)
                .isThrownBy(gate::acquire)
                .withMessageContaining("gate");
        assertThatExceptionOfType(TurnstileClosedException.class).isThrownBy(gate::tryAcquire);
        assertThatExceptionOfType(TurnstileClosedException.class).isThrownBy(gate::acquireAsync);
    }

    @TestIf(ORDER)
    default void futuresCompleteInTheOrderOfTheirCalls() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit inside = gate.acquire();
        CompletableFuture<Permit> first = gate.acquireAsync();
        CompletableFuture<Permit> second = gate.acquireAsync();
        inside.close();
        Permit permit = Crowd.get(first);
        assertThat(second.isDone()).isFalse();
        permit.close();
        Crowd.get(second).close();
    }

    @TestIf(ORDER)
    default void aFutureTakesItsPlaceInLineAtTheCall() throws InterruptedException {
        Turnstile gate = gate(1);
        for (int round = 0; round < 50; round++) {
            Permit inside = gate.acquire();
            CompletableFuture<Permit> promised = gate.acquireAsync();
            inside.close();
            assertThat(gate.tryAcquire()).as("round %d", round).isEmpty();
            Crowd.get(promised).close();
        }
    }

    @Test
    default void futureIsNotCompletedByTheThreadThatClosesThePermit() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit inside = gate.acquire();
        CompletableFuture<Thread> completer = gate.acquireAsync().thenApply(permit -> {
            permit.close();
            return Thread.currentThread();
        });
        inside.close();
        assertThat(Crowd.get(completer)).isNotSameAs(Thread.currentThread());
    }

    @Test
    default void cancelledAndTimedOutFuturesGiveUpTheirPlace() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit inside = gate.acquire();
        CompletableFuture<Permit> cancelled = gate.acquireAsync();
        CompletableFuture<Permit> late = gate.acquireAsync().orTimeout(1, TimeUnit.MILLISECONDS);
        assertThat(cancelled.cancel(false)).isTrue();
        Crowd.until(late::isCompletedExceptionally, "the future's own timeout");
        Crowd.untilWaiting(gate, 0);
        inside.close();
        gate.acquire().close();
        assertThat(gate.snapshot().held()).isZero();
    }
}
