package dev.turnstile.driver.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileUnusableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is deleted or replaced by hand while processes use it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReplacedFileTest {
    private static final String WHY = "was deleted or replaced while in use; open the turnstile again";

    @TempDir
    private Path temp;

    private Mapped mapped() {
        return Mapped.in(temp.resolve("turnstiles"));
    }

    private Turnstile open() {
        return Turnstile.atMost(1).named("gate").open(mapped());
    }

    private Path file() {
        return temp.resolve("turnstiles").resolve("gate.turnstile");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHolderIsNotifiedAndItsPermitIsLost(boolean replaced) throws Exception {
        try (Turnstile gate = open()) {
            Permit permit = gate.acquire();
            CountDownLatch told = new CountDownLatch(1);
            permit.onLost(told::countDown);
            Files.delete(file());
            if (replaced) {
                open().close();
            }
            assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(permit.isHeld()).isFalse();
            assertThatThrownBy(permit::close)
                    .isInstanceOf(PermitLostException.class)
                    .hasMessage("the permit of 'gate' was lost: " + file() + " " + WHY);
            assertThatCode(permit::close).doesNotThrowAnyException();
            assertThatThrownBy(gate::acquire)
                    .isInstanceOf(TurnstileUnusableException.class)
                    .hasMessageEndingWith(WHY);
        }
    }

    @Test
    void aHolderThatChecksFindsItsPermitLost() throws Exception {
        try (Turnstile gate = open()) {
            Permit permit = gate.acquire();
            assertThat(permit.isHeld()).isTrue();
            Files.delete(file());
            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (permit.isHeld()) {
                assertThat(System.nanoTime()).isLessThan(end);
                Thread.onSpinWait();
            }
            assertThatThrownBy(permit::close).isInstanceOf(PermitLostException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aWaitingThreadFailsWithTheReason(boolean virtual) throws Exception {
        try (Turnstile gate = open()) {
            Permit permit = gate.acquire();
            FutureTask<Permit> waits = new FutureTask<>(gate::acquire);
            Thread thread = virtual
                    ? Thread.ofVirtual().start(waits)
                    : Thread.ofPlatform().start(waits);
            awaitWaiter(gate);
            Files.delete(file());
            assertThatThrownBy(waits::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(TurnstileUnusableException.class)
                    .hasMessageEndingWith(WHY);
            thread.join();
            assertThat(permit.isHeld()).isFalse();
        }
    }

    private static void awaitWaiter(Turnstile gate) {
        while (gate.snapshot().waiters().isEmpty()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aPendingFutureFails() throws Exception {
        try (Turnstile gate = open()) {
            Permit permit = gate.acquire();
            CompletableFuture<Permit> future = gate.acquireAsync();
            Files.delete(file());
            assertThatThrownBy(future::get)
                    .cause()
                    .isInstanceOf(TurnstileUnusableException.class)
                    .hasMessageEndingWith(WHY);
            assertThat(permit.isHeld()).isFalse();
        }
    }

    @Test
    void aHolderInAnotherProcessLosesItsPermit() throws Exception {
        try (OtherProcess holder =
                OtherProcess.start(temp.resolve("turnstiles"), "gate", 1).awaitSaid("inside")) {
            try (Turnstile gate = open()) {
                FutureTask<Permit> waits = new FutureTask<>(gate::acquire);
                Thread.ofPlatform().start(waits);
                awaitWaiter(gate);
                Files.delete(file());
                assertThatThrownBy(waits::get).cause().isInstanceOf(TurnstileUnusableException.class);
            }
            holder.leave();
            holder.awaitSaid("lost");
        }
    }

    @Test
    void aFileRenamedBackTooLateIsRefusedWhileAProcessHasItOpen() throws Exception {
        Path aside = temp.resolve("aside");
        try (OtherProcess holder =
                OtherProcess.start(temp.resolve("turnstiles"), "gate", 1).awaitSaid("inside")) {
            try (Turnstile gate = open()) {
                FutureTask<Permit> waits = new FutureTask<>(gate::acquire);
                Thread.ofPlatform().start(waits);
                awaitWaiter(gate);
                Files.move(file(), aside);
                assertThatThrownBy(waits::get).cause().isInstanceOf(TurnstileUnusableException.class);
            }
            Files.move(aside, file());
            assertThatThrownBy(this::open)
                    .isInstanceOf(TurnstileUnusableException.class)
                    .hasMessageContaining("processes still have it open");
            holder.leave();
            holder.awaitSaid("lost");
        }
    }

    @Test
    void aWaiterForAPublishedAlgorithmFailsWithTheReason() throws IOException {
        try (Turnstile gate =
                        Turnstile.atMost(1).named("gate").algorithm("excl").open(mapped());
                Permit permit = gate.tryAcquire().orElseThrow()) {
            Files.delete(file());
            assertThatThrownBy(gate::acquire)
                    .isInstanceOf(TurnstileUnusableException.class)
                    .hasMessageEndingWith(WHY);
            assertThat(permit.units()).isEqualTo(1);
        }
    }

    @Test
    void reopeningStartsOver() throws Exception {
        try (Turnstile old = open()) {
            Permit permit = old.acquire();
            Files.delete(file());
            try (Turnstile anew = open()) {
                assertThat(anew.tryAcquire()).isPresent();
            }
            assertThat(permit.slot()).isZero();
        }
    }
}
