package dev.turnstile.conformance;

import dev.turnstile.driver.store.NextValue;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.StoreTraits;
import dev.turnstile.driver.store.Versioned;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The reference for a store: values in memory, shared by all stores that one instance opens. It does what {@link Store}
 * and {@link Register} promise, and no more. For example, it wakes a waiter only if {@link NextValue#wakes}, or if
 * another change happens to wake it.
 *
 * <pre>{@code
 * MemoryStore memory = MemoryStore.create();
 * Store one = memory.open(Duration.ofSeconds(1));
 * Store other = memory.open(Duration.ofSeconds(1));
 * }</pre>
 */
public final class MemoryStore implements Store.Opener {
    private static final StoreTraits TRAITS = new StoreTraits(1 << 20, false, true, false);
    private static final Duration POLL = Duration.ofMillis(5);

    private final Map<String, Versioned> values = new HashMap<>();
    private final Map<String, Integer> guards = new HashMap<>();
    private final StoreTraits traits;
    private long lastVersion;

    private MemoryStore(StoreTraits traits) {
        this.traits = traits;
    }

    /** Creates an empty store that notifies, for values up to 1 MiB, without queues and guards. */
    public static MemoryStore create() {
        return new MemoryStore(TRAITS);
    }

    /** Creates an empty store that can do exactly this. Without {@link StoreTraits#notifies}, it polls. */
    public static MemoryStore create(StoreTraits traits) {
        return new MemoryStore(traits);
    }

    @Override
    public Store open(Duration callTimeout) {
        return new Client(callTimeout);
    }

    /**
     * Begins to guard a transaction by a permit of this session, as a caller of a database does. The transaction is
     * open until the result is closed.
     *
     * @throws IllegalStateException if the session does not exist, or has been retired
     */
    public AutoCloseable guard(String session) {
        synchronized (values) {
            if (!guards.containsKey(session)) {
                throw new IllegalStateException("session " + session + " has no guard");
            }
            guards.merge(session, 1, Integer::sum);
        }
        return () -> {
            synchronized (values) {
                guards.merge(session, -1, Integer::sum);
                values.notifyAll();
            }
        };
    }

    @Override
    public String toString() {
        return "memory";
    }

    private final class Client implements Store {
        private final Duration callTimeout;
        private boolean isClosed; // guarded by values, as everything else

        Client(Duration callTimeout) {
            this.callTimeout = callTimeout;
        }

        @Override
        public Register register(String key) {
            return new InMemory(this, key);
        }

        @Override
        public List<String> keys(String prefix) throws StoreException {
            synchronized (values) {
                checkOpen();
                return values.keySet().stream()
                        .filter(key -> key.startsWith(prefix))
                        .toList();
            }
        }

        @Override
        public Map<String, Versioned> readAll(Collection<String> keys) throws StoreException {
            synchronized (values) {
                checkOpen();
                Map<String, Versioned> read = new HashMap<>();
                keys.forEach(key -> read.put(key, values.getOrDefault(key, Versioned.ABSENT)));
                return read;
            }
        }

        @Override
        public StoreTraits traits() {
            return traits;
        }

        @Override
        public boolean hasNoGuards(String session) throws StoreException {
            synchronized (values) {
                checkOpen();
                try {
                    return until(() -> isClosed || unguarded(session), callTimeout) && !isClosed;
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new StoreException("the caller was interrupted", e);
                }
            }
        }

        @Override
        public void close() {
            synchronized (values) {
                isClosed = true;
                values.notifyAll();
            }
        }

        void checkOpen() throws StoreException {
            if (isClosed) {
                throw new StoreException("the store is closed");
            }
        }
    }

    private boolean unguarded(String session) {
        return guards.getOrDefault(session, 0) == 0;
    }

    /** Waits on the monitor of the values. Returns the condition's last value. */
    @SuppressWarnings("WaitNotInLoop") // it is in one
    private boolean until(BooleanSupplier condition, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(values, Math.max(1_000_000, left));
        }
        return true;
    }

    private final class InMemory implements Register {
        private final Client client;
        private final String key;

        InMemory(Client client, String key) {
            this.client = client;
            this.key = key;
        }

        @Override
        public Versioned read() throws StoreException {
            synchronized (values) {
                client.checkOpen();
                return current();
            }
        }

        private Versioned current() {
            return values.getOrDefault(key, Versioned.ABSENT);
        }

        @Override
        public Replaced replace(Versioned seen, NextValue next) {
            checkSize(next);
            synchronized (values) {
                if (client.isClosed) {
                    return new Replaced.Unknown("the store is closed");
                }
                return current().isSame(seen) ? put(next) : new Replaced.Conflict();
            }
        }

        private void checkSize(NextValue next) {
            if (next.bytes().length > traits.valueMax()) {
                throw new IllegalArgumentException("the value of " + key + " has " + next.bytes().length
                        + " bytes, more than the " + traits.valueMax() + " that the store keeps");
            }
        }

        private Replaced put(NextValue next) {
            Versioned now = Versioned.of(++lastVersion, next.bytes().clone());
            boolean created = values.put(key, now) == null;
            if (created && key.startsWith("s/")) {
                guards.put(key.substring(2), 0);
            }
            if (next.wakes()) {
                values.notifyAll();
            }
            return new Replaced.Applied(now);
        }

        @Override
        public Replaced retire(Versioned seen, NextValue next) {
            checkSize(next);
            String session = key.substring(2);
            synchronized (values) {
                try {
                    until(() -> client.isClosed || unguarded(session), client.callTimeout);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return new Replaced.Conflict();
                }
                if (client.isClosed) {
                    return new Replaced.Unknown("the store is closed");
                }
                if (!unguarded(session) || !current().isSame(seen)) {
                    return new Replaced.Conflict();
                }
                guards.remove(session);
                return put(next);
            }
        }

        @Override
        public Replaced update(Function<Versioned, NextValue> change) {
            if (!traits.queues()) {
                return Register.super.update(change);
            }
            synchronized (values) {
                if (client.isClosed) {
                    return new Replaced.Unknown("the store is closed");
                }
                NextValue next = change.apply(current());
                checkSize(next);
                return put(next);
            }
        }

        @Override
        public Replaced delete(Versioned seen) {
            synchronized (values) {
                if (client.isClosed) {
                    return new Replaced.Unknown("the store is closed");
                }
                if (seen.isAbsent() || !current().isSame(seen)) {
                    return new Replaced.Conflict();
                }
                values.remove(key);
                values.notifyAll();
                return new Replaced.Applied(Versioned.ABSENT);
            }
        }

        @Override
        public Optional<Versioned> await(Versioned seen, Duration timeout) throws StoreException, InterruptedException {
            BooleanSupplier mayHaveChanged = () -> client.isClosed || !current().isSame(seen);
            long deadline = System.nanoTime() + timeout.toNanos();
            synchronized (values) {
                client.checkOpen();
                if (traits.notifies()) {
                    until(mayHaveChanged, timeout);
                } else {
                    long left = timeout.toNanos();
                    while (left > 0 && !until(mayHaveChanged, Duration.ofNanos(Math.min(left, POLL.toNanos())))) {
                        left = deadline - System.nanoTime();
                    }
                }
                client.checkOpen();
                return traits.notifies() && !current().isSame(seen) ? Optional.of(current()) : Optional.empty();
            }
        }
    }
}
