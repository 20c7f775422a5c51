package dev.turnstile.jdbc;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.store.StoreDriver;
import dev.turnstile.testing.StormLog;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A storm over turnstiles with a limit: {@link StormWorker}s enter and leave, hold units in guarded transactions, time
 * out and cancel. {@link StormLog} judges what they have logged.
 */
final class PermitStorm extends StoreStorm {
    private static final Map<String, Integer> GATES = new TreeMap<>(Map.of("one", 1, "three", 3, "twenty", 20));
    private static final int THREADS = 2;

    PermitStorm(Database database, Path folder, long seed, Duration time) {
        super(database, folder, seed, time);
    }

    @Override
    void prepare(Connection connection) throws SQLException {
        Dialect.run(connection, "create table storm_effects (gate varchar(100), fence bigint)");
    }

    @Override
    Class<?> worker() {
        return StormWorker.class;
    }

    @Override
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(String.valueOf(THREADS)));
        GATES.forEach((gate, limit) -> arguments.add(gate + "=" + limit));
        return arguments;
    }

    @Override
    String judge(StormLog log) throws InterruptedException {
        GATES.forEach((gate, limit) -> wrong.addAll(log.judge(gate, limit)));
        checkNothingIsLeft();
        return "%,d gave up, %,d lost permits, %,d guarded transactions rolled back"
                .formatted(log.count("out"), log.count("lost"), log.count("rolled-back"));
    }

    /** Takes all units, which it gets only once those of killed processes are free. */
    private void checkNothingIsLeft() throws InterruptedException {
        StoreDriver driver = driver();
        for (Map.Entry<String, Integer> each : GATES.entrySet()) {
            try (Turnstile gate =
                    Turnstile.atMost(each.getValue()).named(each.getKey()).open(driver)) {
                Optional<Permit> all = gate.tryAcquire(each.getValue(), PATIENCE);
                if (all.isEmpty()) {
                    wrong.add("units are lost: " + gate.snapshot());
                }
                all.ifPresent(Permit::close);
            }
            checkEmpty(driver, each.getKey());
        }
        driver.endSessions();
    }
}
