package dev.turnstile.jdbc;

import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.Versioned;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Waits for changes, for all threads of one client. One thread listens for the notifications of PostgreSQL, or polls
 * the versions of the values that are waited for. It ends when there have been no waiters for a while. Clients of one
 * JVM that use the same data source wake each other directly.
 *
 * <p>Notifications do not arrive behind a pooler that gives every transaction another connection. So this class trusts
 * them only after one that it has sent over another connection has arrived. Until then, or if none arrives, it polls.
 */
final class Watch implements AutoCloseable {
    /** The channel of PostgreSQL's notifications, whose payload is a {@link Notice}. */
    static final String CHANNEL = "turnstile_register";

    private static final Duration FIRST_POLL = Duration.ofMillis(5);
    private static final Duration LONGEST_POLL = Duration.ofMillis(100);
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Duration KEPT_OPEN = Duration.ofSeconds(5);

    /** How long one call listens, and how long while it also polls. */
    private static final Duration SLICE = Duration.ofMillis(500);

    private static final Duration SHORT_SLICE = Duration.ofMillis(20);

    /** All that are open in this JVM. */
    private static final List<Watch> OPEN = new CopyOnWriteArrayList<>();

    private final JdbcStore store;
    private final Link link;
    private final Duration slice;
    private volatile boolean mayListen = true;
    private volatile Optional<PostgresListener> listener = Optional.empty();

    private final String client = UUID.randomUUID().toString();
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
    private final Map<String, Heard> known = new ConcurrentHashMap<>(); // what was read, written or heard of last
    private final Map<String, News> news = new ConcurrentHashMap<>(); // the last notification about a known value
    private final AtomicLong heard = new AtomicLong(); // notifications of other clients, and gaps between them
    private volatile long lastGap; // some may have been missed before this one
    private final Object lock = new Object();
    private boolean isRunning; // guarded by lock, as isClosed
    private boolean isClosed;

    /**
     * A version that was read or written.
     *
     * @param heard the notifications that had arrived before that call was made
     */
    private record Heard(long version, long heard) {}

    /**
     * A notification of another client.
     *
     * @param number how many had arrived with it
     * @param value the value that came with it, until a waiter has it
     */
    private record News(long number, Optional<Versioned> value) {}

    Watch(JdbcStore store, Duration callTimeout) {
        this.store = store;
        this.link = new Link("turnstile-jdbc-watch", new Source(), callTimeout, Optional.of(KEPT_OPEN));
        Duration half = callTimeout.dividedBy(2);
        this.slice = half.compareTo(SLICE) < 0 ? half : SLICE;
        OPEN.add(this);
    }

    private final class Source implements Link.Source {
        private final Link.Source connections = store.new Connections();

        @Override
        public Connection open() throws SQLException {
            return connections.open();
        }

        @Override
        public boolean survives(SQLException failure) {
            return connections.survives(failure);
        }

        @Override
        public boolean mayLend() {
            return connections.mayLend();
        }

        @Override
        public void giveBack(Connection connection) throws SQLException {
            if (listener.isPresent()) {
                PostgresListener.end(connection);
            }
        }
    }

    /** Returns false if notifications are known not to arrive. */
    boolean mayListen() {
        return mayListen;
    }

    /** Returns true if notifications are known to arrive. */
    boolean isListening() {
        return mayListen && listener.isPresent() && listener.get().isTrusted();
    }

    /** Returns true if the driver hands over notifications as soon as they arrive. */
    boolean isQuick() {
        return listener.isPresent() && listener.get().isQuick();
    }

    /** Returns the notice that this client has replaced a value. */
    Notice replaced(String key, Versioned now) {
        return Notice.of(key, client, now);
    }

    /** Returns the notice that this client has deleted a value. */
    Notice deleted(String key) {
        return new Notice(key, client, Optional.empty());
    }

    /** Returns how many notifications have arrived. Call this before a call that reads or writes. */
    long heard() {
        return heard.get();
    }

    /** Takes note of a version that was read or written after that many notifications. */
    void seen(String key, Versioned now, long heardBefore) {
        if (store.dialect() == Dialect.POSTGRESQL && key.startsWith("t/") && !now.isAbsent()) {
            known.put(key, new Heard(now.version(), heardBefore));
        }
    }

    /** Returns true if a change of this version would have been, or will be, heard. */
    private boolean isSurelySame(String key, Versioned seen) {
        Heard last = known.get(key);
        return last != null
                && !seen.isAbsent()
                && last.version() == seen.version()
                && isListening()
                && last.heard() >= lastGap
                && last.heard() >= newsOf(key).number();
    }

    private News newsOf(String key) {
        return news.getOrDefault(key, new News(0, Optional.empty()));
    }

    /** Wakes the waiters of this JVM after a change that this client has made. */
    void changed(Notice notice) {
        for (Watch watch : OPEN) {
            if (watch.store.isSameDatabase(store)) {
                watch.ring(notice);
            }
        }
    }

    /** Takes note of a notification. This client's own changes have rung already. */
    private void hear(String payload) {
        Notice notice = Notice.parse(payload);
        if (!notice.client().equals(client)) {
            long number = heard.incrementAndGet();
            if (known.containsKey(notice.key())) {
                news.put(notice.key(), new News(number, notice.value()));
            }
            ring(notice);
        }
    }

    /** Takes note that notifications may have been missed. */
    private void missSome() {
        lastGap = heard.incrementAndGet();
    }

    private void ring(Notice notice) {
        waiters.stream()
                .filter(waiter -> waiter.key.equals(notice.key()))
                .forEach(waiter -> waiter.ring(notice.value()));
    }

    /** Returns the value of the last notification, if no waiter has had it, and it is another one. */
    private Optional<Versioned> takeNews(String key, Versioned seen) {
        News last = newsOf(key);
        if (last.value().isEmpty() || !news.replace(key, last, new News(last.number(), Optional.empty()))) {
            return Optional.empty();
        }
        Versioned value = last.value().get();
        known.put(key, new Heard(value.version(), last.number()));
        return Optional.of(value).filter(it -> !it.isSame(seen));
    }

    Optional<Versioned> await(String key, Versioned seen, Duration timeout)
            throws StoreException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Waiter waiter = new Waiter(key, seen);
        register(waiter);
        try {
            // The value may have changed before there was a waiter.
            Optional<Versioned> told = takeNews(key, seen);
            if (told.isPresent()
                    || (!isSurelySame(key, seen) && !store.register(key).isSame(seen))) {
                return told;
            }
            waiter.await(timeout);
            told = takeNews(key, seen);
            return told.isPresent() ? told : waiter.told();
        } catch (SQLException e) {
            throw store.failed(e);
        } finally {
            waiters.remove(waiter);
        }
    }

    private void register(Waiter waiter) throws StoreException {
        synchronized (lock) {
            if (isClosed) {
                throw new StoreException("the store is closed");
            }
            waiters.add(waiter);
            if (!isRunning) {
                isRunning = true;
                Thread.ofPlatform().daemon().name("turnstile-jdbc-waiters").start(this::run);
            }
            lock.notifyAll();
        }
    }

    private void run() {
        long lastWaiter = System.nanoTime();
        while (true) {
            synchronized (lock) {
                lastWaiter = waiters.isEmpty() ? lastWaiter : System.nanoTime();
                if (isClosed || System.nanoTime() - lastWaiter > IDLE.toNanos()) {
                    isRunning = false;
                    return;
                }
            }
            try {
                if (store.dialect() == Dialect.POSTGRESQL && mayListen) {
                    listen();
                } else {
                    poll();
                    pause();
                }
            } catch (SQLException e) {
                listener = Optional.empty();
                missSome();
                waiters.forEach(waiter -> waiter.fail(e));
                pause(); // until there are others
            } catch (LinkageError e) {
                mayListen = false; // the connection is not of PostgreSQL's own driver
            }
        }
    }

    /** Waits until a waiter is due, or there is a new one. */
    @SuppressWarnings("WaitNotInLoop") // run loops
    private void pause() {
        synchronized (lock) {
            long now = System.nanoTime();
            long left = waiters.stream()
                    .mapToLong(waiter -> waiter.due - now)
                    .min()
                    .orElse(LONGEST_POLL.multipliedBy(10).toNanos());
            if (left > 0 && !isClosed) {
                try {
                    TimeUnit.NANOSECONDS.timedWait(lock, Math.max(left, 1_000_000));
                } catch (InterruptedException e) {
                    // no code of ours interrupts this thread
                }
            }
        }
    }

    private void listen() throws SQLException {
        Duration now = isListening() ? slice : SHORT_SLICE;
        PostgresListener used = link.call((connection, caller) -> {
            PostgresListener its =
                    listener.filter(it -> it.isOn(connection)).orElseGet(() -> new PostgresListener(connection));
            its.listen(now).forEach(this::hear);
            return its;
        });
        boolean isNew = listener.isEmpty() || listener.get() != used;
        if (isNew) {
            missSome();
        }
        listener = Optional.of(used);
        if (isNew) {
            store.link("t/").call((connection, caller) -> used.probe(connection));
            waiters.forEach(waiter -> waiter.ring(Optional.empty())); // they may have missed something
        }
        if (used.isUseless()) {
            mayListen = false;
        }
        if (!used.isTrusted()) {
            poll();
        }
    }

    /** Reads the versions that are due. */
    private void poll() throws SQLException {
        long now = System.nanoTime();
        List<Waiter> due =
                waiters.stream().filter(waiter -> waiter.due - now <= 0).toList();
        List<String> keys = due.stream().map(waiter -> waiter.key).distinct().toList();
        if (keys.isEmpty()) {
            return;
        }
        Map<String, Long> versions = link.call((connection, caller) -> versions(connection, keys));
        for (Waiter waiter : due) {
            Long version = versions.get(waiter.key);
            boolean isSame = version == null
                    ? waiter.seen.isAbsent()
                    : !waiter.seen.isAbsent() && waiter.seen.version() == version;
            if (isSame) {
                waiter.postpone();
            } else {
                waiter.ring(Optional.empty());
            }
        }
    }

    private Map<String, Long> versions(Connection connection, List<String> keys) throws SQLException {
        String sql = "select name, seen from turnstile_register where name in (" + JdbcStore.places(keys.size()) + ")";
        try (PreparedStatement statement = store.prepare(connection, sql)) {
            for (int i = 0; i < keys.size(); i++) {
                statement.setString(i + 1, keys.get(i));
            }
            Map<String, Long> versions = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    versions.put(rows.getString(1), rows.getLong(2));
                }
            }
            return versions;
        }
    }

    @Override
    public void close() {
        OPEN.remove(this);
        synchronized (lock) {
            isClosed = true;
            lock.notifyAll();
        }
        waiters.forEach(waiter -> waiter.fail(new SQLException("the store is closed")));
        link.close();
    }

    /** A thread that waits. */
    private static final class Waiter {
        private final String key;
        private final Versioned seen;
        private Duration interval = FIRST_POLL; // used by the thread of the watch only
        private volatile long due = System.nanoTime() + FIRST_POLL.toNanos();
        private boolean isRung; // guarded by this, as the next fields
        private Optional<Versioned> told = Optional.empty();
        private Optional<SQLException> failure = Optional.empty();

        Waiter(String key, Versioned seen) {
            this.key = key;
            this.seen = seen;
        }

        void postpone() {
            due = System.nanoTime() + interval.toNanos();
            Duration longer = interval.multipliedBy(3).dividedBy(2);
            interval = longer.compareTo(LONGEST_POLL) < 0 ? longer : LONGEST_POLL;
        }

        synchronized void ring(Optional<Versioned> value) {
            isRung = true;
            told = value;
            notifyAll();
        }

        /** Returns the value that came with the last ring. */
        synchronized Optional<Versioned> told() {
            return told;
        }

        synchronized void fail(SQLException why) {
            failure = Optional.of(why);
            notifyAll();
        }

        synchronized void await(Duration timeout) throws SQLException, InterruptedException {
            long deadline = System.nanoTime() + timeout.toNanos();
            long left = timeout.toNanos();
            while (!isRung && failure.isEmpty() && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
                left = deadline - System.nanoTime();
            }
            if (failure.isPresent()) {
                throw failure.get();
            }
        }
    }
}
