package dev.turnstile.bench.stores;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A durable semaphore as an application writes it on PostgreSQL: one row per unit, with its owner and when that
 * expires. To enter is one statement in a transaction of its own, which skips rows that others have locked; to leave is
 * another. Every thread has a connection, and its statements are prepared once.
 *
 * <p>Waiters either try again every millisecond, or wait for a notification, which each release sends. One thread per
 * process listens, and wakes one waiter of its process for each notification; a waiter also tries again every 100 ms.
 *
 * <p>There is no order among waiters, and the expiry is not prolonged. Both save the work that Turnstile does.
 */
final class RowPerUnit implements Contender {
    private static final String ENTER = """
        update peer_unit set owner = ?, expires = now() + interval '15 s'
        where (semaphore, unit) = (
            select semaphore, unit from peer_unit
            where semaphore = ? and (owner is null or expires < now())
            limit 1 for update skip locked)
        returning unit\
        """;

    private static final String LEAVE = """
        update peer_unit set owner = null, expires = null
        where semaphore = ? and unit = ? and owner = ?\
        """;

    private static final String LEAVE_AND_NOTIFY = LEAVE + " returning pg_notify('peer_unit', semaphore)";
    private static final Duration POLL = Duration.ofMillis(1);
    private static final Duration POLL_BESIDE_NOTIFICATIONS = Duration.ofMillis(100);

    private final String name;
    private final boolean notifies;
    private final ThreadConnections connections;

    @SuppressWarnings("ThreadLocalUsage") // one per benchmarked object, and threads that end with it
    private final ThreadLocal<Statements> statements = new ThreadLocal<>();

    private final Semaphore notifications = new Semaphore(0);
    private final AtomicInteger waiters = new AtomicInteger();
    private final Thread listener;
    private volatile boolean isClosed;

    /** The statements of one thread. */
    private record Statements(String owner, PreparedStatement enter, PreparedStatement leave) {}

    RowPerUnit(String url, String name, int places, boolean notifies) throws SQLException {
        this.name = name;
        this.notifies = notifies;
        connections = new ThreadConnections(url);
        createRows(connections.getConnection(), name, places);
        listener = Thread.ofPlatform().daemon().unstarted(() -> listen(url));
        if (notifies) {
            listener.start();
        }
    }

    private static void createRows(Connection connection, String name, int places) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("select pg_advisory_lock(815)"); // the processes open it at the same time
            statement.execute("""
                create table if not exists peer_unit (
                    semaphore varchar(200),
                    unit int,
                    owner varchar(200),
                    expires timestamptz,
                    primary key (semaphore, unit)
                ) with (fillfactor = 50)\
                """);
            statement.execute("select pg_advisory_unlock(815)");
        }
        String sql = "insert into peer_unit select ?, generate_series(1, ?) on conflict do nothing";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, name);
            insert.setInt(2, places);
            insert.execute();
        }
    }

    @Override
    public Place enter() throws SQLException, InterruptedException {
        Statements mine = prepare();
        int unit = attempt(mine);
        if (unit == 0) {
            waiters.incrementAndGet();
            try {
                while (unit == 0) {
                    await();
                    unit = attempt(mine);
                }
            } finally {
                waiters.decrementAndGet();
            }
        }
        int held = unit;
        return () -> leave(mine, held);
    }

    private void await() throws InterruptedException {
        if (!notifies) {
            Thread.sleep(POLL);
        } else if (notifications.tryAcquire(POLL_BESIDE_NOTIFICATIONS.toMillis(), TimeUnit.MILLISECONDS)) {
            notifications.drainPermits(); // several notifications may be about the same unit
        }
    }

    private Statements prepare() throws SQLException {
        Statements mine = statements.get();
        if (mine == null) {
            Connection connection = connections.getConnection();
            mine = new Statements(
                    ProcessHandle.current().pid() + "/" + Thread.currentThread().threadId(),
                    connection.prepareStatement(ENTER),
                    connection.prepareStatement(notifies ? LEAVE_AND_NOTIFY : LEAVE));
            statements.set(mine);
        }
        return mine;
    }

    /** Returns the unit; 0 if there is none. */
    private int attempt(Statements mine) throws SQLException {
        mine.enter.setString(1, mine.owner);
        mine.enter.setString(2, name);
        try (ResultSet rows = mine.enter.executeQuery()) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }

    private void leave(Statements mine, int unit) throws SQLException {
        mine.leave.setString(1, name);
        mine.leave.setInt(2, unit);
        mine.leave.setString(3, mine.owner);
        mine.leave.execute();
    }

    private void listen(String url) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("listen peer_unit");
            PGConnection server = connection.unwrap(PGConnection.class);
            while (!isClosed) {
                PGNotification[] arrived = server.getNotifications(50);
                if (arrived != null && waiters.get() > 0) {
                    notifications.release(arrived.length);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        isClosed = true; // the listener ends soon
        connections.close();
    }
}
