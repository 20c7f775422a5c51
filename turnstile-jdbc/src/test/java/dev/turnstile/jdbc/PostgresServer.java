package dev.turnstile.jdbc;

import dev.turnstile.conformance.StoreContract;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.tukaani.xz.XZInputStream;

/** A PostgreSQL server behind a {@link Proxy}, from the binaries among the test dependencies or an installed one. */
final class PostgresServer implements StoreContract.Server, AutoCloseable {
    private static final String BINARIES = "/postgres-linux-x86_64.txz";

    private final ServerProcess process = new ServerProcess("postgres");
    private final int port = ServerProcess.freePort();
    private final Proxy proxy = new Proxy(port);
    private final Path programs;

    PostgresServer() {
        try {
            programs = unpack().or(PostgresServer::installed).orElseThrow();
            begin();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void begin() {
        process.runAsServer(List.of(
                programs.resolve("initdb").toString(),
                "--pgdata=" + data(),
                "--username=operator",
                "--auth=trust",
                "--no-sync",
                "--encoding=UTF8",
                "--locale=C"));
        start();
        try (Connection connection = direct("operator").getConnection()) {
            Dialect.run(connection, "create role app login superuser"); // may create tables
            Dialect.run(connection, "create role restricted login");
        } catch (SQLException e) {
            throw new IllegalStateException(process.log(), e);
        }
    }

    /** Returns why there can't be a server, if so. */
    static Optional<String> missing() {
        boolean hasBinaries = PostgresServer.class.getResource(BINARIES) != null
                && System.getProperty("os.arch").equals("amd64");
        if (!hasBinaries && installed().isEmpty()) {
            return Optional.of("no server for " + System.getProperty("os.arch") + "; install postgresql");
        }
        return ServerProcess.missing();
    }

    private static Optional<Path> installed() {
        Path versions = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(versions)) {
            return Optional.empty();
        }
        try (Stream<Path> all = Files.list(versions)) {
            return all.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Path::compareTo);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<Path> unpack() {
        if (!System.getProperty("os.arch").equals("amd64")) {
            return Optional.empty();
        }
        Path folder = process.folder().resolve("postgres");
        try (InputStream packed = PostgresServer.class.getResourceAsStream(BINARIES)) {
            if (packed == null) {
                return Optional.empty();
            }
            Files.createDirectory(folder);
            Process tar = new ProcessBuilder("tar", "-x", "-C", folder.toString(), "--no-same-owner")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (OutputStream to = tar.getOutputStream()) {
                new XZInputStream(new BufferedInputStream(packed)).transferTo(to);
            }
            if (tar.waitFor() != 0) {
                throw new IllegalStateException("tar failed");
            }
            return Optional.of(folder.resolve("bin"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Path data() {
        return process.folder().resolve("data");
    }

    @Override
    public void start() {
        List<String> command =
                new ArrayList<>(List.of(programs.resolve("postgres").toString(), "-D", data().toString()));
        for (String setting : List.of(
                "port=" + port,
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=",
                "max_connections=200",
                "shared_buffers=16MB")) {
            command.addAll(List.of("-c", setting));
        }
        process.start(command);
        Proxy.untilConnected(direct("operator"), process::log);
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

    /** Returns the port of the server itself, without the proxy. */
    int port() {
        return port;
    }

    /** Returns the URL of the database through the proxy at this port, as a user that may create tables. */
    static String url(int port, String schema) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=app&connectTimeout=2&currentSchema=" + schema;
    }

    /** Returns the URL of the database through the proxy. */
    String url(String schema) {
        return url(proxy.port(), schema);
    }

    /** Returns the database as this user sees it, through the proxy. */
    PGSimpleDataSource as(String user) {
        return dataSource(user, proxy.port());
    }

    private DataSource direct(String user) {
        return dataSource(user, port);
    }

    private static PGSimpleDataSource dataSource(String user, int port) {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setServerNames(new String[] {"127.0.0.1"});
        dataSource.setPortNumbers(new int[] {port});
        dataSource.setDatabaseName("postgres");
        dataSource.setUser(user);
        return dataSource;
    }

    @Override
    public void close() {
        proxy.close();
        process.close();
    }
}
