package dev.turnstile.driver.mapped;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Orders of events in which the driver once went wrong, tried often. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class MappedRacesTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path temp;

    private Turnstile.Builder describe(int floor, int limit) {
        return Turnstile.between(floor, limit).named("gate");
    }

    private Turnstile open(int floor, int limit) {
        return describe(floor, limit).open(Mapped.in(temp.resolve("turnstiles")));
    }

    @Test
    void whoGivesUpWhenItHasJustComeInLosesNoPlace() throws InterruptedException {
        try (Turnstile gate = open(0, 1)) {
            AtomicBoolean over = new AtomicBoolean();
            AtomicInteger failures = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                threads.add(Thread.ofVirtual()
                        .uncaughtExceptionHandler((thread, failure) -> failures.incrementAndGet())
                        .start(() -> comeAndGo(gate, over)));
            }
            TimeUnit.SECONDS.sleep(3); // as long as they run
            over.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failures).hasValue(0);
            assertThat(gate.tryAcquire(LONG)).isPresent();
        }
    }

    private static void comeAndGo(Turnstile gate, AtomicBoolean over) {
        try {
            while (!over.get()) {
                gate.tryAcquire(1, Duration.ofNanos(1)).ifPresent(Permit::close);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void closingWhileOthersComeInFailsNobody() throws Exception {
        for (int round = 0; round < 200; round++) {
            Turnstile gate = open(0, 1);
            Permit permit = gate.acquire();
            CompletableFuture<Permit> future = gate.acquireAsync();
            Thread leaver = Thread.ofPlatform().start(permit::close);
            gate.close();
            leaver.join();
            future.handle((granted, failure) -> {
                        if (granted != null) {
                            granted.close();
                        }
                        return granted;
                    })
                    .get(30, TimeUnit.SECONDS);
        }
        try (Turnstile gate = open(0, 1)) {
            assertThat(gate.tryAcquire(LONG)).isPresent();
        }
    }

    @Test
    void whatIsClosedIsNotLost() throws Exception {
        try (Turnstile gate = open(1, 2)) {
            AtomicInteger lost = new AtomicInteger();
            Permit inside = gate.acquire();
            for (int round = 0; round < 50; round++) {
                inside.onLost(lost::incrementAndGet);
                Permit leaving = inside;
                Thread leaver = Thread.ofPlatform().start(leaving::close);
                inside = gate.acquire();
                leaver.join();
            }
            assertThat(lost).hasValue(0);
        }
    }

    @Test
    void aCloseIsNotForgottenWhenAnotherOnlyTriesToLeave() throws Exception {
        try (Turnstile gate = open(1, 2)) {
            Permit permit = gate.acquire();
            CompletableFuture<Boolean> trying = CompletableFuture.supplyAsync(() -> {
                try {
                    return permit.tryRelease(Duration.ofMillis(200));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            while (gate.snapshot().holders().getFirst().standing() == Snapshot.Standing.INSIDE) {
                Thread.onSpinWait();
            }
            permit.close();
            TimeUnit.MILLISECONDS.sleep(300); // until the other's time is over
            Permit next = gate.acquire();
            trying.get(30, TimeUnit.SECONDS);
            assertThat(permit.isHeld()).isFalse();
            assertThat(next.isHeld()).isTrue();
        }
    }
}
