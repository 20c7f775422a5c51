package dev.turnstile.jdbc;

import dev.turnstile.conformance.StoreContract;
import dev.turnstile.testing.Proxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** An installed MariaDB server with data of its own, behind a {@link Proxy}. */
final class MariaServer implements StoreContract.Server, AutoCloseable {
    private final ServerProcess process = new ServerProcess("mariadb");
    private final int port = ServerProcess.freePort();
    private final Proxy proxy = new Proxy(port);

    MariaServer() {
        try {
            begin();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void begin() {
        process.runAsServer(List.of(
                program("mariadb-install-db"),
                "--no-defaults",
                "--datadir=" + data(),
                "--auth-root-authentication-method=normal",
                "--skip-test-db"));
        try {
            Files.writeString(process.folder().resolve("init.sql"), """
                create database if not exists turnstile;
                create user if not exists app@'127.0.0.1';
                grant all on *.* to app@'127.0.0.1' with grant option;
                create user if not exists restricted@'127.0.0.1';
                """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start();
    }

    /** Returns why there can't be a server, if so. */
    static Optional<String> missing() {
        if (ServerProcess.find("mariadbd").isEmpty()
                || ServerProcess.find("mariadb-install-db").isEmpty()) {
            return Optional.of("mariadbd is not installed; install mariadb-server");
        }
        return ServerProcess.missing();
    }

    private static String program(String name) {
        return ServerProcess.find(name).orElseThrow().toString();
    }

    private Path data() {
        return process.folder().resolve("data");
    }

    @Override
    public void start() {
        process.start(List.of(
                program("mariadbd"),
                "--no-defaults",
                "--datadir=" + data(),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--socket=" + process.folder().resolve("socket"),
                "--pid-file=" + process.folder().resolve("pid"),
                "--init-file=" + process.folder().resolve("init.sql"),
                "--innodb-buffer-pool-size=16M"));
        ServerProcess.untilConnected(dataSource("app", port), process::log);
    }

    @Override
    public void stop() {
        process.stop();
    }

    @Override
    public void silence() {
        proxy.silence();
    }

    @Override
    public void restore() {
        proxy.restore();
    }

    /** Returns the database as this user sees it, through the proxy. */
    DataSource as(String user) {
        return dataSource(user, proxy.port());
    }

    private static DataSource dataSource(String user, int port) {
        try {
            MariaDbDataSource dataSource = new MariaDbDataSource("jdbc:mariadb://127.0.0.1:" + port + "/turnstile");
            dataSource.setUser(user);
            return dataSource;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        proxy.close();
        process.close();
    }
}
