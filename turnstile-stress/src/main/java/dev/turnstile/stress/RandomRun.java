package dev.turnstile.stress;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.conformance.History;
import dev.turnstile.conformance.Recorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A crowd of platform and virtual threads that makes random calls to one turnstile. The threads wait, try, time out,
 * are interrupted, cancel, close twice and request slots. On request, the limit changes all the time.
 *
 * <p>The run records what happens, and checks afterwards:
 *
 * <ul>
 *   <li>at most the limit is inside (the largest limit, if it changes)
 *   <li>no call overtakes one in line (if the limit does not change)
 *   <li>no two holders have the same slot
 *   <li>no thread hangs
 *   <li>in the end all places are free
 * </ul>
 *
 * <pre>{@code
 * mvn verify -Plong -pl turnstile-stress -am -Dtest=RandomRunTest -Dturnstile.run.seconds=60
 * mvn verify -pl turnstile-stress -am -Dtest=RandomRunTest -Dturnstile.seed=42       # the choices of a failed run
 * java -cp ... dev.turnstile.stress.RandomRun [seconds [seed]]
 * }</pre>
 *
 * <p>The seed determines what each thread chooses to do, not how the machine interleaves the threads.
 *
 * <p>Observed on 2 cores shared with other work, Temurin 25, commit 9ae9e1d, 4 rounds of a second each, no violation:
 *
 * <pre>
 *   queue                    fixed   39,225 calls  22,320 inside  16,905 without
 *   queue                    moving  73,162 calls  27,324 inside  45,838 without
 *   numbered-ticket          fixed   71,383 calls  34,795 inside  36,588 without
 *   numbered-ticket          moving 110,581 calls  30,150 inside  80,431 without
 *   unbounded-colored-ticket fixed   34,473 calls  16,185 inside  18,288 without
 *   unbounded-colored-ticket moving  54,067 calls  14,575 inside  39,492 without
 *   colored-ticket           fixed   24,653 calls  11,944 inside  12,709 without
 *   colored-ticket           moving 111,578 calls  30,680 inside  80,898 without
 * </pre>
 *
 * @param algorithm its name in the catalogue
 * @param limit the number of places, and the largest limit
 * @param resizing whether the limit changes
 * @param seed the random seed
 * @param length how long the crowd runs
 */
public record RandomRun(String algorithm, int limit, boolean resizing, long seed, Duration length) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int UNITS_MAX = 2;
    private static final int HOLD_NANOS_MAX = 20_000;
    private static final int TIMEOUT_NANOS_MAX = 200_000;

    private static final List<Kind> KINDS = Catalogue.forThreads().stream()
            .flatMap(algorithm -> kinds(algorithm).stream())
            .toList();

    private record Kind(String algorithm, int limit, boolean moving) {}

    /**
     * Returns the kinds of runs for an algorithm. If a holder can keep others out, no crowd can collect or withhold
     * places.
     */
    private static List<Kind> kinds(Algorithm algorithm) {
        return algorithm.holdersBlockOthers()
                ? List.of(new Kind(algorithm.name(), 1, false))
                : List.of(new Kind(algorithm.name(), 3, false), new Kind(algorithm.name(), 3, true));
    }

    /** The result of a run without violations. */
    public record Report(int calls, int entered, int gaveUp, int events) {}

    /** Runs every algorithm, with a fixed and a changing limit, in turn, until the time is up. */
    public static void main(String[] args) throws InterruptedException {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 60;
        long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime();
        all(Duration.ofSeconds(seconds), seed);
    }

    /** Runs like {@link #main}. */
    static void all(Duration length, long seed) throws InterruptedException {
        long end = System.nanoTime() + length.toNanos();
        int kinds = KINDS.size();
        Duration round = Duration.ofNanos(Math.min(
                length.dividedBy(kinds).toNanos(), Duration.ofSeconds(1).toNanos()));
        long next = seed;
        do {
            for (Kind kind : KINDS) {
                RandomRun run = new RandomRun(kind.algorithm(), kind.limit(), kind.moving(), next, round);
                System.out.println(run.line(run.go()));
            }
            next++;
        } while (System.nanoTime() - end < 0);
    }

    private String line(Report report) {
        return String.format(
                Locale.ROOT,
                "%-25s %s  seed %d: %,9d calls, %,9d inside, %,8d without, %,9d events",
                algorithm,
                resizing ? "moving" : "fixed ",
                seed,
                report.calls(),
                report.entered(),
                report.gaveUp(),
                report.events());
    }

    /** Returns a command that makes the same choices again. */
    String again() {
        return "mvn verify -pl turnstile-stress -am -Dtest=RandomRunTest -Dturnstile.seed=" + seed
                + " -Dturnstile.run.seconds="
                + Math.max(1, length.toSeconds() * KINDS.size());
    }

    /**
     * Runs the crowd, and checks the outcome.
     *
     * @throws AssertionError if something is wrong; the message gives the reason and how to run it again
     */
    public Report go() throws InterruptedException {
        Crowd crowd = new Crowd();
        try {
            return crowd.go();
        } catch (AssertionError e) {
            throw new AssertionError(
                    e.getMessage() + "\n  " + this + "\n  " + crowd.gate.snapshot() + "\n  again: " + again(), e);
        } finally {
            crowd.gate.close();
        }
    }

    /** One run: the turnstile, the recorder, and the threads. */
    private final class Crowd {
        final Turnstile gate;
        private final Recorder recorder = new Recorder();
        private final AtomicIntegerArray slots = new AtomicIntegerArray(limit * UNITS_MAX);
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger entered = new AtomicInteger();
        private final AtomicInteger gaveUp = new AtomicInteger();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean stop;

        Crowd() {
            gate = Turnstile.atMost(limit)
                    .named("random run")
                    .algorithm(algorithm)
                    .participants(participants())
                    .open();
        }

        private int participants() {
            return few() ? 15 : fifo() ? 900 : 40;
        }

        private boolean fifo() {
            return Catalogue.find(algorithm).fifo();
        }

        private int unitsMax() {
            return Math.min(UNITS_MAX, limit);
        }

        private boolean few() {
            return algorithm.equals("queue");
        }

        Report go() throws InterruptedException {
            int workers = few() ? 3 : 8;
            for (int i = 0; i < workers; i++) {
                start(Thread.ofPlatform().daemon(), new Worker(new Random(seed * 31 + i)));
                start(Thread.ofVirtual(), new Worker(new Random(seed * 31 + workers + i)));
            }
            Random random = new Random(seed);
            long end = System.nanoTime() + length.toNanos();
            while (System.nanoTime() - end < 0 && failure.get() == null) {
                disturb(random);
            }
            stop = true;
            finish();
            History history = recorder.history();
            judge(history);
            return new Report(
                    calls.get(), entered.get(), gaveUp.get(), history.events().size());
        }

        private void start(Thread.Builder builder, Worker worker) {
            threads.add(builder.start(() -> {
                try {
                    while (!stop) {
                        worker.turn();
                    }
                } catch (Throwable e) { // the main thread reports it
                    failure.compareAndSet(null, e);
                }
            }));
        }

        private void disturb(Random random) {
            LockSupport.parkNanos(random.nextInt(100_000));
            threads.get(random.nextInt(threads.size())).interrupt();
            if (resizing) {
                gate.limit(1 + random.nextInt(limit));
            }
        }

        private void finish() throws InterruptedException {
            if (resizing) {
                gate.limit(limit);
            }
            for (Thread thread : threads) {
                if (!thread.join(PATIENCE)) {
                    throw new AssertionError(thread + " hangs: " + List.of(thread.getStackTrace()));
                }
            }
            if (failure.get() != null) {
                throw new AssertionError("a thread failed: " + failure.get(), failure.get());
            }
        }

        private void judge(History history) {
            history.checkLimit(limit).ifPresent(violation -> {
                throw new AssertionError(violation);
            });
            if (!resizing && fifo()) {
                history.checkFifo(limit).ifPresent(violation -> {
                    throw new AssertionError(violation);
                });
            }
            checkThatEveryPlaceIsFree();
        }

        private void checkThatEveryPlaceIsFree() {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (gate.snapshot().held() > 0) { // an executor closes unwanted permits
                if (System.nanoTime() - deadline > 0) {
                    throw new AssertionError("a permit is still held");
                }
                Thread.onSpinWait();
            }
            Set<Integer> seen = new HashSet<>();
            List<Permit> permits = new ArrayList<>();
            for (int i = 0; i < limit; i++) {
                permits.add(gate.tryAcquire().orElseThrow(() -> new AssertionError("a place is lost")));
                seen.add(permits.getLast().slot());
            }
            if (gate.tryAcquire().isPresent()) {
                throw new AssertionError("there is one place too many");
            }
            for (int slot = 0; slot < limit; slot++) {
                if (!seen.contains(slot)) {
                    throw new AssertionError("slots are lost, there are only " + seen);
                }
            }
            permits.forEach(Permit::close);
        }

        /** One thread of the crowd. */
        private final class Worker {
            private final Random random;

            Worker(Random random) {
                this.random = random;
            }

            void turn() {
                Thread.interrupted(); // meant for the previous turn
                int units = 1 + random.nextInt(unitsMax());
                int call = recorder.call(units);
                calls.incrementAndGet();
                Optional<Permit> permit;
                try {
                    permit = ask(call, units);
                } catch (LimitExceededException | InterruptedException e) {
                    permit = Optional.empty();
                } catch (IllegalStateException e) {
                    if (!few()) {
                        throw e;
                    }
                    permit = Optional.empty(); // all of the few participants that the queue supports are taking part
                }
                permit.ifPresentOrElse(inside -> hold(call, inside), () -> {
                    recorder.gaveUp(call, units);
                    gaveUp.incrementAndGet();
                });
            }

            private Optional<Permit> ask(int call, int units) throws InterruptedException {
                return switch (random.nextInt(6)) {
                    case 0 -> Optional.of(gate.acquireUninterruptibly(units));
                    case 1 -> Optional.of(gate.acquire(units));
                    case 2 -> gate.tryAcquire(units);
                    case 3 -> gate.tryAcquire(units, Duration.ofNanos(random.nextInt(TIMEOUT_NANOS_MAX)));
                    case 4 -> cancel(gate.acquireAsync(units));
                    default -> await(call, units, gate.acquireAsync(units));
                };
            }

            private Optional<Permit> cancel(CompletableFuture<Permit> future) {
                LockSupport.parkNanos(random.nextInt(HOLD_NANOS_MAX));
                return future.cancel(false) ? Optional.empty() : Optional.of(get(future));
            }

            /**
             * Waits for the future. Only these calls are seen in line and will not give up, though a lowered limit may
             * refuse them.
             */
            private Optional<Permit> await(int call, int units, CompletableFuture<Permit> future) {
                if (!future.isDone()) {
                    recorder.queued(call, units);
                }
                return Optional.of(get(future));
            }

            private static Permit get(CompletableFuture<Permit> future) {
                try {
                    return future.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .join();
                } catch (CompletionException e) {
                    if (e.getCause() instanceof LimitExceededException refused) {
                        throw refused;
                    }
                    throw e;
                }
            }

            private void hold(int call, Permit permit) {
                recorder.entered(call, permit.units());
                entered.incrementAndGet();
                boolean asks = random.nextBoolean();
                if (asks && !slots.compareAndSet(permit.slot(), 0, 1)) {
                    throw new AssertionError("two holders have slot " + permit.slot());
                }
                if (random.nextInt(4) == 0) {
                    LockSupport.parkNanos(random.nextInt(HOLD_NANOS_MAX));
                }
                if (asks) {
                    slots.set(permit.slot(), 0);
                }
                recorder.left(call, permit.units());
                permit.close();
                if (random.nextInt(8) == 0) {
                    permit.close();
                }
            }
        }
    }
}
