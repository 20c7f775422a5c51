package dev.turnstile.jdbc;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.driver.store.StoreDriver;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * A process in a {@link WindowStorm}. Its threads enter a window, serve for a while, and leave in several ways when the
 * floor allows it. When its input says so, it stops serving, whatever the floor is.
 */
final class WindowWorker {
    private static final Duration SERVE_MAX = Duration.ofMillis(400);
    private static final Duration LOOK = Duration.ofMillis(40);
    private static final int WAIT_MILLIS_MAX = 300;

    private final Turnstile gate;
    private final WorkerLog log;
    private final AtomicLong calls = new AtomicLong();
    private volatile boolean isOver;

    private WindowWorker(Turnstile gate, WorkerLog log) {
        this.gate = gate;
        this.log = log;
    }

    /**
     * Arguments: the URL of the database, the lease in milliseconds, the log, the seed, the threads; the turnstile, its
     * floor and its limit.
     */
    public static void main(String[] args) throws InterruptedException {
        StoreDriver driver = StoreDriver.on(Jdbc.store(args[0], new Properties()))
                .lease(Duration.ofMillis(Long.parseLong(args[1])))
                .countingWhenReady();
        WorkerLog log = new WorkerLog(Path.of(args[2]));
        Random random = new Random(Long.parseLong(args[3]));
        Turnstile.Builder window = Turnstile.between(Integer.parseInt(args[6]), Integer.parseInt(args[7]))
                .named(args[5]);
        WindowWorker worker = new WindowWorker(open(window, driver), log);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[4]); i++) {
            long seed = random.nextLong();
            threads.add(Thread.ofPlatform().start(() -> worker.serve(new Random(seed))));
        }
        WorkerLog.whenTold(() -> {
            worker.isOver = true;
            threads.forEach(Thread::interrupt);
        });
        for (Thread thread : threads) {
            thread.join();
        }
        worker.gate.close();
        driver.endSessions();
    }

    private static Turnstile open(Turnstile.Builder window, StoreDriver driver) throws InterruptedException {
        while (true) {
            try {
                return window.open(driver);
            } catch (TurnstileUnusableException noAnswer) {
                Thread.sleep(20);
            }
        }
    }

    private void serve(Random random) {
        while (!isOver) {
            try {
                long call = calls.incrementAndGet();
                say("call", call, "");
                Optional<Permit> permit = random.nextInt(3) == 0
                        ? gate.tryAcquire(Duration.ofMillis(random.nextInt(WAIT_MILLIS_MAX)))
                        : Optional.of(gate.acquire());
                if (permit.isPresent()) {
                    serve(permit.get(), call, random);
                } else {
                    say("out", call, "");
                }
            } catch (InterruptedException over) {
                return; // it waited for its turn
            } catch (RuntimeException bug) {
                log.bug(gate.name(), bug);
                return;
            }
        }
    }

    private void say(String word, long call, String more) {
        log.say(word, gate.name(), call, more);
    }

    private void serve(Permit permit, long call, Random random) {
        String slots = permit.slots().stream().map(String::valueOf).collect(Collectors.joining(","));
        say("in", call, permit.units() + " " + permit.fence() + " " + slots);
        permit.onLost(() -> say("told-of-loss", call, ""));
        try {
            permit.ready();
            stay(permit, call, random);
            leave(permit, call, random);
            say("left", call, wallMicros());
        } catch (InterruptedException over) {
            say("abandons", call, "");
            permit.abandon();
        } catch (PermitLostException e) {
            say("lost", call, "");
        }
    }

    /** Returns the wall clock, which the database has, too. */
    private static String wallMicros() {
        return String.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
    }

    private void stay(Permit permit, long call, Random random) throws InterruptedException {
        long end = System.nanoTime() + random.nextLong(SERVE_MAX.toNanos());
        do {
            look(permit, call);
            Thread.sleep(LOOK);
        } while (System.nanoTime() - end < 0);
        look(permit, call);
    }

    /** Logs that the permit is held now. */
    private void look(Permit permit, long call) {
        long now = System.nanoTime();
        if (!permit.isHeld()) {
            throw new PermitLostException(gate.name());
        }
        say("valid", call, String.valueOf(now));
    }

    private void leave(Permit permit, long call, Random random) throws InterruptedException {
        Duration patience = Duration.ofMillis(random.nextInt(WAIT_MILLIS_MAX));
        int how = random.nextInt(5);
        boolean hasLeft = false;
        while (!hasLeft) {
            say("leaves", call, "");
            hasLeft = switch (how) {
                case 0 -> {
                    permit.release();
                    yield true;
                }
                case 1 -> permit.tryRelease();
                case 2 -> permit.tryRelease(patience);
                case 3 -> permit.tryStartRelease(patience);
                default -> {
                    permit.startRelease();
                    yield true;
                }
            };
            if (!hasLeft) {
                stay(permit, call, random);
            }
        }
        if (how >= 3) {
            say("stopped", call, wallMicros());
            Thread.sleep(LOOK); // it shuts down, and has its place meanwhile
            permit.close();
        }
    }
}
