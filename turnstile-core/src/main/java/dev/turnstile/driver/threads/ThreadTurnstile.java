package dev.turnstile.driver.threads;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.driver.AbstractPermit;
import dev.turnstile.driver.AbstractTurnstile;
import dev.turnstile.driver.Patience;
import dev.turnstile.driver.Slots;
import dev.turnstile.driver.Spinning;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The turnstile for the threads of one JVM.
 *
 * <p>It runs the machine itself. An acquire is a process that the caller's thread steps until it is inside. While the
 * process waits, threads that leave step it ({@link Line#serve}).
 *
 * <p>Uncontended, an acquire is one step of an algorithm of the ticket family (for the numbered ticket, one atomic
 * addition). So is a close, after one more atomic access that ensures it happens only once.
 */
public final class ThreadTurnstile extends AbstractTurnstile<Process> {
    private final Algorithm algorithm;
    private final ProcessRuntime door;
    private final Line line;
    final Slots<ThreadPermit> slots = new Slots<>();
    private final boolean watched;
    private final Object resizing = new Object();
    private volatile int limit;
    private final Spinning spinning = new Spinning();

    /** Use {@link Turnstile#atMost} instead. */
    public ThreadTurnstile(
            String name,
            Algorithm.SharedMemory algorithm,
            int limit,
            int growableTo,
            OptionalInt participants,
            boolean watched) {
        super(name, limit, watched);
        this.algorithm = algorithm;
        this.watched = watched;
        door = new ProcessRuntime(algorithm, limit, growableTo, participants);
        line = door.line();
        this.limit = door.limit();
        changeLimit(limit);
    }

    @Override
    protected Process enter(int units) {
        return door.enter(units);
    }

    @Override
    protected Optional<Process> attempt(int units) {
        return door.attempt(units);
    }

    @Override
    protected boolean isInside(Process process) {
        return process.region() == Region.CRITICAL;
    }

    @Override
    protected AbstractPermit permit(Process process, int units) {
        ThreadPermit seat = new ThreadPermit(this, process, units);
        if (watched) {
            seat.place(Thread.currentThread().getName(), System.nanoTime());
        }
        return seat;
    }

    @Override
    protected boolean await(Process process, int units, Patience patience) {
        ThreadWaiter.Blocked waiter = new ThreadWaiter.Blocked(process, units, System.nanoTime());
        if (join(waiter) < Spinning.NEAR) {
            spinning.spin(waiter::waits, patience);
        }
        boolean interrupted = false;
        while (waiter.waits()) {
            waiter.park(patience.deadlineNanos());
            if (waiter.wasNudged()) {
                spinning.spin(waiter::waits, patience);
            }
            interrupted |= Thread.interrupted();
            if ((interrupted && patience.interruptible()) || patience.isOver()) {
                line.giveUp(waiter, ThreadWaiter.Outcome.GAVE_UP);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return outcome(waiter, units);
    }

    @Override
    protected Runnable whenSettled(Process process, int units, Promise promise) {
        ThreadWaiter.Promised waiter = new ThreadWaiter.Promised(
                process, units, System.nanoTime(), settled -> promise.settle(() -> outcome(settled, units)));
        join(waiter);
        return () -> line.giveUp(waiter, ThreadWaiter.Outcome.GAVE_UP);
    }

    /**
     * Joins the line. If the turnstile was closed or its limit lowered since the doorway, the waiter gives up and is
     * notified at once.
     */
    private int join(ThreadWaiter waiter) {
        int place = line.join(waiter);
        if (!isAdmissible(waiter.units)) {
            ThreadWaiter.Outcome reason = isClosed() ? ThreadWaiter.Outcome.CLOSED : ThreadWaiter.Outcome.OVER_LIMIT;
            if (line.giveUp(waiter, reason)) {
                waiter.wake();
            }
        }
        return place;
    }

    private boolean outcome(ThreadWaiter waiter, int units) {
        return switch (waiter.outcome()) {
            case GRANTED -> true;
            case GAVE_UP -> false;
            case CLOSED -> throw new TurnstileClosedException(name());
            case OVER_LIMIT -> throw new LimitExceededException(name(), units, limit);
            case WAITING -> throw new IllegalStateException("still waiting");
        };
    }

    @Override
    protected void leave(Process process) {
        door.leave(process);
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    protected void changeLimit(int wanted) {
        synchronized (resizing) {
            door.resize(limit, wanted);
            applyLimit(wanted);
        }
    }

    private void applyLimit(int wanted) {
        boolean shrinks = wanted < limit;
        limit = wanted;
        admit(wanted);
        if (shrinks) {
            line.giveUpAll(waiter -> waiter.units > wanted, ThreadWaiter.Outcome.OVER_LIMIT);
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
        return new Snapshot(name(), algorithm.name(), 0, most, most, door.held(most), holders, waiters);
    }

    private static Snapshot.Holder holder(ThreadPermit seat, long now) {
        ThreadPermit.Place place = seat.place();
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

    private static Optional<String> threadOf(ThreadWaiter waiter) {
        return waiter instanceof ThreadWaiter.Blocked blocked
                ? Optional.of(blocked.thread.getName())
                : Optional.empty();
    }

    private static Duration since(long now, long then) {
        return Duration.ofNanos(Math.max(0, now - then));
    }

    @Override
    protected boolean isFair() {
        return door.isFifo();
    }

    @Override
    protected int free() {
        return door.free(limit);
    }

    Line line() {
        return line;
    }

    @Override
    protected int queueLength() {
        return line.waiting().size();
    }

    @Override
    protected void whenClosed() {
        line.giveUpAll(waiter -> true, ThreadWaiter.Outcome.CLOSED);
    }

    @Override
    public String toString() {
        return "Turnstile['" + name() + "', at most " + limit + ", " + algorithm.name() + "]";
    }
}
