package dev.turnstile.jdbc;

import dev.turnstile.Snapshot;
import dev.turnstile.driver.store.StoreDriver;
import dev.turnstile.testing.Proxy;
import dev.turnstile.testing.StormLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A storm over turnstiles in a database: processes use them and log what they see. Meanwhile they are killed with
 * {@code kill -9}, stopped for longer than their lease and continued, and cut off; and the server is killed and started
 * again. A subclass says what the processes do, and judges what they have logged.
 */
abstract class StoreStorm {
    /** The database of a storm. */
    interface Database {
        /** Returns its URL, through a proxy at this port. */
        String url(int port);

        /** Returns the port of the server. */
        int port();

        /** Kills the server. */
        void stop();

        /** Starts the server again, and waits until it answers. */
        void start();
    }

    static final Duration LEASE = Duration.ofSeconds(2);
    static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int WORKERS = 3;
    private static final int ENTRIES_MIN = 10;
    private static final Duration TICK = Duration.ofMillis(50);

    final List<String> wrong = new ArrayList<>();
    private final Database database;
    private final Path folder;
    private final Random random;
    private final Duration time;
    private final List<Worker> workers = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private Optional<Long> serverStarts = Optional.empty(); // nanoTime

    StoreStorm(Database database, Path folder, long seed, Duration time) {
        this.database = database;
        this.folder = folder;
        this.random = new Random(seed);
        this.time = time;
    }

    /** Prepares the database. */
    abstract void prepare(Connection connection) throws SQLException;

    /**
     * Returns the main class of the processes. Its arguments are the URL of the database, the lease in milliseconds,
     * its log and a seed; then {@link #arguments}.
     */
    abstract Class<?> worker();

    abstract List<String> arguments();

    /** Called again and again during the storm, while the server runs. */
    void operate() {}

    /** Called after a process was killed. */
    void killed(Process process, Path log) {}

    /** Adds what is wrong to the list of that name, and returns counts to print. */
    abstract String judge(StormLog log) throws SQLException, InterruptedException;

    /** Returns the URL of the database without a proxy. */
    final String url() {
        return database.url(database.port());
    }

    /** Returns a driver for the database without a proxy. */
    final StoreDriver driver() {
        return StoreDriver.on(Jdbc.store(url(), new Properties())).lease(LEASE);
    }

    final void checkEmpty(StoreDriver driver, String gate) {
        Snapshot after = driver.operator().snapshot(gate).orElseThrow();
        if (after.held() > 0 || !after.holders().isEmpty() || !after.waiters().isEmpty()) {
            wrong.add("left behind: " + after);
        }
    }

    /** A process, its way to the server, and what was done to it. */
    private final class Worker implements AutoCloseable {
        private final Proxy proxy = new Proxy(database.port());
        private final List<Path> logs = new ArrayList<>();
        private Process process = start();
        private Optional<Runnable> remedy = Optional.empty();
        private long remedyDue;

        private Process start() {
            Path log = folder.resolve("worker" + System.nanoTime());
            logs.add(log);
            List<String> arguments = new ArrayList<>(List.of(
                    database.url(proxy.port()),
                    String.valueOf(LEASE.toMillis()),
                    log.toString(),
                    String.valueOf(random.nextLong())));
            arguments.addAll(arguments());
            return Peer.start(worker(), ProcessBuilder.Redirect.DISCARD, arguments.toArray(String[]::new));
        }

        void disturb() {
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    count("kills");
                    Peer.end(process);
                    killed(process, logs.getLast());
                    process = start();
                }
                case 2, 3 -> {
                    count("pauses");
                    Process paused = process;
                    Peer.signal("STOP", paused);
                    remedy(1_000 + random.nextInt(3_000), () -> Peer.signal("CONT", paused));
                }
                case 4 -> {
                    count("cuts");
                    proxy.silence();
                    remedy(200 + random.nextInt(3_500), proxy::restore);
                }
                default -> {
                    count("broken links");
                    proxy.restore(); // breaks all connections
                }
            }
        }

        private void remedy(int millis, Runnable task) {
            remedy = Optional.of(task);
            remedyDue = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        }

        void tick(int oneIn) {
            if (remedy.isPresent() && System.nanoTime() - remedyDue >= 0) {
                heal();
            } else if (remedy.isEmpty() && random.nextInt(oneIn) == 0) {
                disturb();
            }
            if (!process.isAlive()) {
                wrong.add("a worker ended by itself with status " + process.exitValue());
                process = start();
            }
        }

        void heal() {
            remedy.ifPresent(Runnable::run);
            remedy = Optional.empty();
        }

        void tellTheEnd() {
            try {
                process.getOutputStream().write('.');
                process.getOutputStream().flush();
            } catch (IOException e) {
                wrong.add("a worker did not hear the end: " + e);
            }
        }

        void join(long deadline) throws InterruptedException {
            if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                wrong.add("a worker is stuck; it is " + logs.getLast());
                Peer.signal("QUIT", process); // prints its threads
                process.waitFor(1, TimeUnit.SECONDS);
            }
        }

        @Override
        public void close() {
            heal();
            Peer.end(process);
            proxy.close();
        }
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    /** Runs the storm. Returns what is wrong. */
    List<String> go() throws Exception {
        try (Connection connection = DriverManager.getConnection(url())) {
            prepare(connection);
        }
        long begun = System.nanoTime();
        try {
            for (int i = 0; i < WORKERS; i++) {
                workers.add(new Worker());
            }
            while (System.nanoTime() - begun < time.toNanos()) {
                LockSupport.parkNanos(TICK.toNanos());
                workers.forEach(worker -> worker.tick(50));
                tickServer();
                if (serverStarts.isEmpty()) {
                    operate();
                }
            }
            endDisturbances();
            workers.forEach(Worker::tellTheEnd);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            for (Worker worker : workers) {
                worker.join(deadline);
            }
        } finally {
            if (serverStarts.isPresent()) {
                database.start();
            }
            workers.forEach(Worker::close);
        }
        StormLog log = new StormLog();
        for (Worker worker : workers) {
            for (Path file : worker.logs) {
                if (Files.exists(file)) {
                    log.add(file);
                }
            }
        }
        String more = judge(log);
        System.out.printf(
                Locale.ROOT,
                "  %,d entries, %s, %s; %.0f s%n",
                log.count("in"),
                counts,
                more,
                (System.nanoTime() - begun) / 1e9);
        if (log.count("in") < ENTRIES_MIN) {
            wrong.add("no progress: " + log.count("in") + " entries");
        }
        return wrong;
    }

    private void tickServer() {
        if (serverStarts.isPresent() && System.nanoTime() - serverStarts.get() >= 0) {
            database.start();
            serverStarts = Optional.empty();
        } else if (serverStarts.isEmpty() && random.nextInt(160) == 0) {
            count("restarts");
            database.stop();
            serverStarts = Optional.of(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(3_000)));
        }
    }

    private void endDisturbances() {
        if (serverStarts.isPresent()) {
            database.start();
            serverStarts = Optional.empty();
        }
        workers.forEach(Worker::heal);
    }
}
