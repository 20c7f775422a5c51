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
 * Decides who may be inside: at most so many units at once, first come, first served.
 *
 * <p><b>Order.</b> A caller <em>arrives</em> when it takes its place in line, one atomic access to the turnstile's
 * memory early in the acquire methods. Nobody who arrives later enters earlier, however few units it asks for: a large
 * request waits until enough is free, and those behind it wait with it. {@code tryAcquire} without a timeout does not
 * overtake either: it gets a permit only if nobody waits. (This holds for every algorithm whose catalogue entry
 * promises FIFO enabling; the default does.)
 *
 * <p><b>Waiting.</b> Callers near the front of the line spin for a moment, the others park; each release hands its
 * place to the next in line, and wakes nobody else but one whose turn comes near. Virtual threads park without holding
 * their carrier.
 *
 * <p><b>Giving up.</b> A caller that times out or is interrupted gives up its place in line; those behind it move up.
 * If the permit comes in the same moment, the caller gets the permit (and keeps its interrupt status).
 *
 * <p><b>Checks.</b> Every method that acquires checks in the same order, on every driver, before it takes a place in
 * line. The first check that fails is the one that is reported:
 *
 * <ol>
 *   <li>a timeout that is null: {@code NullPointerException}
 *   <li>less than one unit: {@code IllegalArgumentException}
 *   <li>an interrupt, where the method looks at it: {@code InterruptedException}
 *   <li>a closed turnstile: {@link TurnstileClosedException}
 *   <li>more units than the limit: {@link LimitExceededException}
 *   <li>more units than the algorithm gives to one caller: {@code IllegalArgumentException}
 *   <li>more participants than it was opened for: {@code IllegalStateException}
 * </ol>
 *
 * <p><b>Memory.</b> What a thread does before it closes a permit happens-before what others do after an acquire that
 * the close made possible.
 *
 * <pre>{@code
 * try (Turnstile gate = Turnstile.atMost(3).named("render").open()) {
 *     try (Permit permit = gate.acquire()) {
 *         // at most three threads are here
 *     }
 * }
 * }</pre>
 */
public interface Turnstile extends AutoCloseable {
    /**
     * Starts to describe a turnstile that lets at most so many units in.
     *
     * @throws IllegalArgumentException when the limit is less than 1
     */
    static Builder atMost(int limit) {
        return new Builder(0, limit);
    }

    /** As {@link #atMost}, for callers who think of units that are lent: each asks for r of so many. */
    static Builder units(int total) {
        return new Builder(0, total);
    }

    /**
     * Starts to describe a window: at most so many units inside, and nobody leaves if fewer than {@code least} units
     * would be left. A {@link Permit#release} can then wait, like an acquire: until somebody else comes in.
     *
     * <p>Nobody is inside at first, and those who are inside may die: then fewer than {@code least} are inside, those
     * who come are let in, and nobody leaves until there are enough ({@link Snapshot#isBelowFloor}).
     *
     * <p>Between processes, leaving by changing places with somebody who comes in is always possible, also where
     * {@code least} is {@code most}. On the threads of one JVM, {@code least} must be less than {@code most}, there is
     * one unit for each permit, the limit stays what it is, there is no order among those who come or go but that of
     * the algorithm, and closing the turnstile lets everybody out.
     *
     * @throws IllegalArgumentException unless 0 &lt;= least &lt;= most, and most is at least 1
     */
    static Builder between(int least, int most) {
        if (least < 0 || least > most) {
            throw new IllegalArgumentException("at least " + least + " and at most " + most
                    + " can't both be: the first must be between 0 and the second");
        }
        return new Builder(least, most);
    }

    /** The name it was opened under. */
    String name();

    /** As {@link #acquire(int)}, for one unit. */
    default Permit acquire() throws InterruptedException {
        return acquire(1);
    }

    /**
     * Waits for so many units, all at once.
     *
     * <p>An interrupt is never lost: this throws {@code InterruptedException}, or the interrupt status is set when it
     * returns or throws another exception.
     *
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing is acquired then
     * @throws IllegalArgumentException when units is less than 1, or more than the algorithm gives to one caller
     * @throws LimitExceededException when units is more than the limit, now or while waiting
     * @throws TurnstileClosedException when it is closed, now or while waiting
     * @throws IllegalStateException as {@link #tryAcquire(int)}
     */
    Permit acquire(int units) throws InterruptedException;

    /** As {@link #acquireUninterruptibly(int)}, for one unit. */
    default Permit acquireUninterruptibly() {
        return acquireUninterruptibly(1);
    }

    /**
     * As {@link #acquire(int)}, but an interrupt does not end the wait. The interrupt status is kept, however the wait
     * ends, also by an exception.
     */
    Permit acquireUninterruptibly(int units);

    /** As {@link #tryAcquire(int)}, for one unit. */
    default Optional<Permit> tryAcquire() {
        return tryAcquire(1);
    }

    /**
     * A permit, if it can be had at once and nobody waits. Does not look at the interrupt status. (With an algorithm
     * that knows one unit at a time, another who tries for several at the same moment may make it fail, though in the
     * end neither got them; with one that keeps no order, so may another who tries for one.)
     *
     * @throws IllegalArgumentException when units is less than 1, or more than the algorithm gives to one caller
     * @throws LimitExceededException when units is more than the limit
     * @throws TurnstileClosedException when it is closed
     * @throws IllegalStateException when more callers take part than the turnstile was opened for
     *     ({@link Builder#participants})
     */
    Optional<Permit> tryAcquire(int units);

    /** As {@link #tryAcquire(int, Duration)}, for one unit. */
    default Optional<Permit> tryAcquire(Duration timeout) throws InterruptedException {
        return tryAcquire(1, timeout);
    }

    /**
     * Waits for so many units, but not longer than the timeout. A timeout that is not positive means not at all.
     *
     * @return the permit, or empty when the time is over
     * @throws InterruptedException as {@link #acquire(int)}, also where the timeout is not positive
     * @throws IllegalArgumentException as {@link #tryAcquire(int)}
     * @throws LimitExceededException when units is more than the limit, now or while waiting
     * @throws TurnstileClosedException when it is closed, now or while waiting
     * @throws IllegalStateException as {@link #tryAcquire(int)}
     */
    Optional<Permit> tryAcquire(int units, Duration timeout) throws InterruptedException;

    /** As {@link #tryAcquire(Duration)}. */
    default Optional<Permit> tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    /** As {@link #tryAcquire(int, Duration)}. */
    default Optional<Permit> tryAcquire(int units, long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(units, Duration.ofNanos(unit.toNanos(timeout)));
    }

    /** As {@link #acquireAsync(int)}, for one unit. */
    default CompletableFuture<Permit> acquireAsync() {
        return acquireAsync(1);
    }

    /**
     * Takes a place in line now and completes the future when the permit is there. Cancelling the future gives up the
     * place. The future is completed by {@link CompletableFuture#defaultExecutor() its default executor}, or by a
     * thread that waits for it, never by the thread that closes a permit. A permit that comes although the future was
     * cancelled at the same moment is closed, as soon as it may be.
     *
     * <p>If it is refused while it waits, the future fails with the same exception that {@link #acquire(int)} would
     * throw: {@code join} and {@code get} wrap it as they wrap every failure, and nothing else does. What is refused at
     * once is thrown at once.
     */
    CompletableFuture<Permit> acquireAsync(int units);

    /**
     * Acquires one unit, runs the task, and gives the unit back, whatever the task does. The cheapest way through:
     * there is no permit that somebody might close twice.
     *
     * @throws InterruptedException as {@link #acquire()}; the task was not run then
     */
    default void run(Runnable task) throws InterruptedException {
        try (Permit permit = acquire()) {
            assert permit.isHeld();
            task.run();
        }
    }

    /** As {@link #run}, for a task with a result or a checked exception. */
    default <T> T call(Callable<T> task) throws Exception {
        try (Permit permit = acquire()) {
            assert permit.isHeld();
            return task.call();
        }
    }

    /** How many units may be inside. */
    int limit();

    /**
     * Sets how many units may be inside. Growing lets waiters in at once. Shrinking takes nothing away from those who
     * are inside: nobody enters until there is room under the new limit. A waiter that asks for more than the new limit
     * gets a {@link LimitExceededException}.
     *
     * @throws IllegalArgumentException when it is less than 1, or more than the turnstile was opened to grow to
     */
    void limit(int limit);

    /** What it looks like now. */
    Snapshot snapshot();

    /**
     * The same turnstile in the vocabulary of {@link java.util.concurrent.Semaphore}.
     *
     * @throws UnsupportedOperationException in a window ({@link #between}), where a release can wait
     */
    SemaphoreView asSemaphore();

    /**
     * Lets nobody in any more. Those who wait get a {@link TurnstileClosedException}; those who are inside stay, and
     * close their permits as usual. Closing again does nothing.
     */
    @Override
    void close();

    /**
     * Describes a turnstile. Every method checks its argument at once.
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
         * Sets the name for snapshots and messages; must not be null. Default: empty. Turnstiles of {@link #open()}
         * share nothing, also under the same name. Between processes the name is what they share: it must be set, and
         * its characters are restricted, see the driver.
         */
        public Builder named(String named) {
            name = Objects.requireNonNull(named, "the name must not be null");
            return this;
        }

        /**
         * The algorithm, by its name in the {@link Catalogue}; unless told, the driver chooses: {@code numbered-ticket}
         * for the threads of one JVM, {@code window:coterie=singleton} for a window of them, {@code ledger} between
         * processes.
         *
         * @throws IllegalArgumentException when there is none of that name; it says which is nearest
         */
        public Builder algorithm(String wanted) {
            algorithm = Optional.of(
                    Catalogue.find(Objects.requireNonNull(wanted, "the algorithm's name must not be null")));
            return this;
        }

        /**
         * How many may take part at once, inside, waiting, or having given up while others ahead of them still wait: N,
         * for algorithms that need to know. A request for several units counts as so many. One participant more gets an
         * {@link IllegalStateException}. The numbered ticket does not need to know. Places that a lowered limit
         * withholds count, too, unless the algorithm sends messages. Unless told, 64 more than places, or what the
         * algorithm can hold.
         */
        public Builder participants(int most) {
            participants = OptionalInt.of(atLeastOne("the number of participants", most));
            return this;
        }

        /**
         * The largest limit that {@link Turnstile#limit(int)} will be asked for: algorithms with a fixed number of
         * places are set up for that many. The numbered ticket does not need to know. Unless told, the initial limit.
         */
        public Builder growableTo(int most) {
            if (most < limit) {
                throw new IllegalArgumentException("it can't grow from " + limit + " to " + most);
            }
            growableTo = OptionalInt.of(most);
            return this;
        }

        /**
         * Records who is inside and since when, for {@link Turnstile#snapshot()}. Costs a clock reading and a table
         * entry per acquire. Between processes it is always known who is inside, and this adds since when.
         */
        public Builder watched() {
            watched = true;
            return this;
        }

        /**
         * If others have it open under another limit, changes the limit for all. Default: that is an error. For
         * turnstiles that are shared by name: {@link #open()} refuses it.
         */
        public Builder changingLimit() {
            limitMayChange = true;
            return this;
        }

        /**
         * Opens it for the threads of this JVM. Each call opens a turnstile of its own: two of the same name, or
         * without one, share nothing. Threads that are to share a turnstile must share the object.
         *
         * @throws IllegalArgumentException when the algorithm can't be had in that size, or an option can't be honoured
         */
        public Turnstile open() {
            return open(Threads.here());
        }

        /**
         * Opens it on that driver.
         *
         * @throws IllegalArgumentException when the driver can't honour an option; the message names the option
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
