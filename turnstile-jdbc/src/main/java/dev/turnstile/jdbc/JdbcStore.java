package dev.turnstile.jdbc;

import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.StoreTraits;
import dev.turnstile.driver.store.Versioned;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** The tables of one database, as one client. */
final class JdbcStore implements Store {
    /** How many values are read by one statement. */
    private static final int CHUNK = 200;

    private static final Duration IDLE = Duration.ofSeconds(10);

    /** Connecting for the first time loads classes and creates tables. */
    private static final Duration OPENING = Duration.ofSeconds(3);

    private static final SecureRandom RANDOM = new SecureRandom();

    private final DataSource dataSource;
    private final Duration callTimeout;
    private final Link commits;
    private final Link sessions;
    private final Link guards;
    private final Watch watch;
    private volatile Dialect dialect = Dialect.H2; // prepare finds out
    private volatile boolean isSynchronous = true;
    private volatile boolean endsCalls; // the driver of the database does, at the limit
    private volatile String place = "the database";

    JdbcStore(DataSource dataSource, Duration callTimeout) {
        this.dataSource = dataSource;
        this.callTimeout = callTimeout;
        this.commits = new Link("turnstile-jdbc-commits", new Connections(), callTimeout, Optional.empty());
        this.sessions = new Link("turnstile-jdbc-sessions", new Connections(), callTimeout, Optional.empty());
        this.guards = new Link("turnstile-jdbc-guards", new Connections(), callTimeout, Optional.of(IDLE));
        this.watch = new Watch(this, callTimeout);
    }

    /** Opens and prepares the connections of this store. */
    final class Connections implements Link.Source {
        @Override
        public Connection open() throws SQLException {
            Connection connection = dataSource.getConnection();
            try {
                boolean isLimited = limit(connection);
                if (!connection.getAutoCommit()) {
                    connection.setAutoCommit(true);
                }
                Dialect found = Dialect.of(connection);
                endsCalls = isLimited && found == Dialect.POSTGRESQL;
                found.check(connection);
                if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
                    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                }
                return connection;
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        }

        /** Limits how long the driver waits for an answer. Returns false if it does not support that. */
        private boolean limit(Connection connection) throws SQLException {
            try {
                connection.setNetworkTimeout(Runnable::run, Math.toIntExact(callTimeout.toMillis()));
                return true;
            } catch (SQLFeatureNotSupportedException e) {
                return false; // then the limit of the link is the only one
            }
        }

        @Override
        public boolean survives(SQLException failure) {
            return dialect.isConflict(failure);
        }

        @Override
        public boolean mayLend() {
            return endsCalls;
        }
    }

    /** Connects, and creates the tables if they are missing. Returns where the database is. */
    String prepare() throws StoreException {
        Duration limit = callTimeout.compareTo(OPENING) < 0 ? OPENING : callTimeout;
        try {
            return commits.call(limit, (connection, caller) -> {
                dialect = Dialect.of(connection);
                place = dialect + " at "
                        + Places.withoutSecrets(connection.getMetaData().getURL());
                if (dialect == Dialect.POSTGRESQL) {
                    String commit = Dialect.row(connection, "select current_setting('synchronous_commit')")
                            .get(0);
                    isSynchronous = commit.equals("on") || commit.equals("remote_apply");
                }
                new Schema(dialect).createIfMissing(connection);
                return place;
            });
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Returns a version that no value has, or has had. */
    static long newVersion() {
        return RANDOM.nextLong();
    }

    Dialect dialect() {
        return dialect;
    }

    /** Returns true if commits wait for the disk, and for synchronous replicas, without being asked to. */
    boolean isSynchronous() {
        return isSynchronous;
    }

    boolean isSameDatabase(JdbcStore other) {
        return Places.areSame(dataSource, other.dataSource);
    }

    /** Returns the link for calls about this key. */
    Link link(String key) {
        return key.startsWith("s/") ? sessions : commits;
    }

    /** Returns the link for calls that wait for guarded transactions. */
    Link guards() {
        return guards;
    }

    Watch watch() {
        return watch;
    }

    /** Returns the exception for callers. */
    StoreException failed(SQLException failure) {
        return new StoreException(place + " did not answer: " + message(failure), failure);
    }

    static String message(SQLException failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    /** Prepares a statement that ends within the limit of a call, as far as the driver measures seconds. */
    PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        limit(statement);
        return statement;
    }

    private void limit(Statement statement) throws SQLException {
        if (endsCalls) {
            return; // a timer of PostgreSQL's driver would wake a thread for every statement
        }
        try {
            statement.setQueryTimeout((int) Math.max(1, callTimeout.toSeconds()));
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    @Override
    public JdbcRegister register(String key) {
        return new JdbcRegister(this, key);
    }

    @Override
    public List<String> keys(String prefix) throws StoreException {
        // All keys are ASCII, and compared byte by byte. The delete character follows all that they have.
        boolean isPossible = prefix.chars().allMatch(letter -> letter > ' ' && letter < 0x7f);
        try {
            List<String> found = link(prefix).call((connection, caller) -> {
                String sql = "select name from turnstile_register where name >= ? and name < ?";
                List<String> names = new ArrayList<>();
                try (PreparedStatement statement = prepare(connection, sql)) {
                    statement.setString(1, isPossible ? prefix : "");
                    statement.setString(2, isPossible ? prefix + "\u007f" : "");
                    try (ResultSet rows = statement.executeQuery()) {
                        while (rows.next()) {
                            names.add(rows.getString(1));
                        }
                    }
                }
                return names;
            });
            return found.stream().filter(name -> name.startsWith(prefix)).toList();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Map<String, Versioned> readAll(Collection<String> keys) throws StoreException {
        List<String> all = List.copyOf(new LinkedHashSet<>(keys));
        boolean isAboutSessions = all.stream().allMatch(key -> key.startsWith("s/"));
        try {
            return (isAboutSessions ? sessions : commits).call((connection, caller) -> {
                Map<String, Versioned> values = new HashMap<>();
                for (int from = 0; from < all.size(); from += CHUNK) {
                    read(connection, all.subList(from, Math.min(all.size(), from + CHUNK)), values);
                }
                return values;
            });
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private void read(Connection connection, List<String> keys, Map<String, Versioned> values) throws SQLException {
        keys.forEach(key -> values.put(key, Versioned.ABSENT));
        String sql = "select name, seen, content from turnstile_register where name in (" + places(keys.size()) + ")";
        try (PreparedStatement statement = prepare(connection, sql)) {
            for (int i = 0; i < keys.size(); i++) {
                statement.setString(i + 1, keys.get(i));
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    values.put(rows.getString(1), Versioned.of(rows.getLong(2), rows.getBytes(3)));
                }
            }
        }
    }

    /** Returns this many question marks. */
    static String places(int count) {
        return "?" + ", ?".repeat(count - 1);
    }

    @Override
    public StoreTraits traits() {
        boolean isPostgres = dialect == Dialect.POSTGRESQL;
        return new StoreTraits(Dialect.VALUE_MAX, isPostgres, isPostgres && watch.mayListen(), true);
    }

    @Override
    public boolean hasNoGuards(String session) throws StoreException {
        try {
            return guards.call((connection, caller) -> {
                connection.setAutoCommit(false);
                dialect.limitLockWaits(connection, lockLimit());
                String sql = "select session from turnstile_guard where session = ? for update";
                try (PreparedStatement statement = prepare(connection, sql)) {
                    statement.setString(1, session);
                    statement.executeQuery().close();
                }
                connection.rollback();
                connection.setAutoCommit(true);
                return true;
            });
        } catch (SQLException e) {
            if (dialect.isConflict(e)) {
                return false;
            }
            throw failed(e);
        }
    }

    /** Returns how long a statement waits for a guarded transaction: a call also has to come back. */
    Duration lockLimit() {
        return callTimeout.multipliedBy(3).dividedBy(4);
    }

    @Override
    public void close() {
        watch.close();
        List.of(commits, sessions, guards).forEach(Link::close);
    }

    @Override
    public String toString() {
        return place;
    }
}
