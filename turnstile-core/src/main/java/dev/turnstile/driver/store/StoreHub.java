package dev.turnstile.driver.store;

import dev.turnstile.algorithm.ledger.DamagedException;
import dev.turnstile.algorithm.store.Incidents;
import dev.turnstile.algorithm.store.Lease;
import dev.turnstile.algorithm.store.Party;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.SessionRecord;
import dev.turnstile.algorithm.store.SessionWatcher;
import dev.turnstile.algorithm.store.StoredLedger;
import dev.turnstile.algorithm.store.WhenSilent;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What this process shares among all turnstiles of one store: the connection, the session, and a thread that watches
 * the sessions of others while a caller waits for them.
 */
final class StoreHub implements SessionKeeper.Listener {
    private static final Map<Key, StoreHub> HUBS = new HashMap<>(); // guarded by itself
    private static final int CALLS_PER_LEASE = 6;
    private static final int LOOKS_PER_LEASE = 6;
    private static final long TIDYING_NANOS = TimeUnit.HOURS.toNanos(1);

    /**
     * What distinguishes hubs.
     *
     * @param opener the store
     * @param lease the lease
     * @param whenSilent what becomes of permits when this process is silent
     * @param node the name of this machine
     * @param program the name of this program
     */
    record Key(Store.Opener opener, Duration lease, WhenSilent whenSilent, String node, String program) {
        /** Returns this process, as others see it. */
        Party party() {
            return new Party(ProcessHandle.current().pid(), node, program);
        }
    }

    private final Key key;
    private final Store store;
    private final SessionKeeper keeper;
    private final IncidentCounters counters = new IncidentCounters();
    private final Map<String, OpenRegister> registers = new HashMap<>(); // guarded by this
    private final Map<String, Integer> uses = new HashMap<>(); // guarded by this
    private final Set<SessionId> suspects = new HashSet<>(); // guarded by this; silent by wall clock
    private final SessionWatcher watcher;
    private boolean ended; // guarded by this
    private boolean watching; // guarded by this
    private long idleSince = System.nanoTime(); // guarded by this
    private long nextTidying; // guarded by this

    private StoreHub(Key key) throws StoreException {
        this.key = key;
        store = key.opener().open(callTimeout());
        watcher = new SessionWatcher(key.lease().toMillis());
        nextTidying = System.nanoTime() + 4 * leaseNanos();
        keeper = new SessionKeeper(
                store,
                Lease.ofMillis(key.lease().toMillis()),
                key.whenSilent(),
                key.party(),
                this,
                this::makesProgress,
                counters);
        boolean started = false;
        try {
            keeper.start();
            started = true;
        } finally {
            if (!started) {
                store.close();
            }
        }
    }

    /** Returns the hub of this process for a store, and connects if there is none. */
    static StoreHub of(Key key) throws StoreException {
        synchronized (HUBS) {
            StoreHub hub = HUBS.get(key);
            if (hub == null || hub.hasEnded()) {
                if (HUBS.isEmpty()) {
                    Runtime.getRuntime().addShutdownHook(new Thread(StoreHub::endAll, "turnstile-end"));
                }
                hub = new StoreHub(key);
                HUBS.put(key, hub);
            }
            return hub;
        }
    }

    /** Ends all sessions of this process that have no permit open. */
    private static void endAll() {
        hubs().forEach(StoreHub::end);
    }

    /** Ends the sessions of this process in a store that have no permit open. */
    static void endAll(Store.Opener opener) {
        hubs().stream().filter(hub -> hub.key.opener().equals(opener)).forEach(StoreHub::end);
    }

    private static List<StoreHub> hubs() {
        synchronized (HUBS) {
            return List.copyOf(HUBS.values());
        }
    }

    /** Returns what went wrong for the sessions that this process has in a store. */
    static Incidents incidents(Store.Opener opener) {
        synchronized (HUBS) {
            return HUBS.values().stream()
                    .filter(hub -> hub.key.opener().equals(opener))
                    .map(hub -> hub.counters.now())
                    .reduce(Incidents.NONE, Incidents::plus);
        }
    }

    Store store() {
        return store;
    }

    SessionKeeper keeper() {
        return keeper;
    }

    IncidentCounters counters() {
        return counters;
    }

    /** Returns this process, for messages. */
    String self() {
        return key.party().toString();
    }

    Key key() {
        return key;
    }

    /** Returns access to a turnstile outside of any batch. */
    Edits edits(String name) {
        return new Edits(store, name, key.lease().dividedBy(2));
    }

    /** Returns the longest time that one call to the store may take. */
    Duration callTimeout() {
        return key.lease().dividedBy(CALLS_PER_LEASE);
    }

    long leaseNanos() {
        return key.lease().toNanos();
    }

    private synchronized boolean hasEnded() {
        return ended;
    }

    private synchronized List<OpenRegister> registers() {
        return List.copyOf(registers.values());
    }

    private boolean makesProgress() {
        return registers().stream().allMatch(OpenRegister::makesProgress);
    }

    // ------------------------------------------------------------------------------------------------ turnstiles

    /**
     * Announces that this process is about to join the roster of a turnstile. Until {@link #use} or {@link #retract},
     * it does not leave that roster, and the session is not idle. Returns false if the session has ended.
     */
    synchronized boolean announce(String name) {
        uses.merge(name, 1, Integer::sum);
        return !ended;
    }

    /** Takes back an announcement. */
    void retract(String name) {
        Optional<OpenRegister> register;
        synchronized (this) {
            uses.merge(name, -1, Integer::sum);
            register = Optional.ofNullable(registers.get(name));
            if (register.isEmpty()) {
                uses.remove(name, 0);
            }
        }
        register.ifPresent(this::endIfUnused);
    }

    /** Uses a turnstile whose roster this process has joined. It may be one more use of the same register. */
    synchronized OpenRegister use(
            String name, Edits.Changed<StoredLedger.Row> joined, boolean hasFloor, boolean stopsWhenAsked) {
        OpenRegister register = registers.get(name);
        if (register == null || register.unusable().isPresent()) {
            register = new OpenRegister(this, name, joined, hasFloor, stopsWhenAsked);
            registers.put(name, register);
            register.start();
        } else {
            register.wants(joined.result().wants(), hasFloor);
        }
        return register;
    }

    /** Ends one use of a register. */
    void release(OpenRegister register) {
        synchronized (this) {
            uses.merge(register.name(), -1, Integer::sum);
        }
        endIfUnused(register);
    }

    /** Leaves the roster of a turnstile that is closed in this process, once no permit of it is open. */
    void endIfUnused(OpenRegister register) {
        synchronized (this) {
            if (uses.getOrDefault(register.name(), 0) > 0
                    || register.hasOpenPermits()
                    || registers.get(register.name()) != register) {
                return;
            }
            register.end(); // no batch begins after this, and none of another register before
            uses.remove(register.name());
            registers.remove(register.name());
            idleSince = System.nanoTime();
        }
        leaveRoster(register);
    }

    private synchronized boolean isUsed(String name) {
        return uses.getOrDefault(name, 0) > 0 && !ended;
    }

    /**
     * Leaves the roster, unless another thread of this process has opened the turnstile again. A clerk whose row went
     * and came back meanwhile would take the batch that it has under way for applied. A thread that opens the turnstile
     * says so first, then writes; so either it is seen here, or this write fails.
     */
    private void leaveRoster(OpenRegister register) {
        try {
            SessionId mine = register.session();
            register.edits()
                    .within(callTimeout())
                    .change(
                            Optional::empty,
                            draft -> new Edits.Edit<>(!isUsed(register.name()) && draft.leave(mine), true));
        } catch (StoreException | RuntimeException noAnswer) {
            // the row goes when the session is over
        }
    }

    /** Ends the session and the connection. */
    void end() {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            notifyAll();
        }
        finish();
    }

    private void endIfIdle() {
        synchronized (this) {
            if (ended || !isIdle()) {
                return;
            }
            ended = true;
            notifyAll();
        }
        finish();
    }

    private boolean isIdle() {
        return registers.isEmpty() && uses.isEmpty() && System.nanoTime() - idleSince > 2 * leaseNanos();
    }

    private void finish() {
        List<OpenRegister> open = registers();
        open.forEach(OpenRegister::end); // after this, a request that is not inside does not enter
        boolean noPermitOpen = open.stream().noneMatch(OpenRegister::hasOpenPermits);
        if (noPermitOpen) {
            open.forEach(this::leaveRoster);
        }
        keeper.end(noPermitOpen);
        store.close();
        synchronized (HUBS) {
            HUBS.remove(key, this);
        }
    }

    // ------------------------------------------------------------------------------------------------ the own session

    @Override
    public void beaten() {
        registers().forEach(OpenRegister::beaten);
        boolean mayEnd;
        boolean mustTidy;
        synchronized (this) {
            mayEnd = isIdle();
            mustTidy = System.nanoTime() >= nextTidying;
            nextTidying = mustTidy ? System.nanoTime() + TIDYING_NANOS : nextTidying;
        }
        if (mustTidy) {
            Thread.ofVirtual().start(this::tidy);
        }
        if (mayEnd) {
            Thread.ofVirtual().start(this::endIfIdle);
        }
    }

    /**
     * Deletes the records of sessions that have been over for a day, by wall clock: until then, people can see how they
     * ended. Watches those that have been silent for a day: if no caller has ever waited for them, no process has
     * watched them. Only processes that live for a while do this.
     */
    private void tidy() {
        try {
            long dayAgo = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(1);
            for (Map.Entry<String, Versioned> found :
                    store.readAll(store.keys(TurnstileKeys.SESSIONS)).entrySet()) {
                Optional<SessionRecord> record = decode(found.getValue());
                boolean isOld = record.isPresent() && lastHeardOf(record.get()) < dayAgo;
                if (isOld && record.get().isOver()) {
                    store.register(found.getKey()).delete(found.getValue());
                } else if (isOld && record.get().whenSilent() == WhenSilent.LOSES_PLACE) {
                    suspect(Set.of(SessionId.of(found.getKey().substring(TurnstileKeys.SESSIONS.length()))));
                }
            }
            dropPostsOfOthers();
        } catch (StoreException noAnswer) {
            // in an hour again
        }
    }

    /** Deletes batches that sessions have left behind, whose records are deleted. */
    private void dropPostsOfOthers() throws StoreException {
        Map<SessionId, Set<String>> posts = new HashMap<>();
        for (String post : store.keys(TurnstileKeys.BATCHES)) {
            posts.computeIfAbsent(SessionId.of(post.substring(post.lastIndexOf('/') + 1)), unused -> new HashSet<>())
                    .add(post);
        }
        posts.keySet().removeAll(records(posts.keySet()).keySet());
        for (Set<String> left : posts.values()) {
            store.readAll(left).forEach((post, value) -> store.register(post).delete(value));
        }
    }

    private static long lastHeardOf(SessionRecord record) {
        return Math.max(
                record.beatAt(), record.ending().map(SessionRecord.Ending::at).orElse(0L));
    }

    @Override
    public void doubted() {
        registers().forEach(OpenRegister::doubted);
    }

    @Override
    public void lapsed() {
        registers().forEach(OpenRegister::lapsed);
    }

    @Override
    public void over() {
        registers().forEach(OpenRegister::over);
    }

    // ------------------------------------------------------------------------------------------------ other sessions

    /** Reads the records of sessions. A session without a record is missing in the result. */
    Map<SessionId, SessionRecord> records(Collection<SessionId> sessions) throws StoreException {
        Map<SessionId, SessionRecord> records = new HashMap<>();
        readSessions(sessions).forEach((id, value) -> decode(value).ifPresent(record -> records.put(id, record)));
        return records;
    }

    private Map<SessionId, Versioned> readSessions(Collection<SessionId> sessions) throws StoreException {
        Map<SessionId, Versioned> read = new HashMap<>();
        if (!sessions.isEmpty()) {
            store.readAll(sessions.stream().map(TurnstileKeys::session).toList())
                    .forEach((at, value) ->
                            read.put(SessionId.of(at.substring(TurnstileKeys.SESSIONS.length())), value));
        }
        return read;
    }

    /** Returns the record of a session, if there is one that makes sense. */
    static Optional<SessionRecord> decode(Versioned value) {
        try {
            return value.isAbsent() ? Optional.empty() : Optional.of(SessionRecord.of(value.value()));
        } catch (DamagedException damaged) {
            return Optional.empty();
        }
    }

    /** Returns those of the sessions that are over. */
    Set<SessionId> overAmong(Set<SessionId> sessions) throws StoreException {
        Set<SessionId> over = new HashSet<>();
        records(sessions).forEach((id, record) -> {
            if (record.isOver()) {
                over.add(id);
            }
        });
        return over;
    }

    /** Watches these sessions until it is known whether they are alive, whether or not a caller waits for them. */
    void suspect(Collection<SessionId> sessions) {
        synchronized (this) {
            suspects.addAll(sessions);
        }
        watchSessions();
    }

    /** Starts the thread that watches sessions, if it does not run. */
    synchronized void watchSessions() {
        if (!watching && !ended) {
            watching = true;
            Thread.ofPlatform().daemon().name("turnstile-watcher").start(this::watch);
        }
    }

    private void watch() {
        while (true) {
            Set<SessionId> watched = new HashSet<>();
            registers().forEach(register -> watched.addAll(register.sessionsAhead()));
            synchronized (this) {
                watched.addAll(suspects);
                if (ended || watched.isEmpty()) {
                    watching = false;
                    return;
                }
            }
            look(watched);
            boolean isNear = registers().stream().anyMatch(OpenRegister::isNextButOne);
            if (!rest(leaseNanos() / (isNear ? LOOKS_PER_LEASE : LOOKS_PER_LEASE / 2))) {
                return;
            }
        }
    }

    private synchronized boolean rest(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
            return true;
        } catch (InterruptedException e) {
            watching = false;
            return false; // nothing of ours interrupts it
        }
    }

    private void look(Set<SessionId> watched) {
        try {
            Map<SessionId, Versioned> read = readSessions(watched);
            long answered = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
            read.forEach((id, value) -> judge(id, value, answered));
            watcher.keepOnly(watched);
        } catch (StoreException noAnswer) {
            // the watcher starts over if this lasts
        }
    }

    private void judge(SessionId id, Versioned value, long answered) {
        Optional<SessionRecord> record = decode(value);
        if (record.isPresent() && record.get().isOver()) {
            isOver(id);
            return;
        }
        switch (watcher.observed(id, record, answered)) {
            case NONE -> {}
            case DOUBTFUL -> {
                if (record.isPresent() && record.get().whenSilent() == WhenSilent.KEEPS_PLACE) {
                    registers().forEach(register -> register.doubt(id));
                }
            }
            case DEAD -> kill(id, value, record);
        }
    }

    /**
     * Declares a session dead, provided that its record has not changed. Only then are its entries removed. The record
     * says who did it, and after which beat.
     */
    private void kill(SessionId id, Versioned seen, Optional<SessionRecord> record) {
        SessionRecord dead = record.orElseGet(
                        () -> new SessionRecord(key.whenSilent(), key.lease().toMillis(), 0, 0, new Party(0, "", "")))
                .dead(new SessionRecord.Ending(SessionRecord.Cause.SILENCE, System.currentTimeMillis(), key.party()));
        switch (store.register(TurnstileKeys.session(id)).retire(seen, new NextValue(dead.bytes(), false))) {
            case Replaced.Applied(Versioned now) -> {
                counters.kills.increment();
                isOver(id);
            }
            case Replaced.Conflict() -> {} // it may be alive: look again
            case Replaced.Unknown(String why) -> {} // look again
        }
    }

    private void isOver(SessionId id) {
        synchronized (this) {
            suspects.remove(id);
        }
        registers().forEach(register -> register.over(id));
    }
}
