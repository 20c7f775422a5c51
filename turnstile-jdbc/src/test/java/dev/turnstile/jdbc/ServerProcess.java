package dev.turnstile.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The folder and the process of a database server. A shell watches its standard input, which ends with this JVM,
 * however that ends. Then it kills the server and removes the folder.
 */
final class ServerProcess implements AutoCloseable {
    /** Starts the server, and waits for a word, or for the end. A word keeps the folder. */
    private static final String WATCH = """
        folder=$1; shift
        "$@" </dev/null & server=$!
        keep=
        if read -r word; then keep=$word; fi
        kill -KILL $server 2>/dev/null; wait $server 2>/dev/null
        test -n "$keep" || { sleep 0.2; rm -rf "$folder"; }
        """;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final List<String> prefix; // of the command that starts the server
    private Optional<Process> watch = Optional.empty();

    ServerProcess(String name) {
        this(name, List.of());
    }

    ServerProcess(String name, List<String> prefix) {
        this.prefix = prefix;
        try {
            folder = Files.createTempDirectory("turnstile-" + name);
            if (isRoot()) {
                run(List.of("chown", "nobody", folder.toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path folder() {
        return folder;
    }

    static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    /** Returns why processes can't be started, if so. */
    static Optional<String> missing() {
        if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
            return Optional.of("its server is started on Linux only");
        }
        return isRoot() && find("setpriv").isEmpty()
                ? Optional.of("as root, it needs setpriv; install util-linux")
                : Optional.empty();
    }

    /** Returns a program of the usual folders. */
    static Optional<Path> find(String program) {
        return Stream.of("/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/local/bin", "/usr/local/sbin")
                .map(Path::of)
                .map(place -> place.resolve(program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns a port that was free a moment ago. */
    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until a server answers. */
    static void untilConnected(DataSource dataSource, Supplier<String> log) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        SQLException last = new SQLException();
        while (System.nanoTime() - deadline < 0) {
            try (Connection connection = dataSource.getConnection()) {
                if (connection.isValid(10)) {
                    return;
                }
            } catch (SQLException e) {
                last = e;
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        }
        throw new IllegalStateException("the server does not answer:\n" + log.get(), last);
    }

    /** Runs a program to its end as the user of the server, which is not root. */
    void runAsServer(List<String> command) {
        run(asServer(command));
    }

    private static List<String> asServer(List<String> command) {
        List<String> all = new ArrayList<>();
        if (isRoot()) {
            all.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
        }
        all.addAll(command);
        return all;
    }

    private ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("TMPDIR", folder.toString());
        return builder;
    }

    private void run(List<String> command) {
        try {
            Path log = folder.resolve("run.log");
            Process process = builder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(command + " failed:\n" + Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts the server in the background. */
    void start(List<String> command) {
        List<String> all = new ArrayList<>(List.of("sh", "-c", WATCH, "sh", folder.toString()));
        all.addAll(prefix);
        all.addAll(asServer(command));
        try {
            watch = Optional.of(builder(all)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve("server.log").toFile()))
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String log() {
        try {
            return Files.readString(folder.resolve("server.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Kills the server, and keeps its folder. */
    void stop() {
        end("stop\n");
    }

    @Override
    public void close() {
        end("");
    }

    private void end(String word) {
        if (watch.isEmpty() && word.isEmpty()) {
            start(List.of("true")); // the watch removes the folder
        }
        watch.ifPresent(process -> {
            try {
                List<ProcessHandle> all = process.descendants().toList();
                process.getOutputStream().write(word.getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().close();
                process.waitFor(60, TimeUnit.SECONDS);
                for (ProcessHandle one : all) {
                    one.onExit().get(60, TimeUnit.SECONDS);
                }
            } catch (Exception e) {
                throw new IllegalStateException("the server did not end", e);
            }
        });
        watch = Optional.empty();
    }
}
