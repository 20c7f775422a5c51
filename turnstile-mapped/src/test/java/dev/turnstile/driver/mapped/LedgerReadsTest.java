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
 * Goal: an acquire that meets others costs one look at the ledger, one commit, and one request. Method: the mapped file
 * behind a store that counts, and says how far it was when a thread went to sleep. No time is measured.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LedgerReadsTest {
    @TempDir
    private Path temp;

    private CountingStore store;

    private Turnstile open(int limit) {
        Kernel kernel = Kernel.here();
        OpenFiles sites = new OpenFiles(new Folder(temp.resolve("turnstiles"), kernel), kernel, "test", false);
        Bounds bounds = new Bounds(0, limit);
        store = new CountingStore(
                sites.open("gate", Geometry.ofLedger(16), bounds).store());
        OpenLedger ledger = new OpenLedger(store);
        ledger.claim("gate", Optional.of(bounds), false);
        return new LedgerTurnstile("gate", ledger, false, false);
    }

    @Test
    void anAcquireThatHasToWaitReadsTheLedgerOnceBeforeItSleeps() throws Exception {
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
    void anAcquireThatFindsRoomBesideAHolderReadsTheLedgerOnce() throws Exception {
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
    void anAcquireThatMeetsNobodyReadsNoLedger() throws Exception {
        try (Turnstile gate = open(1)) {
            store.restart();
            try (Permit inside = gate.acquire()) {
                assertThat(store.count()).isEqualTo(new CountingStore.Count(1, 0, 0));
                assertThat(inside.isHeld()).isTrue();
            }
        }
    }
}
