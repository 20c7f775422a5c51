package dev.turnstile.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Goal: a permit of a process that is killed or stopped goes to a waiter in another process, after its deadline and
 * within the promised time. Method: real processes on PostgreSQL, killed, stopped and continued.
 */
@Timeout(120)
class TwoProcessesTest {
    private static final Duration LEASE = Duration.ofSeconds(2);

    /** A lease, the rates of clocks, the reaction, one look of the watcher. */
    private static final Duration PROMISED = Duration.ofMillis(2_000 + 40 + 50 + 2_000 / 6);

    /** For processes that get no processor in time, on a machine that does other work. */
    private static final Duration SLACK = Duration.ofSeconds(3);

    private final PostgresServer server = Servers.postgres();
    private final String schema = "p" + UUID.randomUUID().toString().replace("-", "");

    @BeforeEach
    void createSchema() throws SQLException {
        run("create schema " + schema);
    }

    @AfterEach
    void dropSchema() throws SQLException {
        run("drop schema " + schema + " cascade");
    }

    private void run(String statement) throws SQLException {
        try (Connection connection = server.as("operator").getConnection()) {
            Dialect.run(connection, statement);
        }
    }

    private Peer peer() {
        return new Peer(server.url(schema), "gate", 1, LEASE);
    }

    private static long until(Peer.Said looked) {
        return Long.parseLong(looked.more().get(1));
    }

    private static boolean isHeld(Peer.Said looked) {
        return Boolean.parseBoolean(looked.more().get(0));
    }

    private static Duration between(long from, long to) {
        return Duration.ofNanos(to - from);
    }

    private static void waitFor(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    @Test
    void theUnitOfAKilledProcessGoesToTheWaiterInThePromisedTime() {
        try (Peer holder = peer();
                Peer waiter = peer()) {
            holder.ask("acquire", "a", "entered");
            waiter.tell("acquire", "b");
            Peer.Said looked = holder.ask("look", "a", "looked");
            long killed = holder.kill();
            Peer.Said entered = waiter.hear("entered", "b");
            Duration took = between(killed, entered.nanos());
            System.out.println("granted " + took.toMillis() + " ms after the kill, "
                    + between(until(looked), entered.nanos()).toMillis() + " ms after the deadline");
            assertThat(between(until(looked), entered.nanos()))
                    .as("after the deadline")
                    .isPositive();
            assertThat(took).isLessThan(PROMISED.plus(SLACK));
        }
    }

    @Test
    void theUnitOfAKilledProcessGoesToAWaiterThatComesLaterInThePromisedTime() {
        try (Peer holder = peer();
                Peer waiter = peer()) {
            holder.ask("acquire", "a", "entered");
            holder.kill();
            waitFor(LEASE.multipliedBy(2));
            long came = System.nanoTime();
            Peer.Said entered = waiter.ask("acquire", "b", "entered");
            System.out.println("granted " + between(came, entered.nanos()).toMillis() + " ms after the call");
            assertThat(between(came, entered.nanos())).isLessThan(PROMISED.plus(SLACK));
        }
    }

    @Test
    void aProcessStoppedForLongerThanItsLeaseFindsItsPermitLostAndItsWaitersEnterAgain() {
        try (Peer stopped = peer();
                Peer other = peer()) {
            stopped.ask("acquire", "a", "entered");
            stopped.tell("acquire", "waiting");
            other.tell("acquire", "b");
            stopped.pause();
            Peer.Said entered = other.hear("entered", "b");
            stopped.resume();
            assertThat(isHeld(stopped.ask("look", "a", "looked"))).isFalse();
            if (!stopped.hasSaid("lost", "a")) {
                stopped.hear("lost", "a");
            }
            stopped.ask("close", "a", "close-found-it-lost");
            assertThat(isHeld(other.ask("look", "b", "looked"))).isTrue();
            assertThat(stopped.hasSaid("entered", "waiting")).isFalse();
            other.ask("close", "b", "closed");
            Peer.Said again = stopped.hear("entered", "waiting");
            assertThat(Long.parseLong(again.more().get(0)))
                    .as("the fence")
                    .isGreaterThan(Long.parseLong(entered.more().get(0)));
            assertThat(isHeld(stopped.ask("look", "waiting", "looked"))).isTrue();
            stopped.ask("close", "waiting", "closed");
        }
    }

    @Test
    void aProcessStoppedForLessThanItsLeaseKeepsItsPermit() {
        try (Peer stopped = peer();
                Peer other = peer()) {
            stopped.ask("acquire", "a", "entered");
            other.tell("acquire", "b");
            Peer.Said looked = stopped.ask("look", "a", "looked");
            stopped.pause();
            waitFor(LEASE.dividedBy(4));
            stopped.resume();
            Peer.Said after = stopped.ask("look", "a", "looked");
            // A machine that is busy may have stopped it for longer.
            assertThat(isHeld(after) || after.nanos() > until(looked)).isTrue();
            if (isHeld(after)) {
                assertThat(other.hasSaid("entered", "b")).isFalse();
                stopped.ask("close", "a", "closed");
            }
            other.hear("entered", "b");
        }
    }

    @Test
    void theNextGrantWaitsForTheGuardedTransactionOfAStoppedProcess() {
        try (Peer stopped = peer();
                Peer other = peer()) {
            stopped.ask("acquire", "a", "entered");
            stopped.ask("guard", "a", "guarded");
            // The server ends a transaction that is idle for a lease. This is longer than the deadline is away.
            waitFor(LEASE.dividedBy(2));
            other.tell("acquire", "b");
            Peer.Said looked = stopped.ask("look", "a", "looked");
            stopped.pause();
            Peer.Said entered = other.hear("entered", "b");
            stopped.resume();
            assertThat(between(until(looked), entered.nanos())).isPositive();
            stopped.tell("commit", "a");
            try {
                stopped.hear("committed", "a");
                throw new AssertionError("the server had ended the transaction");
            } catch (IllegalStateException failed) {
                assertThat(failed).hasMessageContaining("failed");
            }
        }
    }

    @Test
    void noGrantComesBeforeTheCommitOfAGuardedTransactionThatOutlivesTheDeadline() throws SQLException {
        try (Peer holder = peer();
                Peer other = peer();
                Connection transaction = server.as("app").getConnection()) {
            holder.ask("acquire", "a", "entered");
            transaction.setAutoCommit(false);
            Dialect.run(transaction, "set local search_path to " + schema);
            assertThat(Dialect.row(transaction, "select session from turnstile_guard for share"))
                    .isNotEmpty();
            other.tell("acquire", "b");
            Peer.Said looked = holder.ask("look", "a", "looked");
            holder.kill();
            waitFor(LEASE.multipliedBy(2));
            assertThat(System.nanoTime() - until(looked)).isPositive();
            assertThat(other.hasSaid("entered", "b")).isFalse();
            long before = System.nanoTime();
            transaction.commit();
            Peer.Said entered = other.hear("entered", "b");
            System.out.println("granted " + between(before, entered.nanos()).toMillis() + " ms after the commit");
            assertThat(between(before, entered.nanos()))
                    .isPositive()
                    .isLessThan(LEASE.dividedBy(3).plus(SLACK));
        }
    }
}
