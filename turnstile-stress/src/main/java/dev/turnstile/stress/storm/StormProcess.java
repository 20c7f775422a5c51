package dev.turnstile.stress.storm;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.mapped.Mapped;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * A participant of a {@link Storm}: a process whose threads pass through the turnstile in all possible ways, until the
 * storm is over or the process is killed. It exits by itself when its parent process has died.
 */
public final class StormProcess {
    /** The name of the turnstile. */
    static final String TURNSTILE = "storm";

    /** In place of a lane: the last process to come, which requests all units at once. */
    static final int LAST = -1;

    private static final Duration PATIENCE_OF_THE_LAST = Duration.ofSeconds(10);
    private static final int FAULT_EVERY = 40;

    private final Watchdog watch;
    private final Turnstile gate;
    private final int limit;
    private final PlantedFault fault;

    private StormProcess(Path folder, int limit, PlantedFault fault) {
        this.limit = limit;
        this.fault = fault;
        watch = Watchdog.open(Storm.watchFile(folder), limit);
        gate = Turnstile.atMost(limit).named(TURNSTILE).open(Mapped.in(Storm.gateFolder(folder)));
    }

    /** Returns the arguments for a process that is to be started. */
    static List<String> arguments(Path folder, int limit, int firstLane, int lanes, long seed, PlantedFault fault) {
        return List.of(
                folder.toString(),
                Integer.toString(limit),
                Integer.toString(firstLane),
                Integer.toString(lanes),
                Long.toString(seed),
                fault.name());
    }

    /** Runs a participant with the arguments that {@link #arguments} returns. */
    public static void main(String[] args) throws InterruptedException {
        Thread.ofPlatform().daemon().start(StormProcess::endWithParent);
        StormProcess process =
                new StormProcess(Path.of(args[0]), Integer.parseInt(args[1]), PlantedFault.valueOf(args[5]));
        int first = Integer.parseInt(args[2]);
        if (first == LAST) {
            process.last();
        } else {
            process.run(first, Integer.parseInt(args[3]), Long.parseLong(args[4]));
        }
    }

    /** Exits with the parent process. It never writes to this input, so reading ends when the parent is gone. */
    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // go on reading
            }
        } catch (IOException gone) {
            // the parent is gone
        }
        Runtime.getRuntime().halt(0);
    }

    /** Requests all units at once, which fails if a place was lost. */
    private void last() throws InterruptedException {
        Optional<Permit> all = gate.tryAcquire(limit, PATIENCE_OF_THE_LAST);
        if (all.isEmpty()) {
            watch.report("a place is lost, or a dead process is still in line: " + gate.snapshot());
        } else if (gate.snapshot().held() != limit
                || gate.snapshot().holders().size() != 1
                || !gate.snapshot().waiters().isEmpty()) {
            watch.report("another process is still inside or in line: " + gate.snapshot());
        }
        all.ifPresent(Permit::close);
    }

    private void run(int first, int lanes, long seed) throws InterruptedException {
        Random random = new Random(seed);
        Thread[] threads = new Thread[lanes];
        for (int i = 1; i < lanes; i++) {
            Lane lane = new Lane(first + i, new Random(random.nextLong()));
            threads[i] = (random.nextBoolean() ? Thread.ofPlatform() : Thread.ofVirtual()).start(lane::run);
        }
        new Lane(first, random).run();
        for (int i = 1; i < lanes; i++) {
            threads[i].join();
        }
    }

    /** One thread. */
    private final class Lane {
        private final int number;
        private final Random random;
        private Optional<Permit> before = Optional.empty();

        Lane(int number, Random random) {
            this.number = number;
            this.random = random;
        }

        void run() {
            try {
                while (!watch.isOver()) {
                    turn();
                    LockSupport.parkNanos(random.nextInt(2_000_000));
                }
            } catch (InterruptedException | ExecutionException | RuntimeException failure) {
                watch.report("lane " + number + " failed: " + failure + " at " + failure.getStackTrace()[0]);
            }
        }

        private void turn() throws InterruptedException, ExecutionException {
            int units = 1 + random.nextInt(limit);
            if (isWrongNow(PlantedFault.INTRUDES)) {
                watch.enter(number, units);
                stay();
                watch.leave(number);
                return;
            }
            watch.ask(number);
            Optional<Permit> permit = ask(units);
            if (permit.isEmpty()) {
                watch.giveUp(number);
            } else {
                pass(permit.get(), units);
            }
        }

        private void pass(Permit permit, int units) {
            Permit shown = isWrongNow(PlantedFault.REPEATS) ? before.orElse(permit) : permit;
            watch.enter(number, units);
            watch.show(number, shown.slot(), shown.fence());
            before = Optional.of(permit);
            stay();
            if (isWrongNow(PlantedFault.KEEPS)) {
                watch.leave(number);
                return;
            }
            if (isWrongNow(PlantedFault.OVERSTAYS)) {
                permit.close();
                stay();
                watch.leave(number);
                return;
            }
            watch.leave(number);
            permit.close();
        }

        private boolean isWrongNow(PlantedFault kind) {
            return fault == kind && random.nextInt(FAULT_EVERY) == 0;
        }

        private Optional<Permit> ask(int units) throws InterruptedException, ExecutionException {
            return switch (random.nextInt(9)) {
                case 0 -> gate.tryAcquire(units);
                case 1, 2 -> gate.tryAcquire(units, Duration.ofNanos(random.nextInt(5_000_000)));
                case 3 -> Optional.of(gate.acquireUninterruptibly(units));
                case 4 -> Optional.of(gate.acquireAsync(units).get());
                case 5 -> cancelled(gate.acquireAsync(units));
                default -> Optional.of(gate.acquire(units));
            };
        }

        private Optional<Permit> cancelled(CompletableFuture<Permit> future)
                throws InterruptedException, ExecutionException {
            LockSupport.parkNanos(random.nextInt(2_000_000));
            return future.cancel(false) ? Optional.empty() : Optional.of(future.get());
        }

        /** Stays inside for no time, some microseconds, or up to three milliseconds. */
        private void stay() {
            switch (random.nextInt(4)) {
                case 0 -> {}
                case 1, 2 -> LockSupport.parkNanos(random.nextInt(3_000_000));
                default -> spin(random.nextInt(20_000));
            }
        }

        private static void spin(int nanos) {
            long start = System.nanoTime();
            while (System.nanoTime() - start < nanos) {
                Thread.onSpinWait();
            }
        }
    }
}
