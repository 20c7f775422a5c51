package dev.turnstile.bench.stores;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbc.JdbcLockProvider;

/** ShedLock's JDBC provider. It does not wait: a caller that does not get the lock tries again every millisecond. */
final class Shedlock implements Contender {
    private static final Duration POLL = Duration.ofMillis(1);
    private static final Duration AT_MOST = Duration.ofSeconds(15);

    private final String name;
    private final ThreadConnections connections;
    private final LockProvider locks;

    Shedlock(String url, String name) throws SQLException {
        this.name = name;
        connections = new ThreadConnections(url);
        createTable(connections.getConnection());
        locks = new JdbcLockProvider(connections);
    }

    private static void createTable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("select pg_advisory_lock(815)"); // the processes open it at the same time
            statement.execute("""
                create table if not exists shedlock (
                    name varchar(64) primary key,
                    lock_until timestamp not null,
                    locked_at timestamp not null,
                    locked_by varchar(255) not null
                ) with (fillfactor = 50)\
                """);
            statement.execute("select pg_advisory_unlock(815)");
        }
    }

    @Override
    public Place enter() throws InterruptedException {
        Optional<SimpleLock> lock = attempt();
        while (lock.isEmpty()) {
            Thread.sleep(POLL);
            lock = attempt();
        }
        return lock.get()::unlock;
    }

    private Optional<SimpleLock> attempt() {
        return locks.lock(new LockConfiguration(ClockProvider.now(), name, AT_MOST, Duration.ZERO));
    }

    @Override
    public void close() throws SQLException {
        connections.close();
    }
}
