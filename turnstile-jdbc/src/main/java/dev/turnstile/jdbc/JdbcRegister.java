package dev.turnstile.jdbc;

import dev.turnstile.driver.store.NextValue;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.Versioned;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * A row of {@code turnstile_register}. Its version is random, and new with every change: so no version comes back after
 * a deletion, nor after a restore of the database.
 */
final class JdbcRegister implements Register {
    private static final String READ = "select seen, content from turnstile_register where name = ?";

    /** A clerk that is paused while it has the row locked must not stop the others for more than a second. */
    private static final String READ_AND_LOCK =
            "select seen, content, set_config('idle_in_transaction_session_timeout', '1000', true),"
                    + " set_config('synchronous_commit', 'on', true)"
                    + " from turnstile_register where name = ? for update";

    private static final String INSERT = "insert into turnstile_register (seen, content, name) values (?, ?, ?)";
    private static final String SELECT_INSERT =
            "insert into turnstile_register (seen, content, name)" + " select ?::bigint, ?::bytea, ?::varchar where ";
    private static final String SYNCHRONOUS = "set_config('synchronous_commit', 'on', true) is not null";
    private static final String UPDATE = "update turnstile_register set seen = ?, content = ? where name = ?";
    private static final String NOTIFYING = " returning pg_notify('" + Watch.CHANNEL + "', ?)";
    private static final String DELETE = "delete from turnstile_register where name = ? and seen = ?";

    private final JdbcStore store;
    private final String key;

    JdbcRegister(JdbcStore store, String key) {
        this.store = store;
        this.key = key;
    }

    private boolean isSession() {
        return key.startsWith("s/");
    }

    private String session() {
        return key.substring(2);
    }

    private boolean isPostgres() {
        return store.dialect() == Dialect.POSTGRESQL;
    }

    @Override
    public Versioned read() throws StoreException {
        long heard = store.watch().heard();
        try {
            Versioned now = store.link(key).call((connection, caller) -> read(connection, READ));
            store.watch().seen(key, now, heard);
            return now;
        } catch (SQLException e) {
            throw store.failed(e);
        }
    }

    private Versioned read(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = store.prepare(connection, sql)) {
            statement.setString(1, key);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Versioned.of(rows.getLong(1), rows.getBytes(2)) : Versioned.ABSENT;
            }
        }
    }

    /** Reads the version only. */
    boolean isSame(Versioned seen) throws SQLException {
        return store.link(key).call((connection, caller) -> {
            String sql = "select seen from turnstile_register where name = ?";
            try (PreparedStatement statement = store.prepare(connection, sql)) {
                statement.setString(1, key);
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next() ? !seen.isAbsent() && rows.getLong(1) == seen.version() : seen.isAbsent();
                }
            }
        });
    }

    @Override
    public Replaced replace(Versioned seen, NextValue next) {
        checkSize(next);
        Versioned now = Versioned.of(JdbcStore.newVersion(), next.bytes());
        if (seen.isAbsent() && isSession()) {
            return change(
                    store.link(key), next.wakes(), now, (connection, caller) -> createSession(connection, now, next));
        }
        return change(
                store.link(key), next.wakes(), now, (connection, caller) -> put(connection, seen, now, next.wakes()));
    }

    private void checkSize(NextValue next) {
        if (next.bytes().length > Dialect.VALUE_MAX) {
            throw new IllegalArgumentException("the value of " + key + " has " + next.bytes().length
                    + " bytes, more than the " + Dialect.VALUE_MAX + " that the store keeps");
        }
    }

    /** Makes a change that returns true if it was applied. */
    private Replaced change(Link link, boolean wakes, Versioned now, Link.Work<Boolean> work) {
        long heard = store.watch().heard();
        try {
            if (!link.call(work)) {
                return new Replaced.Conflict();
            }
            store.watch().seen(key, now, heard);
        } catch (SQLException e) {
            return store.dialect().isConflict(e) ? new Replaced.Conflict() : new Replaced.Unknown(JdbcStore.message(e));
        }
        if (wakes) {
            store.watch()
                    .changed(
                            now.isAbsent()
                                    ? store.watch().deleted(key)
                                    : store.watch().replaced(key, now));
        }
        return new Replaced.Applied(now);
    }

    /** Inserts or updates the row in one statement, together with the notification. Returns false on a conflict. */
    private boolean put(Connection connection, Versioned seen, Versioned now, boolean wakes) throws SQLException {
        String sql = seen.isAbsent() ? INSERT : UPDATE + " and seen = ?";
        if (isPostgres() && !store.isSynchronous()) {
            // In the statement itself, because a setting of the session can be lost behind a pooler.
            sql = (seen.isAbsent() ? SELECT_INSERT : sql + " and ") + SYNCHRONOUS;
        }
        if (seen.isAbsent()) {
            sql = store.dialect().withoutDuplicate(sql);
        }
        boolean notifies = isPostgres() && wakes;
        if (notifies) {
            sql += NOTIFYING;
        }
        try (PreparedStatement statement = store.prepare(connection, sql)) {
            statement.setLong(1, now.version());
            statement.setBytes(2, now.value());
            statement.setString(3, key);
            if (!seen.isAbsent()) {
                statement.setLong(4, seen.version());
            }
            if (!notifies) {
                return statement.executeUpdate() == 1;
            }
            statement.setString(
                    seen.isAbsent() ? 4 : 5, store.watch().replaced(key, now).payload());
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    private void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        if (isPostgres() && !store.isSynchronous()) {
            Dialect.run(connection, "set local synchronous_commit = on");
        }
    }

    private static boolean end(Connection connection, boolean isApplied) throws SQLException {
        if (isApplied) {
            connection.commit();
        } else {
            connection.rollback();
        }
        connection.setAutoCommit(true);
        return isApplied;
    }

    private boolean createSession(Connection connection, Versioned now, NextValue next) throws SQLException {
        begin(connection);
        boolean isApplied = put(connection, Versioned.ABSENT, now, next.wakes());
        if (isApplied) {
            execute(connection, "insert into turnstile_guard (session) values (?)", session());
        }
        return end(connection, isApplied);
    }

    private void execute(Connection connection, String sql, String parameter) throws SQLException {
        try (PreparedStatement statement = store.prepare(connection, sql)) {
            statement.setString(1, parameter);
            statement.execute();
        }
    }

    @Override
    public Replaced retire(Versioned seen, NextValue next) {
        checkSize(next);
        Versioned now = Versioned.of(JdbcStore.newVersion(), next.bytes());
        return change(store.guards(), next.wakes(), now, (connection, caller) -> {
            begin(connection);
            store.dialect().limitLockWaits(connection, store.lockLimit());
            // First the guard, which may be locked: a heartbeat must not wait meanwhile.
            execute(connection, "delete from turnstile_guard where session = ?", session());
            return end(connection, !seen.isAbsent() && put(connection, seen, now, next.wakes()));
        });
    }

    @Override
    public Replaced update(Function<Versioned, NextValue> change) {
        if (!isPostgres()) {
            return Register.super.update(change);
        }
        long version = JdbcStore.newVersion();
        Versioned[] now = {Versioned.ABSENT};
        boolean[] wakes = {false};
        long heard = store.watch().heard();
        Replaced answer = change(store.link(key), false, Versioned.ABSENT, (connection, caller) -> {
            connection.setAutoCommit(false);
            Versioned seen = read(connection, READ_AND_LOCK);
            NextValue next = caller.compute(() -> {
                NextValue computed = change.apply(seen);
                checkSize(computed);
                return computed;
            });
            now[0] = Versioned.of(version, next.bytes());
            wakes[0] = next.wakes();
            if (seen.isAbsent()) {
                return end(connection, put(connection, seen, now[0], next.wakes()));
            }
            commitLocked(connection, now[0], next.wakes());
            connection.setAutoCommit(true);
            return true;
        });
        if (!(answer instanceof Replaced.Applied)) {
            return answer;
        }
        store.watch().seen(key, now[0], heard);
        if (wakes[0]) {
            store.watch().changed(store.watch().replaced(key, now[0]));
        }
        return new Replaced.Applied(now[0]);
    }

    /** Updates the row that this transaction has locked, and commits, in one round trip. */
    private void commitLocked(Connection connection, Versioned now, boolean wakes) throws SQLException {
        String sql = UPDATE + (wakes ? NOTIFYING : "") + "; commit";
        try (PreparedStatement statement = store.prepare(connection, sql)) {
            statement.setLong(1, now.version());
            statement.setBytes(2, now.value());
            statement.setString(3, key);
            if (wakes) {
                statement.setString(4, store.watch().replaced(key, now).payload());
            }
            statement.execute();
        }
    }

    @Override
    public Replaced delete(Versioned seen) {
        if (seen.isAbsent()) {
            return deleteAbsent();
        }
        return change(store.link(key), true, Versioned.ABSENT, (connection, caller) -> {
            begin(connection);
            boolean isApplied;
            try (PreparedStatement statement = store.prepare(connection, DELETE)) {
                statement.setString(1, key);
                statement.setLong(2, seen.version());
                isApplied = statement.executeUpdate() == 1;
            }
            if (isApplied && isSession()) {
                execute(connection, "delete from turnstile_guard where session = ?", session());
            }
            if (isApplied && isPostgres()) {
                execute(
                        connection,
                        "select pg_notify('" + Watch.CHANNEL + "', ?)",
                        store.watch().deleted(key).payload());
            }
            return end(connection, isApplied);
        });
    }

    /** There is nothing to delete, but a closed store says so. */
    private Replaced deleteAbsent() {
        return change(store.link(key), false, Versioned.ABSENT, (connection, caller) -> false);
    }

    @Override
    public Optional<Versioned> await(Versioned seen, Duration timeout) throws StoreException, InterruptedException {
        return store.watch().await(key, seen, timeout);
    }
}
