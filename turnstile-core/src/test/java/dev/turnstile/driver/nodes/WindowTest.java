package dev.turnstile.driver.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows of threads, beyond the conformance suite: what they refuse, how they close, what they show. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class WindowTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "numbered-ticket | numbered-ticket has no floor; use window or gcs",
                "raymond | raymond has no floor",
                "mutin | mutin is for the lab only; use window",
                "window-broken | window-broken is for the lab only; use window",
                "window:at-least=1 | the floor is already given; remove at-least and inside from the name",
                "gcs:kmex=forest | a holder can keep others out of free places"
            })
    void anUnsuitableAlgorithmIsRefused(String algorithm, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Turnstile.between(1, 2).algorithm(algorithm).open())
                .withMessageContaining(reason);
    }

    @Test
    void aFloorEqualToTheLimitIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Turnstile.between(2, 2).open())
                .withMessageContaining("the floor (2) must be below the limit (2)")
                .withMessageContaining("open(Mapped.here())");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Turnstile.between(1, 2).growableTo(3).open())
                .withMessageContaining("can't be growable");
    }

    @ParameterizedTest
    @CsvSource({"window:at-least=1", "gcs:at-least=1", "window:inside=1"})
    void aFloorInTheAlgorithmIsRefusedWithoutAWindow(String algorithm) {
        Turnstile.Builder wanted = Turnstile.atMost(2).algorithm(algorithm);
        assertThatIllegalArgumentException()
                .isThrownBy(wanted::open)
                .withMessageContaining("Turnstile.between(least, most)");
    }

    @Test
    void theLimitIsFixedAndEachPermitHasOneUnit() throws InterruptedException {
        try (Turnstile gate = Turnstile.between(1, 3).named("gate").open()) {
            gate.limit(3);
            assertThat(gate.limit()).isEqualTo(3);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> gate.limit(4))
                    .withMessageContaining("keeps its limit of 3");
            assertThatIllegalArgumentException().isThrownBy(() -> gate.limit(0)).withMessageContaining("at least 1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> gate.acquire(2))
                    .withMessageContaining("one unit at a time, not 2");
            assertThatExceptionOfType(LimitExceededException.class).isThrownBy(() -> gate.acquire(4));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> gate.acquire(0))
                    .withMessageContaining("at least 1");
        }
    }

    @Test
    void oneParticipantTooManyIsReported() throws InterruptedException {
        try (Turnstile gate = Turnstile.between(1, 2).participants(2).open()) {
            gate.acquire();
            gate.acquire();
            assertThatIllegalStateException()
                    .isThrownBy(gate::acquire)
                    .withMessageContaining("all 2 participants are inside or waiting");
        }
    }

    @Test
    void tooManyParticipantsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Turnstile.between(1, Integer.MAX_VALUE).open())
                .withMessageContaining("16384 participants at most");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Turnstile.between(1, 2).participants(16_385).open())
                .withMessageContaining("not 16385");
    }

    @Test
    void closingReleasesAllHoldersAndAdmitsNone() throws Exception {
        Turnstile gate = Turnstile.between(2, 3).named("gate").watched().open();
        Permit first = gate.acquire();
        Permit second = gate.acquire();
        Permit third = gate.acquire();
        CompletableFuture<Permit> comes = gate.acquireAsync();
        first.release();
        Permit fourth = comes.get();
        CompletableFuture<Permit> waits = gate.acquireAsync();
        second.release();
        waits.join();
        CompletableFuture<Permit> tooLate = gate.acquireAsync();
        third.release();
        tooLate.join();
        CompletableFuture<Permit> never = gate.acquireAsync();
        gate.close();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(never::join)
                .withCauseInstanceOf(TurnstileClosedException.class);
        fourth.close();
        waits.join().close();
        tooLate.join().close();
        assertThat(gate.snapshot().held()).isZero();
        assertThatExceptionOfType(TurnstileClosedException.class).isThrownBy(gate::acquire);
        assertThatExceptionOfType(TurnstileClosedException.class).isThrownBy(gate::tryAcquire);
    }

    @Test
    void closingReleasesAHolderThatWaitsToLeave() throws InterruptedException {
        Turnstile gate = Turnstile.between(1, 2).open();
        Permit only = gate.acquire();
        CompletableFuture<Void> leaving = only.releaseAsync();
        assertThat(leaving.isDone()).isFalse();
        gate.close();
        leaving.join();
        assertThat(only.isHeld()).isFalse();
    }

    @Test
    void aSnapshotShowsFloorSlotsAndLeavingHolders() throws InterruptedException {
        try (Turnstile gate = Turnstile.between(1, 2).named("shown").watched().open()) {
            Permit permit = gate.acquire();
            CompletableFuture<Void> leaving = permit.releaseAsync();
            while (gate.snapshot().holders().getFirst().standing() != Snapshot.Standing.LEAVING) {
                Thread.onSpinWait();
            }
            Snapshot now = gate.snapshot();
            assertThat(now.floor()).isEqualTo(1);
            assertThat(now.limit()).isEqualTo(2);
            assertThat(now.held()).isEqualTo(1);
            assertThat(now.algorithm()).startsWith("window:");
            assertThat(now.holders().getFirst().thread())
                    .contains(Thread.currentThread().getName());
            Permit other = gate.acquire();
            leaving.join();
            assertThat(gate.acquire().slot() + other.slot()).as("the two slots").isEqualTo(1);
            assertThat(gate.acquireAsync().isDone()).isFalse();
            assertThat(gate.snapshot().waiters()).singleElement().satisfies(waiter -> {
                assertThat(waiter.units()).isEqualTo(1);
                assertThat(waiter.thread()).isEmpty();
            });
            assertThat(gate).hasToString("Turnstile['shown', between 1 and 2, window:coterie=singleton]");
        }
    }

    @Test
    void aCancelledFutureGivesItsPlaceBackOnceTheFloorAllowsIt() throws InterruptedException {
        try (Turnstile gate = Turnstile.between(1, 2).open()) {
            Permit first = gate.acquire();
            gate.acquire();
            for (int i = 0; i < 200; i++) {
                CompletableFuture<Permit> promised = gate.acquireAsync();
                CompletableFuture<Void> leaving = first.releaseAsync();
                boolean cancelled = promised.cancel(false);
                leaving.join();
                first = cancelled ? gate.acquire() : promised.join();
            }
            assertThat(gate.tryAcquire(Duration.ofMillis(1))).isEmpty();
            assertThat(gate.snapshot().held()).isEqualTo(2);
        }
    }
}
