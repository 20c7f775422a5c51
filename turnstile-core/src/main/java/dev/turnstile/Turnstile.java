package dev.turnstile;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.driver.threads.Threads;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A gate that limits concurrency: at most {@link #limit} units are held at once, first come, first served.
 *
 * <p>A caller acquires a {@link Permit}, enters, and gives the permit back by closing it.
 *
 * <pre>{@code
 * try (Turnstile gate = Turnstile.atMost(3).named("render").open()) {
 *     try (Permit permit = gate.acquire()) {
 *         render(permit.slot());    // at most three threads are here, each with its own slot: 0, 1 or 2
 *     }
 * }
 * }</pre>
 *
 * <p><b>Order.</b> A caller <em>arrives</em> when it takes its place in line. That is one atomic access to the
 * turnstile's memory, early in the acquire methods. No caller enters before one that arrived earlier, however few units
 * it requests. A large request waits until enough units are free, and the callers behind it wait with it.
 * {@code tryAcquire} without a timeout does not overtake either: it succeeds only if no caller is waiting. This holds
 * for every algorithm whose catalogue entry promises FIFO enabling; the default algorithm does.
 *
 * <p><b>Waiting.</b> Callers near the front of the line spin briefly; the others park. Each release hands its place to
 * the next caller in line. It wakes no other caller, except one whose turn is near. Virtual threads park without
 * holding their carrier.
 *
 * <p><b>Giving up.</b> A caller that times out or is interrupted gives up its place in line, and the callers behind it
 * move up. If the permit is granted at the same moment, the caller gets the permit and keeps its interrupt status.
 *
 * <p><b>Checks.</b> Every method that acquires makes the same checks in the same order, on every driver, before it
 * takes a place in line. It reports the first check that fails:
 *
 * <ol>
 *   <li>a null timeout: {@code NullPointerException}
 *   <li>less than one unit: {@code IllegalArgumentException}
 *   <li>an interrupt, if the method responds to interrupts: {@code InterruptedException}
 *   <li>a closed turnstile: {@link TurnstileClosedException}
 *   <li>more units than the limit: {@link LimitExceededException}
 *   <li>more units than the algorithm grants to one caller: {@code IllegalArgumentException}
 *   <li>more participants than the turnstile was opened for: {@code IllegalStateException}
 * </ol>
 *
 * <p><b>Memory.</b> Actions in a thread before it closes a permit <i>happen-before</i> actions that follow an acquire
 * which that close made possible.
 */
public interface Turnstile extends AutoCloseable {
    /**
     * Returns a builder for a turnstile with the given limit: the largest number of units held at once.
     *
     * @throws IllegalArgumentException if the limit is less than 1
     */
    static Builder atMost(int limit) {
        return new Builder(0, limit);
    }

    /**
     * Returns a builder for a turnstile that lends units from a total. Same as {@link #atMost}, for callers that each
     * acquire several units.
     */
    static Builder units(int total) {
        return new Builder(0, total);
    }

    /**
     * Returns a builder for a window: at most {@code most} units are held, and no holder leaves if fewer than
     * {@code least} units would remain. So {@link Permit#release} may wait, like an acquire, until another caller
     * enters.
     *
     * <p>A window starts empty, and holders may crash. While fewer than {@code least} units are held, callers are
     * admitted and no holder leaves until there are enough ({@link Snapshot#isBelowFloor}).
     *
     * <p>Between processes, a holder can always leave by changing places with a caller that enters, even if
     * {@code least} equals {@code most}. On the threads of one JVM:
     *
     * <ul>
     *   <li>{@code least} must be less than {@code most}
     *   <li>each permit has one unit
     *   <li>the limit cannot change
     *   <li>the algorithm alone determines the order in which callers enter and leave
     *   <li>closing the turnstile lets every holder leave
     * </ul>
     *
     * @throws IllegalArgumentException unless 0 &lt;= least &lt;= most, and most is at least 1
     */
    static Builder between(int least, int most) {
        if (least < 0 || (least > most && most >= 1)) {
            throw new IllegalArgumentException(
                    "the floor must be between 0 and the limit (" + most + "), not " + least);
        }
        return new Builder(least, most);
    }

    /** Returns the name of this turnstile. */
    String name();

    /** Acquires one unit, waiting until it is available. Same as {@link #acquire(int) acquire(1)}. */
    default Permit acquire() throws InterruptedException {
        return acquire(1);
    }

    /**
     * Acquires the given number of units, all at once, waiting until they are available.
     *
     * <p>An interrupt is never lost. Either this method throws {@code InterruptedException}, or the interrupt status is
     * set when it returns or throws another exception.
     *
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing is acquired
     * @throws IllegalArgumentException if units is less than 1, or more than the algorithm grants to one caller
     * @throws LimitExceededException if units exceeds the limit, now or while waiting
     * @throws TurnstileClosedException if the turnstile is closed, now or while waiting
     * @throws IllegalStateException if more callers take part than the turnstile was opened for
     *     ({@link Builder#participants})
     */
    Permit acquire(int units) throws InterruptedException;

    /**
     * Acquires one unit, waiting uninterruptibly. Same as {@link #acquireUninterruptibly(int)
     * acquireUninterruptibly(1)}.
     */
    default Permit acquireUninterruptibly() {
        return acquireUninterruptibly(1);
    }

    /**
     * Acquires the given number of units, all at once, waiting uninterruptibly until they are available. If the thread
     * is interrupted, it continues to wait, and its interrupt status is set when this method returns or throws. Apart
     * from interrupts, same as {@link #acquire(int)}.
     */
    Permit acquireUninterruptibly(int units);

    /** Acquires one unit only if it is available at once. Same as {@link #tryAcquire(int) tryAcquire(1)}. */
    default Optional<Permit> tryAcquire() {
        return tryAcquire(1);
    }

    /**
     * Acquires the given number of units only if they are available at once and no caller is waiting. This method does
     * not respond to interrupts.
     *
     * <p>An attempt can fail because of a concurrent attempt, even though neither gets its units in the end. If the
     * algorithm grants one unit at a time, a concurrent attempt for several units can cause this. If the algorithm
     * keeps no order, so can a concurrent attempt for one unit.
     *
     * @return the permit, or empty if the units are not available at once
     * @throws IllegalArgumentException if units is less than 1, or more than the algorithm grants to one caller
     * @throws LimitExceededException if units exceeds the limit
     * @throws TurnstileClosedException if the turnstile is closed
     * @throws IllegalStateException if more callers take part than the turnstile was opened for
     *     ({@link Builder#participants})
     */
    Optional<Permit> tryAcquire(int units);

    /**
     * Acquires one unit if it becomes available within the timeout. Same as {@link #tryAcquire(int, Duration)} with one
     * unit.
     */
    default Optional<Permit> tryAcquire(Duration timeout) throws InterruptedException {
        return tryAcquire(1, timeout);
    }

    /**
     * Acquires the given number of units, all at once, if they become available within the timeout. If the timeout is
     * zero or negative, this method does not wait.
     *
     * @return the permit, or empty if the timeout elapsed
     * @throws InterruptedException if the thread is interrupted before or while it waits, even if the timeout is zero
     *     or negative; nothing is acquired
     * @throws IllegalArgumentException if units is less than 1, or more than the algorithm grants to one caller
     * @throws LimitExceededException if units exceeds the limit, now or while waiting
     * @throws TurnstileClosedException if the turnstile is closed, now or while waiting
     * @throws IllegalStateException if more callers take part than the turnstile was opened for
     *     ({@link Builder#participants})
     */
    Optional<Permit> tryAcquire(int units, Duration timeout) throws InterruptedException;

    /** Acquires one unit if it becomes available within the timeout. Same as {@link #tryAcquire(Duration)}. */
    default Optional<Permit> tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    /**
     * Acquires the given number of units if they become available within the timeout. Same as {@link #tryAcquire(int,
     * Duration)}.
     */
    default Optional<Permit> tryAcquire(int units, long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(units, Duration.ofNanos(unit.toNanos(timeout)));
    }

    /**
     * Takes a place in line for one unit, and returns a future permit. Same as {@link #acquireAsync(int)
     * acquireAsync(1)}.
     */
    default CompletableFuture<Permit> acquireAsync() {
        return acquireAsync(1);
    }

    /**
     * Takes a place in line, and returns a future that completes with the permit. Never waits.
     *
     * <p>Cancelling the future gives up the place. If the permit is granted at the moment of the cancellation, it is
     * closed as soon as that is allowed.
     *
     * <p>The future is completed by {@link CompletableFuture#defaultExecutor() its default executor}, or by a thread
     * dedicated to waiting for it, never by the thread that closes a permit.
     *
     * <p>If the request is refused at once, this method throws. If it is refused while waiting, the future fails with
     * the exception that {@link #acquire(int)} would throw. Only {@code join} and {@code get} wrap that exception, as
     * they wrap every failure.
     */
    CompletableFuture<Permit> acquireAsync(int units);

    /**
     * Acquires one unit, runs the task, and releases the unit, even if the task throws. This is the cheapest way
     * through: there is no permit to close twice.
     *
     * @throws InterruptedException if the thread is interrupted before or while it waits; the task is not run
     */
    default void run(Runnable task) throws InterruptedException {
        try (Permit permit = acquire()) {
            assert permit.isHeld();
            task.run();
        }
    }

    /**
     * Acquires one unit, calls the task, and releases the unit, even if the task throws. Same as {@link #run}, for a
     * task with a result or a checked exception.
     */
    default <T> T call(Callable<T> task) throws Exception {
        try (Permit permit = acquire()) {
            assert permit.isHeld();
            return task.call();
        }
    }

    /** Returns the limit: how many units may be held at once. */
    int limit();

    /**
     * Changes the limit. If it grows, waiters are admitted at once. If it shrinks, current holders keep their permits,
     * and no caller enters until there is room under the new limit. A waiter that requests more than the new limit
     * fails with {@link LimitExceededException}.
     *
     * @throws IllegalArgumentException if the limit is less than 1, or if the algorithm has a fixed number of places
     *     and was not opened to grow that far ({@link Builder#growableTo})
     * @throws TurnstileClosedException if the turnstile is closed
     */
    void limit(int limit);

    /** Returns the current state of this turnstile, for display and monitoring. */
    Snapshot snapshot();

    /**
     * Returns a view of this turnstile with the methods of {@link java.util.concurrent.Semaphore}.
     *
     * @throws UnsupportedOperationException if this turnstile is a window ({@link #between}), where a release may wait
     */
    SemaphoreView asSemaphore();

    /**
     * Closes this turnstile: rejects further acquires. Pending waiters fail with {@link TurnstileClosedException}.
     * Current holders stay, and close their permits as usual. Closing again has no effect.
     */
    @Override
    void close();

    /**
     * A builder for turnstiles. Every method checks its argument at once.
     *
     * <pre>{@code
     * Turnstile gate = Turnstile.atMost(4).named("gpu").algorithm("colored-ticket").participants(900).open();
     * }</pre>
     */
    final class Builder {
        private final int floor;
        private final int limit;
        private String name = "";
        private Optional<Algorithm> algorithm = Optional.empty();
        private OptionalInt participants = OptionalInt.empty();
        private OptionalInt growableTo = OptionalInt.empty();
        private boolean watched;
        private boolean limitMayChange;

        private Builder(int floor, int limit) {
            this.floor = floor;
            this.limit = atLeastOne("the limit", limit);
        }

        /**
         * Sets the name for snapshots and messages; must not be null. Default: empty.
         *
         * <p>Turnstiles from {@link #open()} share nothing, even under the same name. Between processes, the name is
         * what the processes share: it is required, and the driver restricts its characters.
         */
        public Builder named(String named) {
            name = Objects.requireNonNull(named, "the name must not be null");
            return this;
        }

        /**
         * Selects the algorithm, by its name in the {@link Catalogue}. By default the driver chooses:
         * {@code numbered-ticket} for the threads of one JVM, {@code window:coterie=singleton} for a window of threads,
         * {@code ledger} between processes.
         *
         * @throws IllegalArgumentException if there is no algorithm of that name; the message suggests the nearest name
         */
        public Builder algorithm(String wanted) {
            algorithm = Optional.of(
                    Catalogue.find(Objects.requireNonNull(wanted, "the algorithm's name must not be null")));
            return this;
        }

        /**
         * Sets the largest number of concurrent participants, N, for algorithms that need to know it. The numbered
         * ticket does not. One participant too many fails with {@link IllegalStateException}. Default: 64 more than
         * there are places, or fewer if the algorithm cannot hold that many.
         *
         * <p>A caller is a participant while it is inside, while it waits, and, after giving up, while callers ahead of
         * it still wait. A request for several units counts once per unit. Places withheld by a lowered limit count
         * too, unless the algorithm sends messages.
         */
        public Builder participants(int most) {
            participants = OptionalInt.of(atLeastOne("the number of participants", most));
            return this;
        }

        /**
         * Sets the largest limit that {@link Turnstile#limit(int)} may set later. Default: the initial limit. An
         * algorithm with a fixed number of places is set up with this many. The default algorithms can always grow, and
         * ignore it.
         *
         * @throws IllegalArgumentException if it is less than the initial limit
         */
        public Builder growableTo(int most) {
            if (most < limit) {
                throw new IllegalArgumentException(
                        "growableTo must be at least the limit (" + limit + "), not " + most);
            }
            growableTo = OptionalInt.of(most);
            return this;
        }

        /**
         * Records which threads are inside and since when, for {@link Turnstile#snapshot()}. Costs one clock reading
         * and one table entry per acquire. Between processes the holders are always known, and this option adds the
         * time.
         */
        public Builder watched() {
            watched = true;
            return this;
        }

        /**
         * Changes the limit for all processes if the turnstile is already open with another limit. Default: a different
         * limit is an error. This option is for turnstiles shared by name; {@link #open()} rejects it.
         */
        public Builder changingLimit() {
            limitMayChange = true;
            return this;
        }

        /**
         * Opens a turnstile for the threads of this JVM. Each call opens a separate turnstile: two with the same name,
         * or without one, share nothing. Threads that share a turnstile must share the object.
         *
         * @throws IllegalArgumentException if the algorithm does not support this size, or an option cannot be honoured
         */
        public Turnstile open() {
            return open(Threads.here());
        }

        /**
         * Opens a turnstile on the given driver.
         *
         * @throws IllegalArgumentException if the driver cannot honour an option; the message names the option
         */
        public Turnstile open(Driver driver) {
            return driver.open(description());
        }

        private Description description() {
            return new Description(
                    name, algorithm, floor, limit, growableTo.orElse(limit), participants, watched, limitMayChange);
        }

        private static int atLeastOne(String what, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(what + " must be at least 1, not " + value);
            }
            return value;
        }
    }
}
