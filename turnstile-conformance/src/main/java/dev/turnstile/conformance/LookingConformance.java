package dev.turnstile.conformance;

import static dev.turnstile.conformance.Ability.ORDER;
import static dev.turnstile.conformance.Ability.UNITS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The guarantees about snapshots, the semaphore view, and illegal arguments. */
@SuppressWarnings({"FutureReturnValueIgnored", "ThreadPriorityCheck"}) // the crowd checks all its futures
interface LookingConformance extends Fixture {

    @TestIf(UNITS)
    default void snapshotShowsHoldersAndWaiters() throws InterruptedException {
        Turnstile gate = keep(open(describe(3).named("shown").watched()));
        Permit two = gate.acquire(2);
        Permit one = gate.acquire(1);
        Future<Permit> waiting = crowd().start(() -> gate.acquire(3));
        Crowd.untilWaiting(gate, 1);
        Snapshot now = gate.snapshot();
        assertThat(now.name()).isEqualTo("shown");
        assertThat(now.limit()).isEqualTo(3);
        assertThat(now.held()).isEqualTo(3);
        assertThat(now.holders()).extracting(Snapshot.Holder::units).containsExactlyInAnyOrder(2, 1);
        assertThat(now.holders())
                .extracting(Snapshot.Holder::thread)
                .containsOnly(Optional.of(Thread.currentThread().getName()));
        assertThat(now.holders().stream().flatMap(holder -> holder.slots().stream()))
                .containsExactlyInAnyOrderElementsOf(List.of(0, 1, 2));
        assertThat(now.holders())
                .allMatch(holder -> holder.slot() == holder.slots().getFirst());
        assertThat(now.waiters()).singleElement().satisfies(waiter -> {
            assertThat(waiter.units()).isEqualTo(3);
            assertThat(waiter.thread()).contains(crowd().lastStarted().getName());
        });
        two.close();
        one.close();
        Crowd.get(waiting).close();
        assertThat(gate.snapshot().holders()).isEmpty();
    }

    @TestIf(UNITS)
    default void theSemaphoreViewCountsUnits() throws InterruptedException {
        Turnstile gate = gate(4);
        SemaphoreView semaphore = gate.asSemaphore();
        assertThat(semaphore.isFair()).isEqualTo(abilities().contains(ORDER));
        semaphore.acquire(3);
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        semaphore.release();
        assertThat(semaphore.availablePermits()).isEqualTo(2);
        assertThat(semaphore.tryAcquire(3)).isFalse();
        assertThat(semaphore.tryAcquire(3, 1, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(semaphore.drainPermits()).isEqualTo(2);
        assertThat(semaphore.availablePermits()).isZero();
        assertThat(semaphore.hasQueuedThreads()).isFalse();
        semaphore.release(4);
        assertThat(semaphore.availablePermits()).isEqualTo(4);
        assertThatIllegalStateException().isThrownBy(semaphore::release).withMessageContaining("holds 0");
        assertThat(gate.snapshot().held()).isZero();
    }

    @TestIf(UNITS)
    default void illegalArgumentsAreRefusedAtOnce() throws InterruptedException {
        Turnstile gate = gate(3);
        assertThatIllegalArgumentException().isThrownBy(() -> gate.acquire(0)).withMessageContaining("at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gate.acquireAsync(-1))
                .withMessageContaining("at least 1");
        assertThatExceptionOfType(LimitExceededException.class)
                .isThrownBy(() -> gate.acquire(4))
                .withMessage("requested 4 units, but the limit of 'gate' is 3");
        assertThatExceptionOfType(LimitExceededException.class).isThrownBy(() -> gate.tryAcquire(4));
        assertThatIllegalArgumentException().isThrownBy(() -> gate.limit(0)).withMessageContaining("at least 1");
        assertThatIllegalArgumentException().isThrownBy(() -> gate.asSemaphore().release(0));
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> gate.tryAcquire(null))
                .withMessageContaining("timeout");
        assertThatIllegalArgumentException().isThrownBy(() -> describe(0)).withMessageContaining("at least 1");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> describe(1).named(null))
                .withMessageContaining("name");
        gate.acquire(3).close();
    }
}
