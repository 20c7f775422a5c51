package dev.turnstile.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.store.StoreDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: callers meet an outage of the store as the driver promises: attempts and closes end in time, waiters wait, and
 * windows keep their holders. Method: a PostgreSQL server that is stopped, or does not answer.
 */
@Timeout(120)
class OutageTest {
    private static final Duration LEASE = Duration.ofSeconds(2);

    /** For threads that get no processor in time, on a machine that does other work. */
    private static final Duration SLACK = Duration.ofMillis(1_500);

    private final PostgresServer server = Servers.postgresOf(OutageTest.class);
    private final String schema = "o" + UUID.randomUUID().toString().replace("-", "");
    private final List<StoreDriver> clients = new ArrayList<>();
    private final List<Turnstile> opened = new ArrayList<>();
    private boolean isOut;

    /** What an outage looks like. */
    enum Kind {
        STOPPED {
            @Override
            void begin(PostgresServer server) {
                server.stop();
            }

            @Override
            void end(PostgresServer server) {
                server.start();
            }
        },
        SILENT {
            @Override
            void begin(PostgresServer server) {
                server.silence();
            }

            @Override
            void end(PostgresServer server) {
                server.restore();
            }
        };

        abstract void begin(PostgresServer server);

        abstract void end(PostgresServer server);
    }

    @BeforeEach
    void createSchema() throws SQLException {
        run("create schema " + schema);
    }

    @AfterEach
    void dropSchema() throws SQLException {
        assertThat(isOut).isFalse();
        opened.forEach(Turnstile::close);
        clients.forEach(StoreDriver::endSessions);
        run("drop schema " + schema + " cascade");
    }

    private void run(String statement) throws SQLException {
        try (Connection connection = server.as("operator").getConnection()) {
            Dialect.run(connection, statement);
        }
    }

    /** Returns another client of the same database, with a session of its own. */
    private StoreDriver client() {
        var dataSource = server.as("app");
        dataSource.setCurrentSchema(schema);
        dataSource.setConnectTimeout(2);
        StoreDriver client = Jdbc.on(dataSource).lease(LEASE);
        clients.add(client);
        return client;
    }

    private Turnstile open(Turnstile.Builder description) {
        Turnstile gate = Opening.open(description.named("gate"), client());
        opened.add(gate);
        return gate;
    }

    private void during(Kind kind, Action action) throws Exception {
        isOut = true;
        kind.begin(server);
        try {
            action.run();
        } finally {
            kind.end(server);
            isOut = false;
        }
    }

    private interface Action {
        void run() throws Exception;
    }

    private static Duration took(Action action) throws Exception {
        long begun = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private static void waitFor(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    @ParameterizedTest
    @EnumSource
    void attemptsAndClosesEndInTimeAndWaitersWait(Kind kind) throws Exception {
        Turnstile gate = open(Turnstile.atMost(2));
        Turnstile other = open(Turnstile.atMost(2));
        Permit permit = gate.acquire();
        Permit lasting = other.acquire();
        List<CompletableFuture<Permit>> waiting = new ArrayList<>();
        during(kind, () -> {
            Duration timeout = Duration.ofMillis(500);
            Duration attempt = took(
                    () -> assertThat(gate.tryAcquire(timeout)).as("an attempt").isEmpty());
            Duration close = took(() -> closeUnlessLost(permit));
            Duration untimed =
                    took(() -> assertThat(other.tryAcquire()).as("an attempt").isEmpty());
            waiting.add(gate.acquireAsync());
            waitFor(LEASE.multipliedBy(2));
            assertThat(waiting.get(0)).isNotDone();
            assertThat(lasting.isHeld()).as("after its deadline").isFalse();
            System.out.println(kind + ": tryAcquire(500 ms) took " + attempt.toMillis() + " ms, close "
                    + close.toMillis() + " ms, tryAcquire " + untimed.toMillis() + " ms");
            assertThat(attempt)
                    .isBetween(timeout, timeout.plus(LEASE.dividedBy(6)).plus(SLACK));
            assertThat(close).isLessThan(LEASE.dividedBy(6).plus(SLACK));
            assertThat(untimed).isLessThan(LEASE.plus(LEASE.dividedBy(6)).plus(SLACK));
        });
        Permit late = waiting.get(0).get(30, TimeUnit.SECONDS);
        assertThat(late.isHeld()).isTrue();
        assertThat(other.tryAcquire(Duration.ofSeconds(30)))
                .as("the units that were closed and lost during the outage are free")
                .isPresent();
        late.close();
    }

    private static void closeUnlessLost(Permit permit) {
        try {
            permit.close();
        } catch (PermitLostException slowMachine) {
            assertThat(permit.isHeld()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWindowKeepsItsHoldersThroughAnOutageLongerThanALease(Kind kind) throws Exception {
        Turnstile gate = open(Turnstile.between(2, 4));
        Turnstile other = open(Turnstile.between(2, 4));
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            permits.add(gate.acquire());
            permits.add(other.acquire());
        }
        AtomicInteger losses = new AtomicInteger();
        permits.forEach(permit -> permit.onLost(losses::incrementAndGet));
        CompletableFuture<Permit> waiter = gate.acquireAsync();
        during(kind, () -> waitFor(LEASE.multipliedBy(2)));
        waitFor(LEASE.multipliedBy(2));
        assertThat(permits).allMatch(Permit::isHeld);
        assertThat(losses).hasValue(0);
        assertThat(gate.snapshot().held()).isEqualTo(4);
        assertThat(waiter).isNotDone();
        permits.get(0).close();
        waiter.get(30, TimeUnit.SECONDS).abandon();
        permits.subList(1, 4).forEach(Permit::abandon);
        assertThat(gate.snapshot().held()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void noHolderLeavesAWindowDuringAnOutageUnlessTheStoreHasSaidThatTheFloorAllowsIt(Kind kind) throws Exception {
        Turnstile gate = open(Turnstile.between(4, 8));
        Turnstile other = open(Turnstile.between(4, 8));
        Permit closed = gate.acquire();
        Permit stopped = other.acquire();
        Permit tried = gate.acquire();
        Permit triedToStop = other.acquire();
        List<Permit> all = List.of(closed, stopped, tried, triedToStop);
        AtomicInteger losses = new AtomicInteger();
        all.forEach(permit -> permit.onLost(losses::incrementAndGet));
        List<CompletableFuture<Void>> leavers = new ArrayList<>();
        during(kind, () -> {
            leavers.add(later(closed::close));
            leavers.add(later(stopped::startRelease));
            assertThat(tried.tryRelease()).isFalse();
            assertThat(tried.tryRelease(Duration.ofMillis(100))).isFalse();
            assertThat(triedToStop.tryStartRelease(Duration.ZERO)).isFalse();
            waitFor(LEASE.multipliedBy(2));
            assertThat(leavers).noneMatch(CompletableFuture::isDone);
            assertThat(all).allMatch(Permit::isHeld);
        });
        waitFor(LEASE);
        assertThat(leavers).as("with the floor in the way").noneMatch(CompletableFuture::isDone);
        assertThat(all).allMatch(Permit::isHeld);
        List<Permit> more = List.of(gate.acquire(), other.acquire());
        for (CompletableFuture<Void> leaver : leavers) {
            leaver.get(30, TimeUnit.SECONDS);
        }
        assertThat(tried.isHeld() && triedToStop.isHeld()).isTrue();
        assertThat(losses).hasValue(0);
        assertThat(gate.snapshot().isBelowFloor()).isFalse();
        List.of(stopped, tried, triedToStop).forEach(Permit::abandon);
        more.forEach(Permit::abandon);
        assertThat(gate.snapshot().held()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aHolderThatGivesUpLeavingDuringAnOutageCanBeAbandonedAndItsPlaceIsGivenBack(Kind kind) throws Exception {
        Turnstile gate = open(Turnstile.between(1, 2));
        Permit permit = gate.acquire();
        during(kind, () -> {
            assertThat(permit.tryRelease()).isFalse();
            Duration took = took(permit::abandon);
            assertThat(took).isLessThan(LEASE.dividedBy(3).plus(SLACK));
            assertThat(permit.isHeld()).isFalse();
        });
        awaitHeld(gate, 0);
    }

    @ParameterizedTest
    @EnumSource
    void aHolderThatBecomesReadyDuringAnOutageKeepsItsPermitAndCountsAfterwards(Kind kind) throws Exception {
        Turnstile gate = Turnstile.between(1, 3).named("gate").open(client().countingWhenReady());
        opened.add(gate);
        Permit first = gate.acquire();
        Permit second = gate.acquire();
        during(kind, () -> {
            Duration took = took(first::ready);
            assertThat(took).isLessThan(LEASE.dividedBy(3).plus(SLACK));
            assertThat(first.isHeld()).isTrue();
        });
        assertThat(first.tryStartRelease(Duration.ofMillis(100)))
                .as("alone it may not stop")
                .isFalse();
        second.ready();
        assertThat(first.tryStartRelease(Duration.ofSeconds(30))).isTrue();
        first.close();
        second.abandon();
        awaitHeld(gate, 0);
    }

    private static void awaitHeld(Turnstile gate, int held) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (gate.snapshot().held() != held) {
            assertThat(System.nanoTime() - end).as("%s", gate.snapshot()).isNegative();
            waitFor(Duration.ofMillis(10));
        }
    }

    private static CompletableFuture<Void> later(Action action) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                action.run();
                done.complete(null);
            } catch (Exception e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }
}
