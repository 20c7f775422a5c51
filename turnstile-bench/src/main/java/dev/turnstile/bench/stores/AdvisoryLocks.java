package dev.turnstile.bench.stores;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * PostgreSQL's advisory locks, which write nothing. The lock belongs to a connection, and is free when that ends. With
 * several places there is one lock for each: a caller tries them all, and then waits for one of them, which need not be
 * the first to be free.
 */
final class AdvisoryLocks implements Contender {
    private final int key;
    private final int places;
    private final ThreadConnections connections;

    @SuppressWarnings("ThreadLocalUsage") // one per benchmarked object, and threads that end with it
    private final ThreadLocal<Statements> statements = new ThreadLocal<>();

    /** The statements of one thread. */
    private record Statements(PreparedStatement attempt, PreparedStatement lock, PreparedStatement unlock) {}

    AdvisoryLocks(String url, String name, int places) {
        key = name.hashCode();
        this.places = places;
        connections = new ThreadConnections(url);
    }

    @Override
    public Place enter() throws SQLException {
        Statements mine = prepare();
        int first = Math.floorMod(Thread.currentThread().threadId(), places);
        int held = first;
        boolean isInside = false;
        for (int i = 0; places > 1 && i < places && !isInside; i++) {
            held = (first + i) % places;
            isInside = run(mine.attempt, held);
        }
        if (!isInside) {
            held = first;
            run(mine.lock, held);
        }
        int place = held;
        return () -> run(mine.unlock, place);
    }

    private Statements prepare() throws SQLException {
        Statements mine = statements.get();
        if (mine == null) {
            Connection connection = connections.getConnection();
            mine = new Statements(
                    connection.prepareStatement("select pg_try_advisory_lock(?, ?)"),
                    connection.prepareStatement("select pg_advisory_lock(?, ?) is not null"),
                    connection.prepareStatement("select pg_advisory_unlock(?, ?)"));
            statements.set(mine);
        }
        return mine;
    }

    private boolean run(PreparedStatement statement, int place) throws SQLException {
        statement.setInt(1, key);
        statement.setInt(2, place);
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getBoolean(1);
        }
    }

    @Override
    public void close() throws SQLException {
        connections.close();
    }
}
