package dev.turnstile.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The two tables of a store. */
final class Schema {
    /** Statements that change nothing, and fail if a table or a privilege is missing. */
    private static final List<String> NEEDED = List.of(
            "select name, seen, content from turnstile_register where 1 = 0",
            "insert into turnstile_register (name, seen, content)"
                    + " select name, seen, content from turnstile_register where 1 = 0",
            "update turnstile_register set seen = seen, content = content where 1 = 0",
            "delete from turnstile_register where 1 = 0",
            "insert into turnstile_guard (session) select session from turnstile_guard where 1 = 0",
            "update turnstile_guard set session = session where 1 = 0", // to lock a row
            "delete from turnstile_guard where 1 = 0");

    private final Dialect dialect;

    Schema(Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * Creates the tables if they are missing, and checks that they can be used.
     *
     * @throws IllegalArgumentException if they are missing, or a privilege is; the message says what to do
     */
    void createIfMissing(Connection connection) throws SQLException {
        try {
            check(connection);
        } catch (SQLException e) {
            if (!Dialect.isMissingTable(e)) {
                throw e;
            }
            create(connection, e);
        }
    }

    private void create(Connection connection, SQLException missing) throws SQLException {
        for (String statement : dialect.schema()) {
            try {
                Dialect.run(connection, statement);
            } catch (SQLException e) {
                missing.addSuppressed(e); // another client may have created it meanwhile
            }
        }
        try {
            check(connection);
        } catch (SQLException e) {
            if (!Dialect.isMissingTable(e)) {
                throw e;
            }
            throw new IllegalArgumentException(
                    "the tables turnstile_register and turnstile_guard do not exist, and this user cannot create them ("
                            + reason(missing)
                            + "); let an operator run what 'turnstile schema --on URL' prints",
                    missing);
        }
    }

    private static String reason(SQLException missing) {
        return missing.getSuppressed()[0] instanceof SQLException e ? JdbcStore.message(e) : "";
    }

    private static void check(Connection connection) throws SQLException {
        for (String statement : NEEDED) {
            try {
                Dialect.run(connection, statement);
            } catch (SQLException e) {
                if (Dialect.isMissingTable(e) || !Dialect.isNotPermitted(e)) {
                    throw e;
                }
                throw new IllegalArgumentException(
                        "this user needs SELECT, INSERT, UPDATE and DELETE on turnstile_register and turnstile_guard: "
                                + JdbcStore.message(e),
                        e);
            }
        }
    }
}
