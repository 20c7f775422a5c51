package dev.turnstile.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A data source for programs that have none: a URL, and the driver that knows it. Two of them are equal if their URLs
 * and properties are.
 *
 * @param properties user, password and more; copied
 */
record DriverDataSource(String url, Properties properties) implements DataSource {
    DriverDataSource {
        Properties copy = new Properties();
        copy.putAll(properties);
        properties = copy;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Properties all = new Properties();
        if (url.startsWith("jdbc:postgresql:")) {
            all.setProperty("loginTimeout", "10"); // otherwise a silent server holds it up forever
        }
        all.putAll(properties);
        return DriverManager.getConnection(url, all);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return DriverManager.getConnection(url, user, password);
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

    @Override
    public String toString() {
        return Places.withoutSecrets(url);
    }
}
