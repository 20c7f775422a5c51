package dev.turnstile.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * One connection to the database, with a thread of its own that makes all calls on it, one after the other. So a call
 * ends within its limit even if the driver does not return, and an interrupted caller does no harm to the driver: H2
 * closes its file when a thread is interrupted.
 *
 * <p>The connection is opened by the first call, and again by the first call after a failure. If a call exceeds its
 * limit, its connection is aborted and its thread left to end by itself; the next call gets new ones.
 *
 * <p>If the source permits it, a caller that finds the connection idle makes its call itself. This saves waking two
 * threads. The link's own thread then watches the limit.
 */
final class Link implements AutoCloseable {
    /** How connections are opened and closed. */
    interface Source {
        /** Opens a connection, and prepares it. */
        Connection open() throws SQLException;

        /** Returns true if the connection can be used after this failure. */
        boolean survives(SQLException failure);

        /**
         * Returns true if the driver's calls end by themselves at about the limit of a call, and if an interrupt does
         * not disturb them. Then a caller may make its call itself.
         */
        default boolean mayLend() {
            return false;
        }

        /** Undoes what {@link #open} has prepared, before a pool gets the connection back. */
        default void giveBack(Connection connection) throws SQLException {}
    }

    /** What is done on the connection. */
    interface Work<T> {
        T on(Connection connection, Caller caller) throws SQLException;
    }

    /** The thread that waits for the call. */
    interface Caller {
        /** Runs this on the caller's thread, and returns its result or throws its exception. */
        <T> T compute(Supplier<T> function) throws SQLException;
    }

    /** A connection that was not used for this long is tested before it is used. */
    private static final Duration FRESH = Duration.ofSeconds(10);

    /** How long an attempt to connect may take before another one is made beside it; it doubles each time. */
    private static final Duration FIRST_PATIENCE = Duration.ofSeconds(5);

    private static final Duration LONGEST_PATIENCE = Duration.ofMinutes(1);

    private final String name;
    private final Source source;
    private final Duration limit;
    private final Optional<Duration> idle;

    private final Object lock = new Object();
    private final Queue<Task<?>> queue = new ArrayDeque<>(); // guarded by lock, as the next fields
    private Optional<Worker> worker = Optional.empty();
    private Duration patience = FIRST_PATIENCE;
    private boolean isClosed;

    /**
     * Constructs a link. Makes no call.
     *
     * @param name the name of its thread
     * @param limit how long a call may take
     * @param idle after how much time without a call the connection is closed; empty if never
     */
    Link(String name, Source source, Duration limit, Optional<Duration> idle) {
        this.name = name;
        this.source = source;
        this.limit = limit;
        this.idle = idle;
    }

    /** Makes a call. An interrupt does not end it. */
    <T> T call(Work<T> work) throws SQLException {
        return call(limit, work);
    }

    /** Makes a call with another limit. */
    <T> T call(Duration itsLimit, Work<T> work) throws SQLException {
        Task<T> task = new Task<>(work);
        Optional<Worker> lender;
        synchronized (lock) {
            if (isClosed) {
                throw closed();
            }
            lender = worker.filter(it -> it.lend(task));
            if (lender.isEmpty()) {
                queue.add(task);
                if (worker.isEmpty()) {
                    startWorker();
                }
                lock.notifyAll();
            }
        }
        if (lender.isPresent()) {
            lender.get().makeForCaller(task);
        } else if (!task.await(itsLimit)) {
            giveUp(task);
        }
        return task.result(itsLimit);
    }

    private void startWorker() {
        Worker next = new Worker();
        worker = Optional.of(next);
        Thread.ofPlatform().daemon().name(name).start(next);
    }

    private void giveUp(Task<?> task) {
        Optional<Worker> stuck;
        synchronized (lock) {
            queue.remove(task);
            stuck = worker.filter(it -> it.isStuck(task));
            if (stuck.isPresent()) {
                worker = Optional.empty();
                if (!queue.isEmpty()) {
                    startWorker();
                }
            }
        }
        stuck.ifPresent(Worker::abort);
    }

    private static SQLException closed() {
        return new SQLNonTransientConnectionException("the store is closed");
    }

    /** Ends the calls under way, and closes the connection. Waits for that no longer than one call may take. */
    @Override
    public void close() {
        List<Task<?>> pending;
        Optional<Worker> last;
        synchronized (lock) {
            isClosed = true;
            pending = new ArrayList<>(queue);
            queue.clear();
            last = worker;
            worker = Optional.empty();
            lock.notifyAll();
        }
        pending.forEach(task -> task.fail(closed()));
        last.ifPresent(Worker::end);
    }

    /** A call, and its result. */
    private static final class Task<T> implements Caller {
        private final Work<T> work;
        private Optional<Supplier<?>> question = Optional.empty();
        private Supplier<?> answer;
        private Supplier<T> result;
        private SQLException failure;
        private boolean isAsked;
        private volatile boolean isOnCaller; // the caller's own thread does the work
        private boolean isOver;
        private boolean isGivenUp;

        Task(Work<T> work) {
            this.work = work;
        }

        /** Waits for the result, and answers questions meanwhile. Returns false at the limit. */
        boolean await(Duration limit) {
            long deadline = System.nanoTime() + limit.toNanos();
            boolean wasInterrupted = false;
            try {
                while (true) {
                    Supplier<?> asked;
                    synchronized (this) {
                        long left = deadline - System.nanoTime();
                        while (!isOver && question.isEmpty() && left > 0) {
                            try {
                                TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
                            } catch (InterruptedException e) {
                                wasInterrupted = true;
                            }
                            left = deadline - System.nanoTime();
                        }
                        if (isOver) {
                            return true;
                        }
                        if (question.isEmpty()) {
                            isGivenUp = true;
                            notifyAll();
                            return false;
                        }
                        asked = question.get();
                        question = Optional.empty();
                    }
                    Supplier<?> answered = outcome(asked);
                    synchronized (this) {
                        answer = answered;
                        notifyAll();
                    }
                }
            } finally {
                if (wasInterrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private static Supplier<?> outcome(Supplier<?> asked) {
            try {
                Object value = asked.get();
                return () -> value;
            } catch (RuntimeException | Error e) {
                return () -> {
                    throw e;
                };
            }
        }

        @Override
        public <A> A compute(Supplier<A> function) throws SQLException {
            return isOnCaller ? function.get() : ask(function);
        }

        @SuppressWarnings("unchecked") // the answer is the function's
        private synchronized <A> A ask(Supplier<A> function) throws SQLException {
            question = Optional.of(function);
            answer = null;
            notifyAll();
            boolean wasInterrupted = false;
            while (answer == null && !isGivenUp) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                }
            }
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
            if (answer == null) {
                throw new SQLTimeoutException("the caller gave up");
            }
            return (A) answer.get();
        }

        /** Returns false if there is no caller any more. */
        synchronized boolean begin() {
            isAsked = true;
            return !isGivenUp && !isOver;
        }

        void run(Connection connection) throws SQLException {
            T value = work.on(connection, this);
            complete(() -> value);
        }

        synchronized void complete(Supplier<T> completed) {
            if (!isOver) {
                result = completed;
                isOver = true;
                notifyAll();
            }
        }

        synchronized void fail(SQLException failed) {
            if (!isOver) {
                failure = failed;
                isOver = true;
                notifyAll();
            }
        }

        synchronized T result(Duration limit) throws SQLException {
            if (failure != null) {
                throw failure;
            }
            if (result == null) {
                throw new SQLTimeoutException("no answer within " + limit.toMillis() + " ms"
                        + (isAsked ? "" : ", still connecting or busy with other calls"));
            }
            return result.get();
        }
    }

    /** The thread of the connection. */
    private final class Worker implements Runnable {
        private Optional<Task<?>> current = Optional.empty(); // guarded by lock, as the next fields
        private boolean isIdle;
        private boolean isLent; // a caller makes the current call
        private long lent; // when
        private volatile Optional<Connection> connection = Optional.empty();
        private volatile boolean isOpening;
        private volatile boolean isAborted;
        private long opening;
        private long lastUse;
        private final Object end = new Object();
        private boolean hasEnded;

        @Override
        public void run() {
            try {
                for (Optional<Task<?>> task = next(); task.isPresent(); task = next()) {
                    make(task.get());
                }
            } finally {
                giveBack();
                synchronized (end) {
                    hasEnded = true;
                    end.notifyAll();
                }
            }
        }

        /** Returns the next call; empty if this thread is to end. */
        private Optional<Task<?>> next() {
            synchronized (lock) {
                current = Optional.empty();
                isIdle = true;
                lent = System.nanoTime();
                while (isLent || (isCurrent() && queue.isEmpty())) {
                    if (isLent) {
                        watchLoan();
                        continue;
                    }
                    long left = idle.map(Duration::toNanos).orElse(Long.MAX_VALUE) - (System.nanoTime() - lent);
                    if (left <= 0) {
                        worker = Optional.empty();
                    } else {
                        waitFor(source.mayLend() ? Math.min(left, limit.toNanos()) : left);
                    }
                }
                isIdle = false;
                if (isCurrent()) {
                    current = Optional.of(queue.remove());
                }
                return current;
            }
        }

        /** Waits for the caller that has the connection. Breaks the connection at the limit. */
        private void watchLoan() {
            long left = limit.toNanos() - (System.nanoTime() - lent);
            if (left <= 0 && isCurrent()) {
                worker = Optional.empty();
                if (!queue.isEmpty()) {
                    startWorker();
                }
                abort();
            }
            waitFor(left > 0 ? left : limit.toNanos());
        }

        /** Lends the connection to the current thread for this call, if possible. Called with the lock. */
        boolean lend(Task<?> task) {
            long now = System.nanoTime();
            if (!isIdle
                    || isLent
                    || !queue.isEmpty()
                    || connection.isEmpty()
                    || !source.mayLend()
                    || now - lastUse > FRESH.toNanos()
                    || Thread.currentThread().isVirtual()) { // an interrupt would close its socket
                return false;
            }
            isLent = true;
            lent = now;
            current = Optional.of(task);
            task.isOnCaller = true;
            return true;
        }

        /** Makes a call on the current thread, which has been lent the connection. */
        void makeForCaller(Task<?> task) {
            try {
                make(task);
            } finally {
                synchronized (lock) {
                    isLent = false;
                    lent = System.nanoTime();
                    current = Optional.empty();
                    if (!queue.isEmpty() || !isCurrent()) {
                        lock.notifyAll();
                    }
                }
            }
        }

        private boolean isCurrent() {
            return worker.isPresent() && worker.get() == this;
        }

        @SuppressWarnings("WaitNotInLoop") // the caller loops
        private void waitFor(long nanos) {
            try {
                TimeUnit.NANOSECONDS.timedWait(lock, Math.max(nanos, 1_000_000));
            } catch (InterruptedException e) {
                // no code of ours interrupts this thread
            }
        }

        private <T> void make(Task<T> task) {
            try {
                Connection open = open();
                if (task.begin()) {
                    task.run(open);
                }
                lastUse = System.nanoTime();
            } catch (SQLException e) {
                tidy(source::survives, e);
                task.fail(e);
            } catch (RuntimeException | Error e) {
                tidy(unused -> true, new SQLException(e));
                task.complete(() -> {
                    throw e;
                });
            }
        }

        private Connection open() throws SQLException {
            if (connection.isPresent() && System.nanoTime() - lastUse > FRESH.toNanos() && !isValid()) {
                discard();
            }
            if (connection.isEmpty()) {
                synchronized (lock) {
                    opening = System.nanoTime();
                    isOpening = true;
                }
                try {
                    connection = Optional.of(source.open());
                } finally {
                    isOpening = false;
                }
                synchronized (lock) {
                    if (isCurrent()) {
                        patience = FIRST_PATIENCE;
                    }
                }
                if (isAborted) {
                    discard();
                    throw closed();
                }
            }
            return connection.orElseThrow();
        }

        private boolean isValid() {
            try {
                return connection.orElseThrow().isValid((int) Math.max(1, limit.toSeconds()));
            } catch (SQLException e) {
                return false;
            }
        }

        /** Ends a transaction that was left open. Closes the connection if it may be broken. */
        private void tidy(Predicate<SQLException> survives, SQLException failure) {
            if (connection.isEmpty()) {
                return;
            }
            Connection open = connection.get();
            try {
                boolean isUsable = survives.test(failure) && !isAborted;
                if (isUsable && !open.getAutoCommit()) {
                    open.rollback();
                    open.setAutoCommit(true);
                }
                if (!isUsable) {
                    discard();
                }
            } catch (SQLException e) {
                discard();
            }
        }

        private void discard() {
            Optional<Connection> broken = connection;
            connection = Optional.empty();
            broken.ifPresent(it -> {
                quietly(() -> it.abort(Runnable::run)); // so that a pool does not use it again
                quietly(it::close);
            });
        }

        private void giveBack() {
            Optional<Connection> open = connection;
            connection = Optional.empty();
            open.ifPresent(it -> {
                if (!isAborted) {
                    quietly(() -> source.giveBack(it));
                }
                quietly(it::close);
            });
        }

        /**
         * Returns true if another thread should go on in the place of this one, after the caller of this task has given
         * up. Called with the lock.
         */
        boolean isStuck(Task<?> task) {
            if (!isOpening) {
                return current.isPresent() && current.get() == task;
            }
            boolean isHopeless = System.nanoTime() - opening > patience.toNanos();
            if (isHopeless) {
                Duration doubled = patience.multipliedBy(2);
                patience = doubled.compareTo(LONGEST_PATIENCE) < 0 ? doubled : LONGEST_PATIENCE;
            }
            return isHopeless;
        }

        /** Breaks the connection, in a thread of its own because some drivers connect for that. */
        void abort() {
            isAborted = true;
            connection.ifPresent(it -> Thread.ofPlatform()
                    .daemon()
                    .name(name + "-abort")
                    .start(() -> quietly(() -> it.abort(Runnable::run))));
        }

        /** Fails the call under way, and waits until the connection is closed, but not longer than a call. */
        void end() {
            Optional<Task<?>> underWay;
            synchronized (lock) {
                underWay = current;
            }
            underWay.ifPresent(task -> {
                task.fail(closed());
                abort();
            });
            long deadline = System.nanoTime() + limit.toNanos();
            synchronized (end) {
                long left = limit.toNanos();
                while (!hasEnded && left > 0) {
                    try {
                        TimeUnit.NANOSECONDS.timedWait(end, Math.max(left, 1_000_000));
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        return;
                    }
                    left = deadline - System.nanoTime();
                }
            }
        }
    }

    private interface Step {
        void run() throws SQLException;
    }

    /** For a connection that is given up anyway. */
    private static void quietly(Step step) {
        try {
            step.run();
        } catch (SQLException | RuntimeException e) {
            // there is nothing left to do with it
        }
    }
}
