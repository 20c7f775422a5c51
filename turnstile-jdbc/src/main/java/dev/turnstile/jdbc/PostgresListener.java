package dev.turnstile.jdbc;

import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * LISTEN on one connection. The only class that uses PostgreSQL's driver.
 *
 * <p>After each notification, the driver looks for another one, and blocks a millisecond for it: a way to ask TLS
 * sockets, whose {@code available} may be 0, which is meant to be used once a second. In 42.7 it is used each time
 * (PGStream.hasMessagePending sets the time of the next look only if the read did not time out). That is more than a
 * commit takes. Here the next call waits for more anyway, so the look is put off forever, by reflection. If the
 * driver's fields have other names, notifications arrive a millisecond later.
 */
final class PostgresListener {
    /** How long a notification may take before the connection counts as one of a pooler. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Duration BETWEEN_TESTS = Duration.ofSeconds(5);

    private final Connection connection;
    private final String probe = "probe " + UUID.randomUUID();
    private String backend = "";
    private long lastTest;
    private volatile boolean isQuick;

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
            isQuick = setNextLook(connection, Long.MAX_VALUE);
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

    /** Undoes what {@link #listen} has prepared, before another user gets the connection. */
    static void end(Connection connection) throws SQLException {
        Dialect.run(connection, "unlisten *");
        setNextLook(connection, 0);
    }

    /** Sets when the driver looks for another notification by blocking. Returns false if it does not let us. */
    private static boolean setNextLook(Connection connection, long millis) throws SQLException {
        Object driver = connection.unwrap(PGConnection.class);
        try {
            Object executor = driver.getClass().getMethod("getQueryExecutor").invoke(driver);
            Object stream = field(executor, "pgStream").get(executor);
            field(stream, "nextStreamAvailableCheckTime").setLong(stream, millis);
            return true;
        } catch (ReflectiveOperationException | RuntimeException otherDriver) {
            return false;
        }
    }

    private static Field field(Object of, String name) throws NoSuchFieldException {
        for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(name);
    }

    /** Returns true if the driver hands over notifications as soon as they arrive. */
    boolean isQuick() {
        return isQuick;
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
