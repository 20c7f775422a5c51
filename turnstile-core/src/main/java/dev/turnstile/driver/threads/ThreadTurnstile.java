package dev.turnstile.driver.threads;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.driver.Patience;
import dev.turnstile.driver.Semaphores;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * The turnstile for the threads of one JVM. It runs the machine itself: an acquire is a process that is stepped, on the
 * caller's thread, until it is inside; while it waits, whoever leaves steps it ({@link Line#serve}).
 *
 * <p>Alone, an acquire is one step of an algorithm of the ticket family (for the numbered ticket: one atomic addition), and so is a close, after
 * one more atomic access which makes sure that it happens once.
 */
public final class ThreadTurnstile implements Turnstile {
    private static final int CLOSED = 0;

    private final String name;
    private final Algorithm algorithm;
    private final Door door;
    private final Line line;
    final Slots<Seat> slots = new Slots<>();
    private final boolean watched;
    private final Object resizing = new Object();
    private volatile int limit;
    private volatile int admissible; // the most units that may be asked for: the limit, or CLOSED
    private final Semaphores semaphore =
            new Semaphores(this, this::free, this::queueLength, this::unitsMax, this::isFair);
    private final Spinning spinning = new Spinning();

    /** Use {@link Turnstile#atMost}. */
    public ThreadTurnstile(
            String name, Algorithm algorithm, int limit, int growableTo, OptionalInt participants, boolean watched) {
        this.name = name;
        this.algorithm = algorithm;
        this.watched = watched;
        door = new Door(Actors.onThreads(algorithm), limit, growableTo, participants);
        line = door.line();
        this.limit = door.places();
        admissible = door.places();
        limit(limit);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Permit acquire(int units) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Process process = enter(units);
        if (process.region() == Region.CRITICAL) {
            return seat(process, units);
        }
        return await(process, units, Patience.INTERRUPTIBLE).orElseThrow();
    }

    @Override
    public void run(Runnable task) throws InterruptedException {
        if (watched) {
            Turnstile.super.run(task);
            return;
        }
        Process process = enterOrWait();
        try {
            task.run();
        } finally {
            leave(process);
        }
    }

    @Override
    public <T> T call(Callable<T> task) throws Exception {
        if (watched) {
            return Turnstile.super.call(task);
        }
        Process process = enterOrWait();
        try {
            return task.call();
        } finally {
            leave(process);
        }
    }

    /** As acquire of one unit, but nobody gets a permit: the caller must make the process leave, once. */
    private Process enterOrWait() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Process process = enter(1);
        if (process.region() != Region.CRITICAL) {
            Permit granted = await(process, 1, Patience.INTERRUPTIBLE).orElseThrow();
            assert granted.isHeld();
        }
        return process;
    }

    @Override
    public Permit acquireUninterruptibly(int units) {
        Process process = enter(units);
        if (process.region() == Region.CRITICAL) {
            return seat(process, units);
        }
        try {
            return await(process, units, Patience.UNINTERRUPTIBLE).orElseThrow();
        } catch (InterruptedException e) {
            throw new IllegalStateException("an uninterruptible wait was interrupted", e);
        }
    }

    @Override
    public Optional<Permit> tryAcquire(int units) {
        check(units);
        return door.attempt(units).map(process -> seat(process, units));
    }

    @Override
    public Optional<Permit> tryAcquire(int units, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "the timeout must not be null");
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!timeout.isPositive()) {
            return tryAcquire(units);
        }
        Process process = enter(units);
        if (process.region() == Region.CRITICAL) {
            return Optional.of(seat(process, units));
        }
        return await(process, units, Patience.until(timeout));
    }

    @Override
    public CompletableFuture<Permit> acquireAsync(int units) {
        Process process = enter(units);
        if (process.region() == Region.CRITICAL) {
            return CompletableFuture.completedFuture(seat(process, units));
        }
        CompletableFuture<Permit> future = new CompletableFuture<>();
        Waiter.Promised waiter = new Waiter.Promised(
                process,
                units,
                System.nanoTime(),
                told -> future.defaultExecutor().execute(() -> complete(future, told, units)));
        join(waiter);
        // However the future ends, by a cancel, a timeout of its own, or us: if the waiter still waits then, it gives
        // up.
        var unused = future.whenComplete((permit, failure) -> line.giveUp(waiter, Waiter.Outcome.GAVE_UP));
        return future;
    }

    private void complete(CompletableFuture<Permit> future, Waiter waiter, int units) {
        try {
            Permit permit = outcome(waiter, units).orElseThrow();
            if (!future.complete(permit)) {
                permit.close();
            }
        } catch (IllegalStateException | IllegalArgumentException refused) {
            future.completeExceptionally(refused);
        }
    }

    private void check(int units) {
        if (units < 1) {
            throw new IllegalArgumentException("units must be at least 1, not " + units);
        }
        if (units > admissible) {
            throw admissible == CLOSED
                    ? new TurnstileClosedException(name)
                    : new LimitExceededException(name, units, limit);
        }
    }

    private Process enter(int units) {
        check(units);
        return door.enter(units);
    }

    private Seat seat(Process process, int units) {
        Seat seat = new Seat(this, process, units);
        if (watched) {
            seat.place(Thread.currentThread().getName(), System.nanoTime());
        }
        return seat;
    }

    /** The permit; empty if time was over first. If the permit comes together with the end of patience, the permit counts. */
    private Optional<Permit> await(Process process, int units, Patience patience) throws InterruptedException {
        Waiter.Blocked waiter = new Waiter.Blocked(process, units, System.nanoTime());
        if (join(waiter) < Line.NEAR) {
            spinning.spin(waiter, patience);
        }
        boolean interrupted = false;
        while (waiter.waits()) {
            waiter.park(patience.deadlineNanos());
            if (waiter.wasNudged()) {
                spinning.spin(waiter, patience);
            }
            interrupted |= Thread.interrupted();
            if (interrupted && patience.interruptible() && line.giveUp(waiter, Waiter.Outcome.GAVE_UP)) {
                throw new InterruptedException();
            }
            if (patience.isOver()) {
                line.giveUp(waiter, Waiter.Outcome.GAVE_UP);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return outcome(waiter, units);
    }

    /** Joins the line, unless the turnstile was closed or lowered between the doorway and here: then it is told at once. */
    private int join(Waiter waiter) {
        int place = line.join(waiter);
        int most = admissible;
        Waiter.Outcome reason = most == CLOSED ? Waiter.Outcome.CLOSED : Waiter.Outcome.OVER_LIMIT;
        if (waiter.units > most && line.giveUp(waiter, reason)) {
            waiter.tell();
        }
        return place;
    }

    private Optional<Permit> outcome(Waiter waiter, int units) {
        return switch (waiter.outcome()) {
            case GRANTED -> Optional.of(seat(waiter.process, units));
            case GAVE_UP -> Optional.empty();
            case CLOSED -> throw new TurnstileClosedException(name);
            case OVER_LIMIT -> throw new LimitExceededException(name, units, limit);
            case WAITING -> throw new IllegalStateException("still waiting");
        };
    }

    void leave(Process process) {
        door.leave(process);
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    public void limit(int wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("the limit must be at least 1, not " + wanted);
        }
        synchronized (resizing) {
            door.resize(limit, wanted);
            limitIs(wanted);
        }
    }

    private void limitIs(int wanted) {
        boolean shrinks = wanted < limit;
        limit = wanted;
        if (admissible != CLOSED) {
            admissible = wanted;
        }
        if (shrinks) {
            line.giveUpAll(waiter -> waiter.units > wanted, Waiter.Outcome.OVER_LIMIT);
        } else {
            line.serve();
        }
    }

    @Override
    public Snapshot snapshot() {
        long now = System.nanoTime();
        List<Snapshot.Holder> holders = watched
                ? slots.holders().stream().map(seat -> holder(seat, now)).toList()
                : List.of();
        List<Snapshot.Waiter> waiters = line.waiting().stream()
                .map(waiter ->
                        new Snapshot.Waiter(waiter.units, threadOf(waiter), since(now, waiter.since), Optional.empty()))
                .toList();
        int most = limit;
        return new Snapshot(name, algorithm.name(), 0, most, most, door.held(most), holders, waiters);
    }

    private static Snapshot.Holder holder(Seat seat, long now) {
        Seat.Place place = seat.place();
        List<Integer> slots = place.slots;
        return new Snapshot.Holder(
                slots.getFirst(),
                slots,
                place.fence,
                slots.size(),
                Optional.of(place.thread),
                Optional.of(since(now, place.since)),
                Snapshot.Standing.INSIDE,
                Optional.empty());
    }

    private static Optional<String> threadOf(Waiter waiter) {
        return waiter instanceof Waiter.Blocked blocked ? Optional.of(blocked.thread.getName()) : Optional.empty();
    }

    private static Duration since(long now, long then) {
        return Duration.ofNanos(Math.max(0, now - then));
    }

    private boolean isFair() {
        return door.isFifo();
    }

    private int unitsMax() {
        return door.unitsMax();
    }

    int free() {
        return door.free(limit);
    }

    Line line() {
        return line;
    }

    int queueLength() {
        return line.waiting().size();
    }

    @Override
    public SemaphoreView asSemaphore() {
        return semaphore;
    }

    @Override
    public void close() {
        synchronized (resizing) {
            admissible = CLOSED;
        }
        line.giveUpAll(waiter -> true, Waiter.Outcome.CLOSED);
    }

    @Override
    public String toString() {
        return "Turnstile['" + name + "', at most " + limit + ", " + algorithm.name() + "]";
    }
}
