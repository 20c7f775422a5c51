package dev.turnstile.driver.mapped;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.ledger.Bounds;
import dev.turnstile.driver.ledger.LedgerTurnstile;
import dev.turnstile.driver.ledger.OpenLedger;
import dev.turnstile.driver.mapped.os.Kernel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a contended acquire costs one read of the ledger, one commit, and one request. Method: the mapped file behind a
 * store that counts, up to the moment when a thread goes to sleep. No time is measured.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LedgerReadsTest {
    @TempDir
    private Path temp;

    private CountingStore store;

    private Turnstile open(int limit) {
        Kernel kernel = Kernel.here();
        OpenFiles openFiles = new OpenFiles(new Folder(temp.resolve("turnstiles"), kernel), kernel, "test", false);
        Bounds bounds = new Bounds(0, limit);
        store = new CountingStore(
                openFiles.open("gate", Geometry.ofLedger(16), bounds).store());
        OpenLedger ledger = new OpenLedger(store);
        ledger.claim("gate", Optional.of(bounds), false);
        return new LedgerTurnstile("gate", ledger, false, false);
    }

    @Test
    void aWaitingAcquireReadsTheLedgerOnceBeforeItSleeps() throws Exception {
        try (Turnstile gate = open(1);
                Permit inside = gate.acquire()) {
            store.restart();
            CompletableFuture<Permit> waiting = inAThread(gate);
            assertThat(store.beforeSleep().get(30, TimeUnit.SECONDS)).isEqualTo(new CountingStore.Count(1, 1, 1));
            inside.close();
            waiting.get(30, TimeUnit.SECONDS).close();
        }
    }

    private static CompletableFuture<Permit> inAThread(Turnstile gate) {
        CompletableFuture<Permit> entered = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                entered.complete(gate.acquire());
            } catch (Throwable failure) {
                entered.completeExceptionally(failure);
            }
        });
        return entered;
    }

    @Test
    void anAcquireBesideAHolderReadsTheLedgerOnce() throws Exception {
        try (Turnstile gate = open(2);
                Permit first = gate.acquire()) {
            store.restart();
            try (Permit second = gate.acquire()) {
                assertThat(store.count()).isEqualTo(new CountingStore.Count(1, 1, 1));
                assertThat(first.isHeld() && second.isHeld()).isTrue();
            }
        }
    }

    @Test
    void anUncontendedAcquireDoesNotReadTheLedger() throws Exception {
        try (Turnstile gate = open(1)) {
            store.restart();
            try (Permit inside = gate.acquire()) {
                assertThat(store.count()).isEqualTo(new CountingStore.Count(1, 0, 0));
                assertThat(inside.isHeld()).isTrue();
            }
        }
    }
}
