package dev.turnstile.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** LISTEN on one connection. The only class that uses PostgreSQL's driver. */
final class PostgresListener {
    /** How long a notification may take before the connection counts as one of a pooler. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Duration BETWEEN_TESTS = Duration.ofSeconds(5);

    private final Connection connection;
    private final String probe = "probe " + UUID.randomUUID();
    private String backend = "";
    private long lastTest;

    // Written by the threads of both connections, one after the other.
    private volatile long probed;
    private volatile boolean isProbed;
    private volatile boolean isTrusted;
    private volatile boolean isUseless;

    PostgresListener(Connection connection) {
        this.connection = connection;
    }

    @SuppressWarnings("ReferenceEquality") // the same connection
    boolean isOn(Connection other) {
        return connection == other;
    }

    /** Returns the keys of changes, as soon as there are some, or at the timeout. */
    List<String> listen(Duration timeout) throws SQLException {
        if (!connection.isWrapperFor(PGConnection.class)) {
            isUseless = true;
            return List.of();
        }
        if (backend.isEmpty()) {
            Dialect.run(connection, "listen " + Watch.CHANNEL);
            backend = backend();
            return List.of();
        }
        testFromTimeToTime();
        PGNotification[] arrived = connection
                .unwrap(PGConnection.class)
                .getNotifications(Math.toIntExact(Math.max(1, timeout.toMillis())));
        List<String> keys = new ArrayList<>();
        for (PGNotification notification : arrived == null ? new PGNotification[0] : arrived) {
            isTrusted = isTrusted || notification.getParameter().equals(probe);
            keys.add(notification.getParameter());
        }
        if (isProbed && !isTrusted && System.nanoTime() - probed > PATIENCE.toNanos()) {
            isUseless = true;
        }
        return keys;
    }

    private String backend() throws SQLException {
        lastTest = System.nanoTime();
        return Dialect.row(connection, "select pg_backend_pid()::text").get(0);
    }

    /** Finds a broken connection, from which nothing would arrive, and a pooler that has changed the connection. */
    private void testFromTimeToTime() throws SQLException {
        if (System.nanoTime() - lastTest > BETWEEN_TESTS.toNanos() && !backend().equals(backend)) {
            isUseless = true;
        }
    }

    /** Sends a notification over another connection. */
    boolean probe(Connection other) throws SQLException {
        Dialect.row(other, "select pg_notify(?, ?)", Watch.CHANNEL, probe);
        probed = System.nanoTime();
        isProbed = true;
        return true;
    }

    /** Returns true if notifications arrive. */
    boolean isTrusted() {
        return isTrusted && !isUseless;
    }

    /** Returns true if they do not. */
    boolean isUseless() {
        return isUseless;
    }
}
