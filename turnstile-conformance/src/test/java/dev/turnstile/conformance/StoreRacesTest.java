package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.store.StoreDriver;
import dev.turnstile.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Goal: threads of one process do not get in each other's way in a store. Method: a store that takes its time. */
@Isolated("it measures the processor time of the JVM")
@Timeout(60)
class StoreRacesTest {
    private static final int ROUNDS = 100;
    private static final long SEED = Seed.of("StoreRacesTest");

    private final MemoryStore memory = MemoryStore.create();
    private final Random random = new Random(SEED);
    private final List<StoreDriver> drivers = new ArrayList<>();

    @AfterEach
    void endSessions() {
        drivers.forEach(StoreDriver::endSessions);
    }

    private StoreDriver on(FaultyStore store) {
        StoreDriver driver = StoreDriver.on(store);
        drivers.add(driver);
        return driver;
    }

    private FaultyStore faulty() {
        return FaultyStore.over(memory, SEED);
    }

    private static Turnstile open(StoreDriver driver) {
        return Turnstile.atMost(1).named("gate").open(driver);
    }

    @Test
    void aTurnstileThatIsClosedLateDoesNotTakeThePermitsOfOneOpenedMeanwhile() throws Exception {
        StoreDriver slow = on(faulty().latency(Duration.ofMillis(2)).often(50, FaultyStore.Fault.SLOW));
        try (Turnstile other = open(on(faulty()))) {
            Turnstile last = open(slow);
            for (int round = 0; round < ROUNDS; round++) {
                Turnstile closing = last;
                long delay = random.nextLong(TimeUnit.MILLISECONDS.toNanos(30));
                CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> {
                    LockSupport.parkNanos(delay);
                    closing.close();
                });
                last = open(slow);
                try (Permit permit = last.acquire()) {
                    closed.get(30, TimeUnit.SECONDS);
                    Optional<Permit> intruder = other.tryAcquire();
                    assertThat(permit.isHeld() && intruder.isPresent())
                            .as("round %d: two permits are valid at once", round)
                            .isFalse();
                    assertThat(permit.isHeld()).as("round %d", round).isTrue();
                }
            }
            last.close();
        }
    }

    @Test
    void aTurnstileThatIsClosedAndOpenedMeanwhileDoesNotDisturbACallerOfAnotherOne() throws Exception {
        StoreDriver driver = on(faulty().often(30, FaultyStore.Fault.SLOW));
        AtomicBoolean isOver = new AtomicBoolean();
        List<CompletableFuture<Void>> restless = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            restless.add(CompletableFuture.runAsync(() -> {
                while (!isOver.get()) {
                    open(driver).close();
                }
            }));
        }
        try {
            for (int round = 0; round < 3 * ROUNDS; round++) {
                try (Turnstile gate = open(driver);
                        Permit permit = gate.acquire()) {
                    assertThat(permit.isHeld()).as("round %d", round).isTrue();
                }
            }
        } finally {
            isOver.set(true);
        }
        for (CompletableFuture<Void> one : restless) {
            one.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void theClerkRestsWhenItsPostedBatchIsDone() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        Turnstile far = Turnstile.atMost(9).named("gate").open(on(faulty().latency(Duration.ofMillis(10))));
        Turnstile close = Turnstile.atMost(9).named("gate").open(on(faulty()));
        CompletableFuture<Void> busy = CompletableFuture.runAsync(() -> {
            while (!isOver.get()) {
                enterAndLeave(close);
            }
        });
        for (int i = 0; i < 5; i++) {
            far.acquire().close();
        }
        isOver.set(true);
        busy.get(30, TimeUnit.SECONDS);
        try (Permit permit = far.acquire()) {
            assertThat(cpuTimeIn(Duration.ofMillis(500))).isLessThan(Duration.ofMillis(250));
            assertThat(permit.isHeld()).isTrue();
        }
        far.close();
        close.close();
    }

    private static void enterAndLeave(Turnstile gate) {
        try {
            gate.acquire().close();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Duration cpuTimeIn(Duration time) {
        ProcessHandle self = ProcessHandle.current();
        Duration before = self.info().totalCpuDuration().orElse(Duration.ZERO);
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        return self.info().totalCpuDuration().orElse(Duration.ZERO).minus(before);
    }
}
