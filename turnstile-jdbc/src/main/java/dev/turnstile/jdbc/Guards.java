package dev.turnstile.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** Guards a caller's transaction by a session: the session cannot be retired before the transaction ends. */
final class Guards {
    private Guards() {}

    /**
     * Locks the session's row in the transaction of this connection. On PostgreSQL, the server ends the transaction if
     * it is idle for a whole lease. Afterwards, the caller checks that its permit is still held.
     *
     * @return false if the session has been retired
     * @throws IllegalStateException if the connection has no transaction
     */
    static boolean guard(Connection caller, String session, Duration lease) throws SQLException {
        if (caller.getAutoCommit()) {
            throw new IllegalStateException(
                    "guard needs a transaction, but the connection is in auto-commit mode: call setAutoCommit(false)"
                            + " first");
        }
        Dialect dialect = Dialect.of(caller);
        dialect.limitIdleTransaction(caller, lease);
        String sql = "select session from turnstile_guard where session = ? " + dialect.shared();
        try (PreparedStatement statement = caller.prepareStatement(sql)) {
            statement.setString(1, session);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }
}
