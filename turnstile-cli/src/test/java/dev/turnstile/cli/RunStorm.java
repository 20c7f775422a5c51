package dev.turnstile.cli;

import dev.turnstile.testing.Proxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.h2.tools.Server;

/**
 * A database server, and runs of {@code turnstile run --on} that reach it through a {@link Proxy} each. Their commands
 * log when they are inside, as {@link dev.turnstile.testing.StormLog} reads it.
 *
 * <p>Times are those of {@code /proc/uptime}, which a shell can read without starting a process, and which all
 * processes share. It has a resolution of 10 ms. A time is rounded so that the judge is never too strict.
 */
final class RunStorm implements AutoCloseable {
    /** Stands for the log of a run in its options. */
    static final String LOG = "LOG";

    /** Sets {@code now} to hundredths of a second. */
    private static final String CLOCK = "now() { read -r up _ </proc/uptime; now=${up%.*}${up#*.}; }\n";

    private static final String DONE = "done"; // the last line of a command that ends by itself
    private static final long HUNDREDTH = 10_000_000;

    private final Path folder;
    private final Shell shell;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<Run> runs = new ArrayList<>();
    private Server server;
    private boolean isUp;

    RunStorm(Path folder) throws SQLException {
        this.folder = folder;
        shell = new Shell(folder);
        server = start(0);
        isUp = true;
    }

    private Server start(int port) throws SQLException {
        return Server.createTcpServer("-tcpPort", String.valueOf(port), "-ifNotExists", "-baseDir", folder.toString())
                .start();
    }

    void stopServer() {
        count("restarts");
        server.stop();
        isUp = false;
    }

    void startServer() throws SQLException {
        if (!isUp) {
            server = start(server.getPort());
            isUp = true;
        }
    }

    boolean isUp() {
        return isUp;
    }

    void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    Map<String, Integer> counts() {
        return counts;
    }

    List<Run> runs() {
        return runs;
    }

    Proxy proxy() {
        return new Proxy(server.getPort());
    }

    /** Returns the time in nanoseconds, rounded down. */
    static long now() {
        try {
            String up = Files.readString(Path.of("/proc/uptime")).split(" ")[0];
            return Long.parseLong(up.replace(".", "")) * HUNDREDTH;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A run of the command line, and the log of what it runs. */
    final class Run {
        private final Proxy proxy;
        private final String call; // the turnstile, and a number
        private final Path log;
        private final Shell.Started started;
        private Optional<ProcessHandle> killedCommand = Optional.empty();
        private boolean wasDone; // when it was killed
        private boolean wasPaused; // past its lease, while its command ran
        private long mustEndAt = Long.MAX_VALUE; // nanoTime

        private Run(Proxy proxy, String gate, List<String> options, String script) {
            this.proxy = proxy;
            call = gate + " " + runs.size();
            log = folder.resolve("run" + runs.size());
            say("call " + call + " " + now());
            List<String> words = new ArrayList<>(List.of("run", gate));
            options.forEach(option -> words.add(option.replace(LOG, log.toString())));
            words.addAll(List.of("--", "sh", "-c", CLOCK + script, "sh", log.toString(), call));
            started = shell.start(List.of(), variables(proxy.port()), words.toArray(String[]::new));
            runs.add(this);
        }

        private void say(String line) {
            try {
                Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        Path log() {
            return log;
        }

        Proxy proxy() {
            return proxy;
        }

        boolean isAlive() {
            return started.process().isAlive();
        }

        int code() {
            return started.process().exitValue();
        }

        String err() {
            return read(started.err());
        }

        /** Returns true if a line of the log begins with this word. */
        boolean hasSaid(String word) {
            return read(log).lines().anyMatch(line -> line.startsWith(word + " "));
        }

        void terminate() {
            started.process().destroy();
        }

        /** Sends TERM to the command itself. */
        void endCommand() {
            started.process().children().forEach(ProcessHandle::destroy);
        }

        /** Kills the process of the command line: kill -9. */
        void kill() {
            count("kills");
            killedCommand = started.process().children().findFirst();
            started.kill();
            wasDone = hasSaid(DONE); // the kernel has killed the command before it reports the end of its run
        }

        /** Returns true if the command has come to its end after its run was killed. */
        boolean hasGoneOn() {
            return killedCommand.isPresent() && !wasDone && hasSaid(DONE);
        }

        /** Returns true if the command runs. */
        boolean isInside() {
            return hasSaid("in") && !hasSaid(DONE);
        }

        boolean wasKilled() {
            return started.process().exitValue() == 128 + 9;
        }

        /** Returns the command of a run that was killed, if it lives. */
        Optional<ProcessHandle> survivor() {
            return killedCommand.filter(ProcessHandle::isAlive);
        }

        /**
         * Stops the process of the command line, but not its command. The command does not count from now on: nothing
         * can stop it when its permit ends.
         */
        void pause() {
            count("pauses");
            String leave = "leave " + call + " " + now();
            signal("STOP");
            wasPaused = started.process().children().findAny().isPresent();
            if (wasPaused) {
                say(leave);
            }
        }

        /** Continues the process after its permit has ended. It must end its command within this time. */
        void resume(long nanos) {
            signal("CONT");
            if (wasPaused) {
                mustEndAt = System.nanoTime() + nanos;
            }
        }

        boolean wasPaused() {
            return wasPaused;
        }

        boolean isOverdue() {
            return isAlive() && System.nanoTime() - mustEndAt > 0 && mustEndAt != Long.MAX_VALUE;
        }

        private void signal(String signal) {
            try {
                new ProcessBuilder(
                                "kill",
                                "-" + signal,
                                String.valueOf(started.process().pid()))
                        .start()
                        .waitFor();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public String toString() {
            return log.getFileName() + ": " + read(log) + err();
        }
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts a run whose command is this shell script, which has {@code now}, and $1, its log, and $2, gate and call.
     */
    Run start(Proxy proxy, String gate, List<String> options, String script) {
        return new Run(proxy, gate, options, script);
    }

    private Map<String, String> variables(int port) {
        return Map.of("TURNSTILE_ON", "jdbc:h2:tcp://localhost:" + port + "/./store", "TURNSTILE_USER", "sa");
    }

    /** Runs another command of the command line, without a proxy. */
    Shell.Ended run(String... args) {
        return shell.start(List.of(), variables(server.getPort()), args).await();
    }

    /** Waits until the condition is true. Returns false if it takes too long. */
    static boolean await(BooleanSupplier so) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!so.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.sleep(10);
        }
        return true;
    }

    @Override
    public void close() {
        for (Run run : runs) {
            List<ProcessHandle> commands = run.started.process().descendants().toList();
            run.started.kill();
            commands.forEach(ProcessHandle::destroyForcibly);
            run.survivor().ifPresent(ProcessHandle::destroyForcibly);
            run.proxy.close();
        }
        server.stop();
    }
}
