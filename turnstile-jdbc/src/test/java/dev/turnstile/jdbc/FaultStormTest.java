package dev.turnstile.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.conformance.FaultyStore;
import dev.turnstile.conformance.MemoryStore;
import dev.turnstile.driver.store.StoreDriver;
import dev.turnstile.driver.store.StoreTraits;
import dev.turnstile.testing.Seed;
import dev.turnstile.testing.StormLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: turnstiles keep their promises in a store whose answers get lost, come late or are old. Method: clients of one
 * JVM on a store in memory, each with faults and outages of its own, judged by {@link StormLog}.
 */
@Timeout(900)
class FaultStormTest {
    private static final long SEED = Seed.of("FaultStormTest");
    private static final Duration TIME = Duration.ofSeconds(
            Integer.getInteger("turnstile.storm.seconds", Boolean.getBoolean("turnstile.long") ? 120 : 5));
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Map<String, Integer> GATES = new TreeMap<>(Map.of("one", 1, "three", 3, "twenty", 20));
    private static final Duration HOLD_MAX = Duration.ofMillis(3);
    private static final int CLIENTS = 4;
    private static final int THREADS = 2;
    private static final int FAULTS_PERCENT = 3;

    @TempDir
    private Path folder;

    @Test
    void stormOfFaultsFindsNoViolationWhereClientsPostTheirBatches() throws Exception {
        storm(MemoryStore.create(new StoreTraits(1 << 20, false, true, true)));
    }

    @Test
    void stormOfFaultsFindsNoViolationWhereClientsQueue() throws Exception {
        storm(MemoryStore.create(new StoreTraits(1 << 20, true, true, true)));
    }

    private void storm(MemoryStore memory) throws Exception {
        Random random = new Random(SEED);
        List<FaultyStore> links = new ArrayList<>();
        List<StormWorker> workers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            FaultyStore link = FaultyStore.over(memory, random.nextLong());
            links.add(link);
            StormWorker worker = new StormWorker(
                    Optional.empty(),
                    StoreDriver.on(link).lease(LEASE),
                    HOLD_MAX,
                    new WorkerLog(folder.resolve("client" + i)));
            workers.add(worker);
            threads.addAll(worker.start(GATES, THREADS, random.nextLong()));
        }
        links.forEach(link -> link.often(FAULTS_PERCENT, FaultyStore.Fault.values()));
        int outages = 0;
        for (long begun = System.nanoTime(); System.nanoTime() - begun < TIME.toNanos(); ) {
            FaultyStore link = links.get(random.nextInt(CLIENTS));
            link.beginOutage();
            LockSupport.parkNanos(random.nextLong(TimeUnit.MILLISECONDS.toNanos(random.nextInt(3) == 0 ? 5_000 : 300)));
            link.endOutage();
            outages++;
            LockSupport.parkNanos(random.nextLong(TimeUnit.MILLISECONDS.toNanos(500)));
        }
        links.forEach(FaultyStore::heal);
        workers.forEach(StormWorker::end);
        List<String> wrong = new ArrayList<>();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        for (Thread thread : threads) {
            if (!thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
                wrong.add("stuck: " + thread + " at " + List.of(thread.getStackTrace()));
            }
        }
        StormLog log = new StormLog();
        for (int i = 0; i < CLIENTS; i++) {
            log.add(folder.resolve("client" + i));
        }
        GATES.forEach((gate, limit) -> wrong.addAll(log.judge(gate, limit)));
        assertThat(wrong).isEmpty();
        workers.forEach(StormWorker::endSessions);
        checkNothingIsLeft(memory);
        System.out.printf(
                "storm of faults: %,d entries, %,d gave up, %d outages, %,d faults, %,d lost permits%n",
                log.count("in"),
                log.count("out"),
                outages,
                links.stream().mapToInt(FaultyStore::faults).sum(),
                log.count("lost"));
    }

    /** Takes all units, which it gets only once those of clients that are gone are free. */
    private static void checkNothingIsLeft(MemoryStore memory) throws InterruptedException {
        StoreDriver driver = StoreDriver.on(memory).lease(LEASE);
        for (Map.Entry<String, Integer> each : GATES.entrySet()) {
            try (Turnstile gate =
                    Turnstile.atMost(each.getValue()).named(each.getKey()).open(driver)) {
                Optional<Permit> all = gate.tryAcquire(each.getValue(), Duration.ofSeconds(60));
                assertThat(all).as("%s", gate.snapshot()).isPresent();
                all.get().close();
            }
            Snapshot after = driver.operator().snapshot(each.getKey()).orElseThrow();
            assertThat(after.holders()).isEmpty();
            assertThat(after.waiters()).isEmpty();
        }
        driver.endSessions();
    }
}
