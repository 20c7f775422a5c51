package dev.turnstile.conformance;

import static dev.turnstile.conformance.Ability.REVOCATION;
import static dev.turnstile.conformance.Ability.UNITS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Turnstile;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The guarantees about permits that an operator revokes. */
interface LostConformance extends Fixture {
    private void revokeOne(Turnstile gate, int holder) {
        long fence = gate.snapshot().holders().get(holder).fence();
        assertThat(takeAway(gate, fence)).as("the operator revoked it").isTrue();
    }

    private Turnstile watched(int limit) {
        return keep(open(describe(limit).named("gate").watched()));
    }

    @TestIf({UNITS, REVOCATION})
    default void releaseGivesBackTheRestIfSomeUnitsWereRevoked() throws InterruptedException {
        for (int lost = 0; lost < 3; lost++) {
            Turnstile gate = watched(4);
            SemaphoreView semaphore = gate.asSemaphore();
            for (int i = 0; i < 3; i++) {
                semaphore.acquire();
            }
            revokeOne(gate, lost);
            assertThatExceptionOfType(PermitLostException.class)
                    .isThrownBy(() -> semaphore.release(3))
                    .satisfies(reported -> assertThat(reported.getSuppressed()).isEmpty());
            assertThat(gate.snapshot().held()).isZero();
            assertThatIllegalStateException().isThrownBy(semaphore::release).withMessageContaining("holds 0");
        }
    }

    @TestIf({UNITS, REVOCATION})
    default void releaseReportsAllRevokedUnitsInOneException() throws InterruptedException {
        Turnstile gate = watched(6);
        SemaphoreView semaphore = gate.asSemaphore();
        semaphore.acquire(3);
        semaphore.acquire();
        semaphore.acquire(2);
        revokeOne(gate, 0);
        revokeOne(gate, 1);
        assertThat(gate.snapshot().held()).isEqualTo(1);
        assertThatExceptionOfType(PermitLostException.class)
                .isThrownBy(() -> semaphore.release(5))
                .satisfies(reported ->
                        assertThat(reported.getSuppressed()).hasOnlyElementsOfType(PermitLostException.class));
        assertThat(gate.snapshot().held()).isZero();
        assertThatIllegalStateException().isThrownBy(() -> semaphore.release(2)).withMessageContaining("holds 1");
        assertThatExceptionOfType(PermitLostException.class)
                .as("the unit that is left of the three")
                .isThrownBy(semaphore::release);
        assertThat(semaphore.drainPermits()).isEqualTo(6);
        semaphore.release(6);
    }

    @TestIf(REVOCATION)
    default void everyTaskRunsWhenThePermitIsLostEvenIfAnotherThrows() throws InterruptedException {
        Turnstile gate = watched(1);
        Permit permit = gate.acquire();
        CountDownLatch run = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            permit.onLost(() -> {
                run.countDown();
                Thread.currentThread().setUncaughtExceptionHandler((thread, expected) -> {});
                throw new IllegalStateException("a task fails");
            });
        }
        revokeOne(gate, 0);
        assertThat(run.await(Fixture.LONG.toMillis(), TimeUnit.MILLISECONDS))
                .as("all three tasks run")
                .isTrue();
        assertThatExceptionOfType(PermitLostException.class).isThrownBy(permit::close);
    }
}
