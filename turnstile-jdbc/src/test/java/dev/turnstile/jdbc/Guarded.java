package dev.turnstile.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** A transaction of an application that a permit guards. */
final class Guarded implements AutoCloseable {
    private final Connection connection;

    private Guarded(Connection connection) {
        this.connection = connection;
    }

    /** Begins a transaction. Throws an IllegalStateException if the session has been retired. */
    static Guarded begin(DataSource dataSource, String session) throws SQLException {
        Connection connection = dataSource.getConnection();
        connection.setAutoCommit(false);
        if (!Guards.guard(connection, session, Duration.ofSeconds(60))) {
            connection.rollback();
            connection.close();
            throw new IllegalStateException("the session has been retired");
        }
        return new Guarded(connection);
    }

    Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        connection.commit();
        connection.close();
    }
}
