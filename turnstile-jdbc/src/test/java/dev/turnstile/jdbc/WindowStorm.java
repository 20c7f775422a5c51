package dev.turnstile.jdbc;

import dev.turnstile.Snapshot;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.StoredLedger;
import dev.turnstile.driver.store.StoreOperator;
import dev.turnstile.testing.StormLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A storm over a window on PostgreSQL. {@link WindowWorker}s serve and leave; an operator ends the sessions of those
 * that were killed. A trigger records every value of the window and every heartbeat for {@link WindowHistory}, the
 * judge; {@link StormLog} judges the limit and fences.
 */
final class WindowStorm extends StoreStorm {
    private static final String GATE = "web";
    private static final int FLOOR = 2;
    private static final int LIMIT = 4;
    private static final int THREADS = 2;
    private static final Duration OPERATOR_PAUSE = Duration.ofMillis(500);

    private final Path folder;
    private final Set<Long> killedPids = new HashSet<>();
    private final Map<Path, Boolean> killed = new HashMap<>(); // by log
    private long nextRound = System.nanoTime();

    WindowStorm(Database database, Path folder, long seed, Duration time) {
        super(database, folder, seed, time);
        this.folder = folder;
    }

    @Override
    void prepare(Connection connection) throws SQLException {
        for (String statement : Jdbc.schema(url())) {
            Dialect.run(connection, statement);
        }
        Dialect.run(
                connection,
                "create table storm_history (id bigserial, name varchar(300), content bytea, at timestamptz)");
        Dialect.run(connection, """
            create function storm_note() returns trigger language plpgsql as $$ begin
                insert into storm_history (name, content, at) values (new.name, new.content, clock_timestamp());
                return null;
            end $$\
            """);
        Dialect.run(
                connection,
                "create trigger storm_note after insert or update on turnstile_register"
                        + " for each row execute function storm_note()");
    }

    @Override
    Class<?> worker() {
        return WindowWorker.class;
    }

    @Override
    List<String> arguments() {
        return List.of(String.valueOf(THREADS), GATE, String.valueOf(FLOOR), String.valueOf(LIMIT));
    }

    @Override
    void killed(Process process, Path log) {
        killedPids.add(process.pid());
        killed.put(log, true);
    }

    /** Ends the sessions of processes that were killed: only an operator knows that they are gone. */
    @Override
    void operate() {
        if (System.nanoTime() - nextRound >= 0) {
            nextRound = System.nanoTime() + OPERATOR_PAUSE.toNanos();
            try {
                endKilled();
            } catch (TurnstileUnusableException noAnswer) {
                // the next round does it
            }
        }
    }

    /** Returns how many units are held. */
    private int endKilled() {
        StoreOperator operator = driver().operator();
        Optional<Snapshot> now = operator.snapshot(GATE);
        now.map(Snapshot::holders).orElse(List.of()).stream()
                .filter(holder ->
                        killedPids.contains(holder.owner().orElseThrow().pid()))
                .forEach(holder -> operator.force(GATE, holder.fence()));
        return now.map(Snapshot::held).orElse(0);
    }

    @Override
    String judge(StormLog log) throws SQLException {
        wrong.addAll(log.judge(GATE, LIMIT));
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (endKilled() > 0 && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        checkEmpty(driver(), GATE);
        driver().endSessions();
        WindowHistory history = new WindowHistory(FLOOR, LEASE);
        read(history);
        try (var files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("worker"))
                    .toList()) {
                history.log(file, killed.getOrDefault(file, false));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        wrong.addAll(history.judge());
        if (history.counts().getOrDefault("holders let out", 0) == 0) {
            wrong.add("no holder has left");
        }
        return log.count("out") + " gave up, " + history.counts();
    }

    private void read(WindowHistory history) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select name, content,"
                        + " (extract(epoch from at) * 1000000)::bigint from storm_history order by id")) {
            while (rows.next()) {
                String name = rows.getString(1);
                if (name.equals("t/" + GATE)) {
                    history.add(StoredLedger.of(rows.getBytes(2)), rows.getLong(3));
                } else if (name.startsWith("s/")) {
                    history.beat(SessionId.of(name.substring("s/".length())), rows.getLong(3));
                }
            }
        }
    }
}
