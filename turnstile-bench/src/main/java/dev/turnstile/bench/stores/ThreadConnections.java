package dev.turnstile.bench.stores;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * The best case of a connection pool: each thread has a connection of its own, which it gets at once and keeps. Closing
 * a connection has no effect, until all are closed.
 */
final class ThreadConnections implements DataSource, AutoCloseable {
    private final String url;
    private final Queue<Connection> all = new ConcurrentLinkedQueue<>();

    @SuppressWarnings("ThreadLocalUsage") // one per benchmarked object, and threads that end with it
    private final ThreadLocal<Connection> mine = new ThreadLocal<>();

    ThreadConnections(String url) {
        this.url = url;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection kept = mine.get();
        if (kept == null) {
            Connection opened = DriverManager.getConnection(url);
            all.add(opened);
            kept = withoutClose(opened);
            mine.set(kept);
        }
        return kept;
    }

    private static Connection withoutClose(Connection opened) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    try {
                        return method.invoke(opened, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public void close() throws SQLException {
        for (Connection opened : all) {
            opened.close();
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
