package dev.turnstile.jdbc;

import dev.turnstile.conformance.StoreContract;
import dev.turnstile.testing.Proxy;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.tukaani.xz.XZInputStream;

/** A PostgreSQL server behind a {@link Proxy}, from the binaries among the test dependencies or an installed one. */
final class PostgresServer implements StoreContract.Server, AutoCloseable {
    private static final String BINARIES = "/postgres-linux-x86_64.txz";

    private static final String HERE = "127.0.0.1";
    private static final String READY = "database system is ready to accept connections";

    private final ServerProcess process;
    private final String address;
    private final int port = ServerProcess.freePort();
    private final Proxy proxy = new Proxy(port);
    private final Path programs;

    PostgresServer() {
        this(new ServerProcess("postgres"), HERE, Optional.empty());
    }

    /** Starts a server with the programs of another one. */
    PostgresServer(Path programs) {
        this(new ServerProcess("postgres"), HERE, Optional.of(programs));
    }

    private PostgresServer(ServerProcess process, String address, Optional<Path> unpacked) {
        this.process = process;
        this.address = address;
        try {
            programs = unpacked.or(this::unpack).or(PostgresServer::installed).orElseThrow();
            initialise();
            start();
            if (address.equals(HERE)) {
                createRoles();
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Starts a server in a network namespace, where it has this address. The proxy does not lead to it. */
    static PostgresServer in(NetworkNamespace namespace, String address) {
        return new PostgresServer(new ServerProcess("postgres", namespace.prefix()), address, Optional.empty());
    }

    Path programs() {
        return programs;
    }

    private void initialise() {
        process.runAsServer(List.of(
                programs.resolve("initdb").toString(),
                "--pgdata=" + data(),
                "--username=operator",
                "--auth=trust",
                "--no-sync",
                "--encoding=UTF8",
                "--locale=C"));
        try {
            Files.writeString(
                    data().resolve("pg_hba.conf"),
                    "host all all " + address + "/24 trust\n",
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void createRoles() {
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
                "listen_addresses=" + address,
                "unix_socket_directories=",
                "max_connections=500",
                "shared_buffers=16MB")) {
            command.addAll(List.of("-c", setting));
        }
        process.start(command);
        if (address.equals(HERE)) {
            ServerProcess.untilConnected(direct("operator"), process::log);
        } else {
            untilReady();
        }
    }

    /** Waits until the server says that it is ready, for this process can't reach it. */
    private void untilReady() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!process.log().contains(READY)) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("the server does not start:\n" + process.log());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    /** Returns the URL of the database for processes in its network. */
    String namespaceUrl() {
        return "jdbc:postgresql://" + address + ":" + port + "/postgres?user=operator&connectTimeout=2";
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

    /** Returns the database as this user sees it, without the proxy: each call takes half the time. */
    DataSource direct(String user) {
        return dataSource(user, port);
    }

    private static PGSimpleDataSource dataSource(String user, int port) {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setServerNames(new String[] {HERE});
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
