package dev.turnstile.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What differs between databases. */
enum Dialect {
    POSTGRESQL("PostgreSQL", "for share") {
        @Override
        List<String> schema() {
            return List.of("""
                create table if not exists turnstile_register (
                    name varchar(200) collate "C" primary key,
                    seen bigint not null,
                    content bytea not null
                ) with (fillfactor = 50)\
                """, """
                create table if not exists turnstile_guard (
                    session char(32) primary key
                )\
                """);
        }

        @Override
        void check(Connection connection) throws SQLException {
            List<String> facts = row(
                    connection,
                    "select version(), pg_is_in_recovery()::text, current_setting('fsync'),"
                            + " current_setting('transaction_read_only')");
            String version = facts.get(0);
            if (!version.startsWith("PostgreSQL ") || version.contains("-YB-") || version.contains("Redshift")) {
                throw unsupported(version);
            }
            if (facts.get(1).equals("true") || facts.get(3).equals("on")) {
                throw new SQLTransientException(
                        "the PostgreSQL server is a standby or read-only: connect to the primary");
            }
            if (facts.get(2).equals("off")) {
                throw new IllegalArgumentException(
                        "PostgreSQL has fsync = off, so it could lose acknowledged values: set fsync = on");
            }
        }

        @Override
        void limitLockWaits(Connection connection, Duration limit) throws SQLException {
            // A client that is paused while it has a guard locked must not stop the others for more than a second.
            row(
                    connection,
                    "select set_config('lock_timeout', ?, true),"
                            + " set_config('idle_in_transaction_session_timeout', '1000', true)",
                    limit.toMillis() + "ms");
        }

        @Override
        void limitIdleTransaction(Connection connection, Duration limit) throws SQLException {
            String millis = String.valueOf(limit.toMillis());
            row(
                    connection,
                    "select set_config(name, case when setting::bigint between 1 and ?::bigint then setting else ? end,"
                            + " true) from pg_settings where name = 'idle_in_transaction_session_timeout'",
                    millis,
                    millis);
        }
    },

    H2("H2", "for update") {
        @Override
        List<String> schema() {
            return List.of("""
                create table if not exists turnstile_register (
                    name varchar(200) primary key,
                    seen bigint not null,
                    content varbinary(1048576) not null
                )\
                """, """
                create table if not exists turnstile_guard (
                    session char(32) primary key
                )\
                """);
        }

        @Override
        void check(Connection connection) throws SQLException {
            // Always: H2 keeps the setting when a database is opened again, and shows it, but does not heed it.
            try {
                run(connection, "set write_delay 0");
            } catch (SQLException e) {
                if (!isNotPermitted(e)) {
                    throw e; // such as a connection that has just been lost
                }
                throw new IllegalArgumentException(
                        "H2 could lose acknowledged values, because this user cannot set WRITE_DELAY to 0 ("
                                + JdbcStore.message(e) + "): connect as an administrator of the database",
                        e);
            }
        }

        @Override
        void limitLockWaits(Connection connection, Duration limit) throws SQLException {
            run(connection, "set lock_timeout " + limit.toMillis());
        }
    },

    MYSQL("MySQL", "lock in share mode"),
    MARIADB("MariaDB", "lock in share mode");

    /** The largest value that every database takes: the limit of H2. */
    static final int VALUE_MAX = 1 << 20;

    /** Serialization failure, deadlock, lock timeout and unique violation, as PostgreSQL and H2 report them. */
    private static final Set<String> CONFLICTS = Set.of("40001", "40P01", "55P03", "23505");

    /** Lock timeout and concurrent update of H2. */
    private static final Set<Integer> H2_CONFLICTS = Set.of(50200, 90131);

    /** Deadlock, lock timeout, duplicate, lock not available at once, and row changed since it was read. */
    private static final Set<Integer> MYSQL_CONFLICTS = Set.of(1213, 1205, 1062, 3572, 1020);

    private static final Set<String> MISSING_TABLE = Set.of("42P01", "42S02", "42S03", "42S04");
    private static final Set<String> NOT_PERMITTED = Set.of("42501", "42000", "90040", "90096");

    private final String product;
    private final String shared;

    Dialect(String product, String shared) {
        this.product = product;
        this.shared = shared;
    }

    /**
     * Returns the dialect of a connection.
     *
     * @throws IllegalArgumentException if the database is not supported
     */
    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return Arrays.stream(values())
                .filter(dialect -> dialect.product.equals(product))
                .findFirst()
                .orElseThrow(() -> unsupported(product));
    }

    /** Returns the dialect of a JDBC URL. */
    static Dialect ofUrl(String url) {
        return Arrays.stream(values())
                .filter(dialect -> url.startsWith("jdbc:" + dialect.product.toLowerCase(Locale.ROOT) + ":"))
                .findFirst()
                .orElseThrow(() -> unsupported(url.replaceFirst("^(jdbc:[^:]*:).*", "$1")));
    }

    private static IllegalArgumentException unsupported(String name) {
        return new IllegalArgumentException(
                name + " is not supported as a store; PostgreSQL, MySQL, MariaDB and H2 are");
    }

    @Override
    public String toString() {
        return product;
    }

    /** Returns the statements that create the tables. Here, for MySQL and MariaDB. */
    List<String> schema() {
        return List.of("""
            create table if not exists turnstile_register (
                name varchar(200) character set ascii collate ascii_bin primary key,
                seen bigint not null,
                content mediumblob not null
            ) engine = InnoDB\
            """, """
            create table if not exists turnstile_guard (
                session char(32) character set ascii collate ascii_bin primary key
            ) engine = InnoDB\
            """);
    }

    /**
     * Checks that the server does not lose acknowledged values. Here, for MySQL and MariaDB.
     *
     * @throws IllegalArgumentException if its settings must be changed
     * @throws SQLException if another server, or this one later, may do
     */
    void check(Connection connection) throws SQLException {
        List<String> facts = row(connection, "select @@innodb_flush_log_at_trx_commit, @@read_only");
        if (!facts.get(0).equals("1")) {
            throw new IllegalArgumentException(product + " has innodb_flush_log_at_trx_commit = " + facts.get(0)
                    + ", so it could lose acknowledged values: set it to 1");
        }
        if (facts.get(1).equals("1")) {
            throw new SQLTransientException("the " + product + " server is read-only: connect to the primary");
        }
    }

    /** Limits how long the statements of the transaction that has begun wait for locks. Here, by seconds. */
    void limitLockWaits(Connection connection, Duration limit) throws SQLException {
        run(connection, "set innodb_lock_wait_timeout = " + Math.max(1, limit.toSeconds()));
    }

    /** Makes the server end the transaction that has begun if it is idle this long, where it can. */
    void limitIdleTransaction(Connection connection, Duration limit) throws SQLException {}

    /** Makes an insert do nothing if the row exists, where that spares the server or the driver a line in its log. */
    String withoutDuplicate(String insert) {
        return switch (this) {
            case POSTGRESQL -> insert + " on conflict do nothing";
            case H2 -> insert;
            case MYSQL, MARIADB -> insert.replaceFirst("insert into", "insert ignore into");
        };
    }

    /** Returns the words that lock rows against deletion, but not against each other if possible. */
    String shared() {
        return shared;
    }

    /** Returns true if the statement certainly changed nothing, because another client was in its way. */
    boolean isConflict(SQLException failure) {
        return switch (this) {
            case POSTGRESQL -> CONFLICTS.contains(state(failure));
            case H2 -> CONFLICTS.contains(state(failure)) || H2_CONFLICTS.contains(failure.getErrorCode());
            case MYSQL, MARIADB -> MYSQL_CONFLICTS.contains(failure.getErrorCode());
        };
    }

    /** Returns true if a table does not exist. */
    static boolean isMissingTable(SQLException failure) {
        return MISSING_TABLE.contains(state(failure));
    }

    /** Returns true if the user lacks a privilege. */
    static boolean isNotPermitted(SQLException failure) {
        return NOT_PERMITTED.contains(state(failure));
    }

    private static String state(SQLException failure) {
        return failure.getSQLState() == null ? "" : failure.getSQLState();
    }

    /** Runs a statement without a result. */
    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns the first row of a query as texts; empty if there is none. */
    static List<String> row(Connection connection, String sql, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            List<String> texts = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                if (rows.next()) {
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        texts.add(String.valueOf(rows.getString(i)));
                    }
                }
            }
            return texts;
        }
    }
}
