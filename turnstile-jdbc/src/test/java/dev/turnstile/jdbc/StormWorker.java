package dev.turnstile.jdbc;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.driver.store.StoreDriver;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * A process in a {@link PermitStorm}: its threads enter turnstiles in several ways, and log what they see. It ends when
 * its input ends or says so.
 */
final class StormWorker {
    private static final Duration HOLD_MAX = Duration.ofMillis(20);
    private static final Duration LONG_HOLD_MAX = Duration.ofMillis(1_500);

    private final Optional<String> url; // for guarded transactions
    private final StoreDriver driver;
    private final Duration holdMax;
    private final WorkerLog log;
    private final AtomicLong calls = new AtomicLong();
    private final AtomicBoolean isOver = new AtomicBoolean();

    StormWorker(Optional<String> url, StoreDriver driver, Duration holdMax, WorkerLog log) {
        this.url = url;
        this.driver = driver;
        this.holdMax = holdMax;
        this.log = log;
    }

    /**
     * Arguments: the URL of the database, the lease in milliseconds, the log, the seed, the threads per turnstile; then
     * turnstiles, each as NAME=LIMIT.
     */
    public static void main(String[] args) throws InterruptedException {
        StoreDriver driver =
                StoreDriver.on(Jdbc.store(args[0], new Properties())).lease(Duration.ofMillis(Long.parseLong(args[1])));
        StormWorker worker = new StormWorker(Optional.of(args[0]), driver, HOLD_MAX, new WorkerLog(Path.of(args[2])));
        Map<String, Integer> gates = new TreeMap<>();
        for (String gate : List.of(args).subList(5, args.length)) {
            String name = gate.substring(0, gate.indexOf('='));
            gates.put(name, Integer.valueOf(gate.substring(name.length() + 1)));
        }
        List<Thread> threads = worker.start(gates, Integer.parseInt(args[4]), Long.parseLong(args[3]));
        WorkerLog.whenTold(worker::end);
        for (Thread thread : threads) {
            thread.join();
        }
        worker.endSessions();
        worker.log.say("end", "all", 0, "");
    }

    /** Starts threads that enter and leave until {@link #end}. */
    List<Thread> start(Map<String, Integer> gates, int each, long seed) {
        Random random = new Random(seed);
        List<Thread> threads = new ArrayList<>();
        gates.forEach((name, limit) -> {
            for (int i = 0; i < each; i++) {
                long its = random.nextLong();
                threads.add(Thread.ofPlatform().start(() -> pass(name, limit, new Random(its))));
            }
        });
        return threads;
    }

    /** Makes the threads end, each after its current call. */
    void end() {
        isOver.set(true);
    }

    /** Ends the sessions, once the threads have ended. */
    void endSessions() {
        driver.endSessions();
    }

    private void pass(String name, int limit, Random random) {
        Optional<Turnstile> gate = Optional.empty();
        while (!isOver.get()) {
            try {
                if (gate.isEmpty()) {
                    gate = Optional.of(Turnstile.atMost(limit).named(name).open(driver));
                }
                pass(gate.get(), name, 1 + random.nextInt(Math.min(2, limit)), random);
                if (random.nextInt(40) == 0) {
                    gate.get().close();
                    gate = Optional.empty();
                }
            } catch (TurnstileUnusableException noAnswer) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            } catch (InterruptedException | ExecutionException | RuntimeException bug) {
                log.bug(name, bug);
                return;
            }
        }
        gate.ifPresent(Turnstile::close);
        log.say("done", name, 0, "");
    }

    private void pass(Turnstile gate, String name, int units, Random random)
            throws InterruptedException, ExecutionException {
        long call = calls.incrementAndGet();
        log.say("call", name, call, String.valueOf(units));
        Optional<Permit> permit = switch (random.nextInt(8)) {
            case 0 -> gate.tryAcquire(units);
            case 1 -> gate.tryAcquire(units, Duration.ofMillis(random.nextInt(1_000)));
            case 2 -> later(gate.acquireAsync(units), random);
            default -> Optional.of(gate.acquire(units));
        };
        if (permit.isEmpty()) {
            log.say("out", name, call, "");
            return;
        }
        log.say(
                "in",
                name,
                call,
                permit.get().units() + " " + permit.get().fence() + " "
                        + permit.get().slots().stream().map(String::valueOf).collect(Collectors.joining(",")));
        look(permit.get(), name, call);
        hold(permit.get(), name, call, random);
        log.say("leave", name, call, "");
        try {
            permit.get().close();
            log.say("left", name, call, "");
        } catch (PermitLostException e) {
            log.say("lost", name, call, "");
        }
    }

    /** Waits for a future for a while, then cancels it. */
    private static Optional<Permit> later(CompletableFuture<Permit> future, Random random)
            throws InterruptedException, ExecutionException {
        try {
            return Optional.of(future.get(random.nextInt(1_000), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            if (future.cancel(false)) {
                return Optional.empty();
            }
            try {
                return Optional.of(future.get());
            } catch (CancellationException cancelled) {
                return Optional.empty();
            }
        }
    }

    private void hold(Permit permit, String name, long call, Random random) {
        if (url.isPresent() && random.nextInt(30) == 0) {
            guard(permit, name, call, random);
            return;
        }
        Duration most = random.nextInt(100) == 0 ? LONG_HOLD_MAX : holdMax;
        long end = System.nanoTime() + random.nextLong(most.toNanos());
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(Math.min(end - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(100)));
            look(permit, name, call);
        }
    }

    /** Logs until when the permit is valid, if it is. A little too early is right, too late would be wrong. */
    private void look(Permit permit, String name, long call) {
        long now = System.nanoTime();
        Duration left = Duration.between(Instant.now(), permit.deadline().orElseThrow());
        if (permit.isHeld()) {
            log.say("valid", name, call, String.valueOf(now + left.toNanos()));
        }
    }

    /** Holds the permit in a transaction. If the commit succeeds, the place was not given away before it began. */
    private void guard(Permit permit, String name, long call, Random random) {
        try (Connection connection = DriverManager.getConnection(url.orElseThrow())) {
            connection.setAutoCommit(false);
            Jdbc.guard(permit, connection);
            LockSupport.parkNanos(random.nextLong(LONG_HOLD_MAX.toNanos()));
            try (var statement = connection.prepareStatement("insert into storm_effects (gate, fence) values (?, ?)")) {
                statement.setString(1, name);
                statement.setLong(2, permit.fence());
                statement.executeUpdate();
            }
            long before = System.nanoTime();
            connection.commit();
            log.say("valid", name, call, before + " guarded");
        } catch (SQLException | PermitLostException e) {
            log.say("rolled-back", name, call, "");
        }
    }
}
