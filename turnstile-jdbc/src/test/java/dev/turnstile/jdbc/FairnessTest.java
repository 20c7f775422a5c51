package dev.turnstile.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.conformance.FaultyStore;
import dev.turnstile.conformance.MemoryStore;
import dev.turnstile.driver.store.StoreDriver;
import dev.turnstile.testing.Proxy;
import dev.turnstile.testing.Seed;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Goal: conflicts queue, so that a client with a long way to the store commits every request within a second, beside
 * three close ones that never rest. Method: 20 ms added to every answer of one client; the limit is in nobody's way.
 */
@Isolated("it measures how long a client waits while others never rest")
@Timeout(120)
class FairnessTest {
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration FAR = Duration.ofMillis(20);
    private static final Duration PROMISED = Duration.ofSeconds(1);

    /** For threads that get no processor in time, on a machine that does other work. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    private static final int CLOSE_CLIENTS = 3;
    private static final int REQUESTS = 10;

    @TempDir
    private Path folder;

    @Test
    void aFarClientCommitsInTimeOnPostgres() throws Exception {
        PostgresServer server = Servers.postgres();
        try (Proxy far = new Proxy(server.port(), FAR.dividedBy(2))) {
            List<StoreDriver> close = new ArrayList<>();
            for (int i = 0; i < CLOSE_CLIENTS; i++) {
                close.add(Jdbc.on(postgres(server.port())));
            }
            check("PostgreSQL", Jdbc.on(postgres(far.port())), close);
        }
    }

    private static PGSimpleDataSource postgres(int port) {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(PostgresServer.url(port, "public"));
        return dataSource;
    }

    @Test
    void aFarClientCommitsInTimeOnH2() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString())
                .start();
        try (Proxy far = new Proxy(server.getPort(), FAR.dividedBy(2))) {
            List<StoreDriver> close = new ArrayList<>();
            for (int i = 0; i < CLOSE_CLIENTS; i++) {
                close.add(Jdbc.on(h2(server.getPort())));
            }
            check("H2", Jdbc.on(h2(far.port())), close);
        } finally {
            server.stop();
        }
    }

    private static JdbcDataSource h2(int port) throws SQLException {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:tcp://127.0.0.1:" + port + "/./turnstile");
        dataSource.setUser("sa");
        return dataSource;
    }

    @Test
    void aFarClientCommitsInTimeInMemory() throws Exception {
        MemoryStore memory = MemoryStore.create();
        long seed = Seed.of("FairnessTest");
        List<StoreDriver> close = new ArrayList<>();
        for (int i = 0; i < CLOSE_CLIENTS; i++) {
            close.add(StoreDriver.on(FaultyStore.over(memory, seed + i).latency(Duration.ofNanos(500_000))));
        }
        check("memory", StoreDriver.on(FaultyStore.over(memory, seed).latency(FAR)), close);
    }

    private static void check(String store, StoreDriver far, List<StoreDriver> close) throws Exception {
        String name = "fair-" + UUID.randomUUID();
        AtomicBoolean isOver = new AtomicBoolean();
        LongAdder entries = new LongAdder();
        List<Future<?>> busy = new ArrayList<>();
        Duration worst = Duration.ZERO;
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            try (Turnstile gate = open(name, far)) {
                for (StoreDriver driver : close) {
                    Turnstile its = open(name, driver);
                    busy.add(threads.submit(() -> {
                        while (!isOver.get()) {
                            its.acquire().close();
                            entries.increment();
                        }
                        its.close();
                        return true;
                    }));
                }
                long begun = System.nanoTime();
                for (int i = 0; i < REQUESTS; i++) {
                    long called = System.nanoTime();
                    Permit permit = gate.acquire();
                    long entered = System.nanoTime();
                    permit.close();
                    Duration longer = Duration.ofNanos(Math.max(entered - called, System.nanoTime() - entered));
                    worst = longer.compareTo(worst) > 0 ? longer : worst;
                }
                System.out.printf(
                        "%s: of %d commits of the far client, the slowest took %d ms; the close clients made %.0f"
                                + " entries per second%n",
                        store, 2 * REQUESTS, worst.toMillis(), entries.sum() * 1e9 / (System.nanoTime() - begun));
            } finally {
                isOver.set(true);
            }
            for (Future<?> one : busy) {
                one.get();
            }
        } finally {
            far.endSessions();
            close.forEach(StoreDriver::endSessions);
        }
        assertThat(worst).isLessThan(PROMISED.plus(SLACK));
    }

    private static Turnstile open(String name, StoreDriver driver) {
        return Turnstile.atMost(16).named(name).open(driver.lease(LEASE));
    }
}
