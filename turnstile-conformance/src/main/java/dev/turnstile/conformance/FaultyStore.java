package dev.turnstile.conformance;

import dev.turnstile.driver.store.NextValue;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.StoreTraits;
import dev.turnstile.driver.store.Versioned;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A store that fails as remote ones do, on command or at random from a seed. Without faults it behaves like the store
 * it wraps.
 *
 * <p>All stores that one instance opens meet its faults and its outage. To cut off one client and not another, wrap the
 * same store twice.
 *
 * <pre>{@code
 * MemoryStore memory = MemoryStore.create();
 * FaultyStore far = FaultyStore.over(memory, Seed.of("FarTest")).latency(Duration.ofMillis(20));
 * FaultyStore torn = FaultyStore.over(memory, Seed.of("TornTest")).often(10, Fault.values());
 * torn.next(Fault.LOST_ANSWER);
 * torn.beginOutage();
 * }</pre>
 */
public final class FaultyStore implements Store.Opener {
    /** What can happen to a call. */
    public enum Fault {
        /** A change is applied, but its answer is {@link Replaced.Unknown}. A read fails. */
        LOST_ANSWER,
        /** A change is not applied, and its answer is {@link Replaced.Unknown}. A read fails. */
        LOST_CALL,
        /**
         * The answer is {@link Replaced.Unknown}. The change is applied at a later call or by {@link #land}, if the
         * value then still has the version seen. A read fails.
         */
        LATE,
        /** A change is not applied, although the version matches: {@link Replaced.Conflict}. Reads are not affected. */
        CONFLICT,
        /** The call takes up to 5 ms longer. */
        SLOW,
        /**
         * A read returns a value that has been replaced, but none that is older than this client's last answer. Changes
         * are not affected.
         */
        STALE
    }

    private static final int REMEMBERED = 8;
    private static final Duration SLICE = Duration.ofMillis(20);

    private final Store.Opener opener;
    private final Random random; // guarded by itself, together with the next fields
    private final Queue<Fault> commanded = new ArrayDeque<>();
    private final Map<Fault, Integer> percents = new EnumMap<>(Fault.class);
    private final List<Supplier<Replaced>> late = new ArrayList<>();

    private final Map<String, Past> pasts = new ConcurrentHashMap<>();
    private final AtomicInteger faults = new AtomicInteger();
    private volatile Duration latency = Duration.ZERO;
    private volatile boolean isOut;
    private volatile boolean isSilent;

    private FaultyStore(Store.Opener opener, long seed) {
        this.opener = opener;
        this.random = new Random(seed);
    }

    /** Wraps a store. There are no faults yet. */
    public static FaultyStore over(Store.Opener opener, long seed) {
        return new FaultyStore(opener, seed);
    }

    /** Makes each of these faults happen to this share of all calls, at random. */
    public FaultyStore often(int percent, Fault... chosen) {
        synchronized (random) {
            List.of(chosen).forEach(fault -> percents.put(fault, percent));
        }
        return this;
    }

    /** Makes every call take this much longer, half of it before it reaches the store. */
    public FaultyStore latency(Duration added) {
        latency = added;
        return this;
    }

    /** Makes the next changes meet these faults, in this order. Reads leave them alone. */
    public void next(Fault... chosen) {
        synchronized (random) {
            commanded.addAll(List.of(chosen));
        }
    }

    /** Ends random and commanded faults, the outage and the latency. Late changes stay under way. */
    public void heal() {
        synchronized (random) {
            percents.clear();
            commanded.clear();
        }
        latency = Duration.ZERO;
        endOutage();
    }

    /** Makes every call fail without reaching the store. A call that is in the store already loses its answer. */
    public void beginOutage() {
        isOut = true;
    }

    /**
     * Begins an outage in which calls are not even refused: each takes as long as it may, and then fails. Waiting for a
     * change fails at once.
     */
    public void beginSilence() {
        isSilent = true;
        isOut = true;
    }

    /** Ends the outage or the silence. */
    public void endOutage() {
        isOut = false;
        isSilent = false;
    }

    /** Applies the late changes that are under way, if their versions still match. Returns how many were applied. */
    public int land() {
        List<Supplier<Replaced>> landing;
        synchronized (random) {
            landing = List.copyOf(late);
            late.clear();
        }
        return apply(landing);
    }

    private static int apply(List<Supplier<Replaced>> changes) {
        return (int) changes.stream()
                .filter(change -> change.get() instanceof Replaced.Applied)
                .count();
    }

    /** Returns how many calls have met a fault. */
    public int faults() {
        return faults.get();
    }

    /**
     * Copies all values, as a backup does.
     *
     * @throws StoreException if the wrapped store does not answer
     */
    public Map<String, byte[]> backup() throws StoreException {
        try (Store store = opener.open(Duration.ofSeconds(10))) {
            Map<String, byte[]> copy = new HashMap<>();
            store.readAll(store.keys("")).forEach((key, value) -> {
                if (!value.isAbsent()) {
                    copy.put(key, value.value().clone());
                }
            });
            return copy;
        }
    }

    /**
     * Replaces all values by those of a backup, and deletes the others, as a restore does. Each value gets a version
     * that it never had.
     *
     * @throws StoreException if the wrapped store does not answer
     */
    public void rollBack(Map<String, byte[]> backup) throws StoreException {
        try (Store store = opener.open(Duration.ofSeconds(10))) {
            for (String key : store.keys("")) {
                if (!backup.containsKey(key)) {
                    untilApplied(store.register(key), Register::delete);
                }
            }
            for (Map.Entry<String, byte[]> saved : backup.entrySet()) {
                NextValue value = new NextValue(saved.getValue(), true);
                untilApplied(store.register(saved.getKey()), (register, seen) -> register.replace(seen, value));
            }
        }
        pasts.clear();
    }

    private interface Change {
        Replaced apply(Register register, Versioned seen);
    }

    private static void untilApplied(Register register, Change change) throws StoreException {
        boolean isDone = false;
        while (!isDone) {
            isDone = change.apply(register, register.read()) instanceof Replaced.Applied;
        }
    }

    @Override
    public Store open(Duration callTimeout) throws StoreException {
        checkReachable();
        return new Client(opener.open(callTimeout), callTimeout);
    }

    @Override
    public String toString() {
        return "faulty " + opener;
    }

    private void checkReachable() throws StoreException {
        if (isOut) {
            throw new StoreException("the store cannot be reached");
        }
    }

    /** Draws what happens to a call: one commanded or random fault, or none, which is null. */
    private Fault draw(boolean isChange) {
        List<Supplier<Replaced>> landing = new ArrayList<>();
        Fault drawn = null;
        synchronized (random) {
            if (!late.isEmpty() && random.nextInt(4) == 0) {
                landing.add(late.removeFirst());
            }
            if (isChange && !commanded.isEmpty()) {
                drawn = commanded.remove();
            } else {
                for (Map.Entry<Fault, Integer> fault : percents.entrySet()) {
                    if (random.nextInt(100) < fault.getValue()) {
                        drawn = fault.getKey();
                    }
                }
            }
        }
        apply(landing);
        boolean matters = drawn != null && drawn != (isChange ? Fault.STALE : Fault.CONFLICT);
        if (matters) {
            faults.incrementAndGet();
        }
        return matters ? drawn : null;
    }

    private void travel(Fault fault) {
        long nanos = latency.toNanos() / 2;
        if (fault == Fault.SLOW) {
            synchronized (random) {
                nanos += random.nextLong(TimeUnit.MICROSECONDS.toNanos(2500));
            }
        }
        spend(nanos);
    }

    private static void spend(long nanos) {
        long deadline = System.nanoTime() + nanos;
        boolean wasInterrupted = false;
        for (long left = nanos; left > 0; left = deadline - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.sleep(left);
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The last values of one key. Changes of a key are made one at a time, so the order is known. */
    private static final class Past {
        private final Deque<Versioned> values = new ArrayDeque<>();

        void add(Versioned value) {
            if (values.isEmpty() || !values.getLast().isSame(value)) {
                values.addLast(value);
            }
            if (values.size() > REMEMBERED) {
                values.removeFirst();
            }
        }

        /** Returns the values from this one on, or nothing if it is not known. */
        List<Versioned> since(Versioned oldest) {
            List<Versioned> all = new ArrayList<>(values);
            for (int i = all.size() - 1; i >= 0; i--) {
                if (all.get(i).isSame(oldest)) {
                    return all.subList(i, all.size());
                }
            }
            return List.of();
        }
    }

    private final class Client implements Store {
        private final Store store;
        private final Duration callTimeout;
        private final Map<String, Versioned> lastAnswers = new ConcurrentHashMap<>();

        Client(Store store, Duration callTimeout) {
            this.store = store;
            this.callTimeout = callTimeout;
        }

        /** Takes as long as a call may take, if the store is silent. */
        void depart() {
            if (isSilent) {
                spend(callTimeout.toNanos());
            }
        }

        @Override
        public Register register(String key) {
            return new Torn(this, key, store.register(key));
        }

        @Override
        public List<String> keys(String prefix) throws StoreException {
            return ask(() -> store.keys(prefix), Function.identity());
        }

        @Override
        public Map<String, Versioned> readAll(Collection<String> keys) throws StoreException {
            Map<String, Versioned> read = ask(() -> store.readAll(keys), current -> {
                Map<String, Versioned> stale = new HashMap<>();
                current.forEach((key, value) -> stale.put(key, stale(key, value)));
                return stale;
            });
            Map<String, Versioned> answers = new HashMap<>();
            read.forEach((key, value) -> answers.put(key, answered(key, value)));
            return answers;
        }

        @Override
        public StoreTraits traits() {
            return store.traits();
        }

        @Override
        public boolean hasNoGuards(String session) throws StoreException {
            return ask(() -> store.hasNoGuards(session), Function.identity());
        }

        @Override
        public void close() {
            store.close();
        }

        <T> T ask(Question<T> question, Function<T, T> stale) throws StoreException {
            depart();
            checkReachable();
            Fault fault = draw(false);
            travel(fault);
            T answer = question.ask();
            travel(fault);
            checkReachable();
            return switch (fault) {
                case LOST_ANSWER, LOST_CALL, LATE -> throw new StoreException("no answer");
                case STALE -> stale.apply(answer);
                case CONFLICT, SLOW -> answer;
                case null -> answer;
            };
        }

        /** Returns a value between this client's last answer and the current value. */
        private Versioned stale(String key, Versioned current) {
            Past past = past(key);
            synchronized (past) {
                Versioned last = lastAnswers.get(key);
                List<Versioned> choice = last == null ? List.copyOf(past.values) : past.since(last);
                if (choice.stream().noneMatch(current::isSame)) {
                    return current;
                }
                synchronized (random) {
                    return choice.get(random.nextInt(choice.size()));
                }
            }
        }

        /**
         * Remembers an answer. Returns the newer one that another thread of this client got meanwhile, if there is one.
         */
        Versioned answered(String key, Versioned answer) {
            Past past = past(key);
            synchronized (past) {
                Versioned last = lastAnswers.getOrDefault(key, answer);
                boolean isOlder = past.since(answer).size() > past.since(last).size()
                        && past.since(answer).stream().anyMatch(last::isSame);
                lastAnswers.put(key, isOlder ? last : answer);
                return isOlder ? last : answer;
            }
        }
    }

    private Past past(String key) {
        return pasts.computeIfAbsent(key, unused -> new Past());
    }

    private interface Question<T> {
        T ask() throws StoreException;
    }

    private final class Torn implements Register {
        private final Client client;
        private final String key;
        private final Register register;

        Torn(Client client, String key, Register register) {
            this.client = client;
            this.key = key;
            this.register = register;
        }

        @Override
        public Versioned read() throws StoreException {
            return client.answered(key, client.ask(register::read, current -> client.stale(key, current)));
        }

        @Override
        public Replaced replace(Versioned seen, NextValue next) {
            return change(() -> register.replace(seen, next));
        }

        @Override
        public Replaced retire(Versioned seen, NextValue next) {
            // It may wait for a transaction, and heartbeats must not wait for it.
            Supplier<Replaced> change = () -> remembered(register.retire(seen, next));
            return change(change, () -> change, Supplier::get);
        }

        @Override
        public Replaced delete(Versioned seen) {
            return change(() -> register.delete(seen));
        }

        @Override
        public Replaced update(Function<Versioned, NextValue> change) {
            Question<Supplier<Replaced>> later = () -> {
                Versioned seen = register.read();
                NextValue next = change.apply(seen);
                return () -> register.replace(seen, next);
            };
            return change(() -> register.update(change), later, this::apply);
        }

        private Replaced change(Supplier<Replaced> change) {
            return change(change, () -> change, this::apply);
        }

        /**
         * Makes a change with faults.
         *
         * @param change the change that was asked for
         * @param laterChange prepares what is applied later instead
         * @param apply applies either
         */
        private Replaced change(
                Supplier<Replaced> change,
                Question<Supplier<Replaced>> laterChange,
                Function<Supplier<Replaced>, Replaced> apply) {
            client.depart();
            if (isOut) {
                return new Replaced.Unknown("the store cannot be reached");
            }
            Fault fault = draw(true);
            travel(fault);
            Replaced answer = switch (fault) {
                case LOST_ANSWER -> lost(apply.apply(change));
                case LOST_CALL -> new Replaced.Unknown("the call was lost");
                case LATE -> late(laterChange, apply);
                case CONFLICT -> new Replaced.Conflict();
                case SLOW, STALE -> apply.apply(change);
                case null -> apply.apply(change);
            };
            travel(fault);
            if (isOut) {
                return new Replaced.Unknown("the store cannot be reached");
            }
            if (answer instanceof Replaced.Applied(Versioned now)) {
                client.answered(key, now);
            }
            return answer;
        }

        private Replaced lost(Replaced unused) {
            return new Replaced.Unknown(
                    "the answer was lost: " + unused.getClass().getSimpleName());
        }

        private Replaced late(Question<Supplier<Replaced>> laterChange, Function<Supplier<Replaced>, Replaced> apply) {
            try {
                Supplier<Replaced> change = laterChange.ask();
                synchronized (random) {
                    late.add(() -> apply.apply(change));
                }
            } catch (StoreException e) {
                return new Replaced.Unknown("the call was lost: " + e.getMessage());
            }
            return new Replaced.Unknown("the call is late");
        }

        private Replaced apply(Supplier<Replaced> change) {
            synchronized (past(key)) {
                return remembered(change.get());
            }
        }

        private Replaced remembered(Replaced answer) {
            Past past = past(key);
            synchronized (past) {
                if (answer instanceof Replaced.Applied(Versioned now)) {
                    past.add(now);
                }
                return answer;
            }
        }

        @Override
        public Optional<Versioned> await(Versioned seen, Duration timeout) throws StoreException, InterruptedException {
            long deadline = System.nanoTime() + timeout.toNanos();
            checkReachable();
            for (long left = timeout.toNanos(); left > 0; left = deadline - System.nanoTime()) {
                long begun = System.nanoTime();
                long slice = Math.min(left, SLICE.toNanos());
                Optional<Versioned> told = register.await(seen, Duration.ofNanos(slice));
                checkReachable();
                if (told.isPresent() || System.nanoTime() - begun < slice) {
                    return told; // it may have changed
                }
            }
            return Optional.empty();
        }
    }
}
