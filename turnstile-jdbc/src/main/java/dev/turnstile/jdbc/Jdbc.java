package dev.turnstile.jdbc;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreDriver;
import dev.turnstile.driver.store.StorePermit;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;

/**
 * Turnstiles between machines on PostgreSQL, MySQL, MariaDB or H2.
 *
 * <p>A store takes connections of its own from the data source, and never uses a caller's transaction: one for
 * turnstiles, one for sessions, and, while they are needed, one to wait for changes and one to end sessions. Set a
 * connect timeout on the data source, so that attempts to connect to a silent server end.
 *
 * <p>There are two tables, {@code turnstile_register} and {@code turnstile_guard}. A store creates them if they are
 * missing and it is permitted to; otherwise an operator runs the statements of {@link #schema}. The application then
 * needs SELECT, INSERT, UPDATE and DELETE on them, and nothing else.
 *
 * <p>The store keeps its promises on the primary server only. Replicas that may take over must be synchronous. H2 is
 * for trying and for tests: it survives the end of its process, but not a power failure.
 */
public final class Jdbc {
    private Jdbc() {}

    /**
     * Returns the driver for turnstiles in this database.
     *
     * <pre>{@code
     * Turnstile gate = Turnstile.atMost(3).named("render").open(Jdbc.on(dataSource));
     * }</pre>
     */
    public static StoreDriver on(DataSource dataSource) {
        return StoreDriver.on(store(dataSource));
    }

    /**
     * Makes the transaction of this connection depend on the permit: until it ends, no other holder gets the place of
     * this permit, even if its deadline passes. Call this first in the transaction, and commit before closing the
     * permit. The connection must be to the database that the turnstile is in, and not in auto-commit mode. On
     * PostgreSQL, the server ends a transaction that is idle for a whole lease.
     *
     * <pre>{@code
     * try (Permit permit = gate.acquire()) {
     *     Jdbc.guard(permit, connection);
     *     transfer(connection);
     *     connection.commit();
     * }
     * }</pre>
     *
     * @throws PermitLostException if the permit is no longer held; roll back
     * @throws IllegalArgumentException if the permit is not one of a turnstile in a database
     * @throws IllegalStateException if the connection is in auto-commit mode
     * @throws SQLException if the database fails; roll back
     */
    public static void guard(Permit permit, Connection connection) throws SQLException {
        if (!(permit instanceof StorePermit held)) {
            throw new IllegalArgumentException("only a permit of a turnstile in a database can guard a transaction");
        }
        boolean exists = Guards.guard(connection, held.session(), held.lease());
        if (!exists || !held.isHeld()) {
            throw new PermitLostException(held.turnstile());
        }
    }

    /** Returns the way to the store in this database. Two results are equal if they have the same data source. */
    public static Store.Opener store(DataSource dataSource) {
        return new JdbcOpener(Objects.requireNonNull(dataSource, "dataSource"));
    }

    /**
     * Returns the way to the store in the database at this JDBC URL, for programs without a data source. Its driver
     * must be on the class path or module path. Two results are equal if their URLs and properties are.
     *
     * @param properties user, password and other properties of the driver; copied
     * @throws IllegalArgumentException if the database is not supported
     */
    public static Store.Opener store(String url, Properties properties) {
        Dialect.ofUrl(url); // refuses others before they are asked to connect
        return new JdbcOpener(new DriverDataSource(url, properties));
    }

    /**
     * Returns the statements that create the tables, for an operator.
     *
     * @param url a JDBC URL, of which only the database is used, such as {@code jdbc:postgresql:}
     * @throws IllegalArgumentException if the database is not supported
     */
    public static List<String> schema(String url) {
        return Dialect.ofUrl(url).schema();
    }
}
