package dev.turnstile.driver.threads;

import dev.turnstile.Description;
import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.driver.Patience;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The window for the threads of one JVM: at least l and at most k inside. It runs the nodes of a window's algorithm as actors ({@link Crossings}), one
 * node for each who is inside or waits. Callers enter, and leave, in the order of the algorithm: by the age of their requests as far as nodes know of each
 * other.
 */
public final class WindowTurnstile implements Turnstile {
    /** All nodes are here, so that one may decide for all. */
    private static final String UNLESS_TOLD = "window:coterie=singleton";

    private static final int PARTICIPANTS_MORE = 64;
    private static final int PARTICIPANTS_MOST = 16_384; // each knows of all: opening takes the square of it

    private final String name;
    private final Algorithm algorithm;
    private final int floor;
    private final int limit;
    private final boolean watched;
    private final Crossings<?> crossings;
    final Slots<WindowSeat> slots = new Slots<>();

    /** Use {@link Turnstile#between}. */
    public WindowTurnstile(Description wanted) {
        name = wanted.name();
        floor = wanted.floor();
        limit = wanted.limit();
        watched = wanted.watched();
        Algorithm.MessagePassing window = window(wanted.algorithm().orElseGet(() -> Catalogue.find(UNLESS_TOLD)));
        algorithm = window;
        if (wanted.growableTo() != limit) {
            throw new IllegalArgumentException("a window of threads can't be growable by growableTo("
                    + wanted.growableTo() + "): it keeps the limit of " + limit);
        }
        crossings = new Crossings<>(system(window, participants(wanted)));
    }

    private static int participants(Description wanted) {
        int least = wanted.limit();
        int most = wanted.participants().orElse(Math.min(least, PARTICIPANTS_MOST) + PARTICIPANTS_MORE);
        if (Math.max(most, least) > PARTICIPANTS_MOST) {
            throw new IllegalArgumentException("a window of threads can have " + PARTICIPANTS_MOST
                    + " participants at most, inside or waiting, not " + Math.max(most, least));
        }
        return Math.max(most, least);
    }

    private static Algorithm.MessagePassing window(Algorithm algorithm) {
        if (algorithm instanceof Algorithm.MessagePassing messages && messages.isWindow()) {
            messages.labOnly().ifPresent(reason -> {
                throw new IllegalArgumentException(messages.name() + " is for the lab only: " + reason);
            });
            return messages;
        }
        throw new IllegalArgumentException(
                algorithm.name() + " has no floor; take window or gcs, or leave the choice to the driver");
    }

    private NodeSystem<?> system(Algorithm.MessagePassing window, int participants) {
        if (floor == limit) {
            throw new IllegalArgumentException("at least " + floor + " and at most as many: on the threads of one JVM"
                    + " nobody could move first; leave room for one more, or open it between processes, with"
                    + " open(Mapped.here()), where two can change places");
        }
        NodeSystem<?> system = window.system(new Sizes(participants, limit, floor, 1));
        if (system.holdersBlockOthers()) {
            throw new IllegalArgumentException(window.name() + ": whoever stays inside can keep others out, so those"
                    + " who wait for somebody to come could wait for ever");
        }
        return system;
    }

    @Override
    public String name() {
        return name;
    }

    private Crossings<?>.Traveller enter(int units) {
        check(units);
        Crossings<?>.Traveller traveller = crossings
                .take()
                .orElseThrow(() -> new IllegalStateException("all " + crossings.participants()
                        + " participants are inside or waiting; open the turnstile with more participants(..)"));
        traveller.ask();
        return traveller;
    }

    private static void checkUnits(int units) {
        if (units < 1) {
            throw new IllegalArgumentException("units must be at least 1, not " + units);
        }
    }

    private void check(int units) {
        checkUnits(units);
        if (crossings.isClosed()) {
            throw new TurnstileClosedException(name);
        }
        if (units > limit) {
            throw new LimitExceededException(name, units, limit);
        }
        if (units > 1) {
            throw new IllegalArgumentException("a window of threads gives one unit at a time, not " + units);
        }
    }

    private Permit seat(Crossings<?>.Traveller traveller, String thread) {
        return WindowSeat.take(this, traveller, thread);
    }

    /** The permit; empty if patience was over first. */
    private Optional<Permit> await(Crossings<?>.Traveller traveller, Patience patience, String thread) {
        if (traveller.await(Region.TRYING, Region.CRITICAL, patience)) {
            return Optional.of(seat(traveller, thread));
        }
        traveller.giveBack();
        if (crossings.isClosed()) {
            throw new TurnstileClosedException(name);
        }
        return Optional.empty();
    }

    private Optional<Permit> acquire(int units, Patience patience) throws InterruptedException {
        checkUnits(units);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Optional<Permit> permit =
                await(enter(units), patience, Thread.currentThread().getName());
        if (permit.isEmpty() && Thread.interrupted()) {
            throw new InterruptedException();
        }
        return permit;
    }

    @Override
    public Permit acquire(int units) throws InterruptedException {
        return acquire(units, Patience.INTERRUPTIBLE).orElseThrow();
    }

    @Override
    public Permit acquireUninterruptibly(int units) {
        return await(
                        enter(units),
                        Patience.UNINTERRUPTIBLE,
                        Thread.currentThread().getName())
                .orElseThrow();
    }

    @Override
    public Optional<Permit> tryAcquire(int units) {
        Crossings<?>.Traveller traveller = enter(units);
        if (traveller.stays(Region.TRYING, Region.CRITICAL)) {
            return Optional.of(seat(traveller, Thread.currentThread().getName()));
        }
        traveller.giveBack();
        return Optional.empty();
    }

    @Override
    public Optional<Permit> tryAcquire(int units, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "the timeout must not be null");
        checkUnits(units);
        if (timeout.isPositive()) {
            return acquire(units, Patience.until(timeout));
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return tryAcquire(units);
    }

    /** A virtual thread waits in place of the caller. */
    @Override
    public CompletableFuture<Permit> acquireAsync(int units) {
        Crossings<?>.Traveller traveller = enter(units);
        String caller = Thread.currentThread().getName();
        if (traveller.region() == Region.CRITICAL) {
            return CompletableFuture.completedFuture(seat(traveller, caller));
        }
        CompletableFuture<Permit> future = new CompletableFuture<>();
        Thread waiter = Thread.ofVirtual().unstarted(() -> complete(future, traveller, caller));
        var unused = future.whenComplete((permit, failure) -> waiter.interrupt());
        waiter.start();
        return future;
    }

    private void complete(CompletableFuture<Permit> future, Crossings<?>.Traveller traveller, String caller) {
        try {
            Optional<Permit> permit = await(traveller, Patience.INTERRUPTIBLE, caller);
            if (permit.isPresent() && !future.complete(permit.get())) {
                permit.get().close(); // it came when the future had ended
            }
        } catch (TurnstileClosedException closed) {
            future.completeExceptionally(closed);
        }
    }

    /** Whether it has left; once the turnstile is closed, nobody is held back. */
    boolean leave(Crossings<?>.Traveller traveller, Patience patience) {
        traveller.askToLeave();
        return gone(traveller, traveller.await(Region.EXIT, Region.REMAINDER, patience));
    }

    boolean leaveAtOnce(Crossings<?>.Traveller traveller) {
        traveller.askToLeave();
        return gone(traveller, traveller.stays(Region.EXIT, Region.REMAINDER));
    }

    private boolean gone(Crossings<?>.Traveller traveller, boolean left) {
        boolean goes = left || crossings.isClosed();
        if (goes) {
            traveller.isOut();
        }
        if (left) {
            traveller.giveBack();
        } else if (goes) {
            traveller.leaveNodeBehind();
        }
        return goes;
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
        if (wanted != limit) {
            throw new IllegalArgumentException(
                    "a window of threads keeps its limit of " + limit + "; it can't be changed to " + wanted);
        }
    }

    @Override
    public Snapshot snapshot() {
        long now = System.nanoTime();
        List<Snapshot.Holder> holders = watched
                ? slots.holders().stream().map(seat -> holder(seat, now)).toList()
                : List.of();
        List<Snapshot.Waiter> waiters = waiting().stream()
                .map(traveller ->
                        new Snapshot.Waiter(1, threadOf(traveller), since(now, traveller.since()), Optional.empty()))
                .toList();
        return new Snapshot(name, algorithm.name(), floor, limit, limit, crossings.inside(), holders, waiters);
    }

    private List<? extends Crossings<?>.Traveller> waiting() {
        return crossings.travellers().stream()
                .filter(traveller -> traveller.region() == Region.TRYING)
                .toList();
    }

    private static Optional<String> threadOf(Crossings<?>.Traveller traveller) {
        return traveller.waiter().filter(thread -> !thread.isVirtual()).map(Thread::getName);
    }

    private static Snapshot.Holder holder(WindowSeat seat, long now) {
        return new Snapshot.Holder(
                seat.grant.slots().getFirst(),
                seat.grant.slots(),
                seat.grant.fence(),
                1,
                Optional.of(seat.thread),
                Optional.of(since(now, seat.since)),
                seat.waitsToLeave() ? Snapshot.Standing.LEAVING : Snapshot.Standing.INSIDE,
                Optional.empty());
    }

    private static Duration since(long now, long then) {
        return Duration.ofNanos(Math.max(0, now - then));
    }

    @Override
    public SemaphoreView asSemaphore() {
        throw new UnsupportedOperationException("a release from a window can wait; a semaphore's can't");
    }

    @Override
    public void close() {
        crossings.close();
    }

    @Override
    public String toString() {
        return "Turnstile['" + name + "', between " + floor + " and " + limit + ", " + algorithm.name() + "]";
    }
}
