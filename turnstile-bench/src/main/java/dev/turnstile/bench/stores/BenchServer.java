package dev.turnstile.bench.stores;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tukaani.xz.XZInputStream;

/**
 * A PostgreSQL server on Linux x86-64 with its default settings, from the binaries on the class path, in a temporary
 * folder. A shell watches its standard input, which ends with this JVM; then it stops the server and removes the
 * folder.
 */
final class BenchServer implements AutoCloseable {
    private static final String UNPRIVILEGED = "65534"; // PostgreSQL refuses to run as root
    private static final String BINARIES = "/postgres-linux-x86_64.txz";
    private static final long PATIENCE_SECONDS = 60;
    private static final String WATCH = """
        folder=$1; shift
        "$@" </dev/null >"$folder/server.log" 2>&1 & server=$!
        read -r word
        kill -INT $server; wait $server
        rm -rf "$folder"
        """;

    private final Path folder;
    private final int port;
    private final Process watch;

    BenchServer() throws IOException, InterruptedException {
        folder = Files.createTempDirectory("turnstile-bench-postgres");
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        unpack();
        if (isRoot()) {
            run(List.of("chown", UNPRIVILEGED, folder.toString()));
        }
        String data = folder.resolve("data").toString();
        run(asServer(List.of(program("initdb"), "-D", data, "-U", "bench", "-A", "trust", "-N", "-E", "UTF8")));
        List<String> command = new ArrayList<>(List.of("sh", "-c", WATCH, "sh", folder.toString()));
        command.addAll(asServer(List.of(program("postgres"), "-D", data, "-p", "" + port, "-k", "")));
        watch = new ProcessBuilder(command).directory(folder.toFile()).start();
        awaitServer();
    }

    /** Returns true if there is a server for this machine. */
    static boolean exists() {
        return BenchServer.class.getResource(BINARIES) != null
                && System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64");
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=bench";
    }

    private void unpack() throws IOException, InterruptedException {
        try (InputStream packed = BenchServer.class.getResourceAsStream(BINARIES)) {
            Process tar = new ProcessBuilder("tar", "-x", "-C", folder.toString(), "--no-same-owner").start();
            try (OutputStream to = tar.getOutputStream()) {
                new XZInputStream(new BufferedInputStream(packed)).transferTo(to);
            }
            check("tar", tar);
        }
    }

    private String program(String name) {
        return folder.resolve("bin").resolve(name).toString();
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    /** The server refuses to run as root. */
    private static List<String> asServer(List<String> command) {
        List<String> all = new ArrayList<>();
        if (isRoot()) {
            all.addAll(List.of("setpriv", "--reuid=" + UNPRIVILEGED, "--regid=" + UNPRIVILEGED, "--clear-groups"));
        }
        all.addAll(command);
        return all;
    }

    private void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        check(command.getFirst(), process);
    }

    private static void check(String what, Process process) throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IllegalStateException(what + " failed");
        }
    }

    private void awaitServer() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try {
                DriverManager.getConnection(url()).close();
                return;
            } catch (SQLException e) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("the PostgreSQL server does not answer", e);
                }
                Thread.sleep(50);
            }
        }
    }

    /** Stops the server and removes its folder. */
    @Override
    public void close() throws IOException {
        watch.getOutputStream().close();
        try {
            watch.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
