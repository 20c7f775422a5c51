package dev.turnstile.driver.store;

import dev.turnstile.Operator;
import dev.turnstile.Snapshot;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.algorithm.store.Party;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.SessionRecord;
import dev.turnstile.algorithm.store.StoredLedger;
import dev.turnstile.algorithm.store.WhenSilent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** An operator's access to the turnstiles in a store. It has no session: it reads, and makes single changes. */
public final class StoreOperator implements Operator {
    private static final int CALLS_PER_LEASE = 6;
    private static final long LOST_MAX = 1L << 32;

    private final Store.Opener opener;
    private final Duration lease;
    private final Party self;

    StoreOperator(Store.Opener opener, Duration lease, Party self) {
        this.opener = opener;
        this.lease = lease;
        this.self = self;
    }

    private interface Work<T> {
        T on(Store store) throws StoreException;
    }

    private <T> T with(Work<T> work) {
        try (Store store = opener.open(lease.dividedBy(CALLS_PER_LEASE))) {
            return work.on(store);
        } catch (StoreException noAnswer) {
            throw new TurnstileUnusableException(noAnswer.getMessage(), noAnswer);
        }
    }

    @Override
    public String where() {
        return opener.toString();
    }

    @Override
    public List<String> names() {
        return with(store -> {
            List<String> names = new ArrayList<>();
            for (Map.Entry<String, Versioned> found :
                    store.readAll(store.keys(TurnstileKeys.TURNSTILES)).entrySet()) {
                String name = found.getKey().substring(TurnstileKeys.TURNSTILES.length());
                if (!found.getValue().isAbsent() && !isRemoved(found.getValue())) {
                    names.add(name);
                }
            }
            return names.stream().sorted().toList();
        });
    }

    private static boolean isRemoved(Versioned value) {
        try {
            return StoredLedger.of(value.value()).removed();
        } catch (IllegalStateException damaged) {
            return false; // shown, so that people see what is wrong with it
        }
    }

    private Edits edits(Store store, String name) {
        return new Edits(store, name, lease);
    }

    private Optional<StoredLedger> find(Store store, String name) throws StoreException {
        return edits(store, name).read().filter(value -> !value.removed());
    }

    @Override
    public boolean isName(String name) {
        return with(store -> find(store, name)).isPresent();
    }

    @Override
    public Optional<Snapshot> snapshot(String name) {
        return with(store -> {
            Optional<StoredLedger> value = find(store, name);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            Map<SessionId, SessionRecord> records = records(
                    store,
                    value.get().roster().stream().map(StoredLedger.Row::session).toList());
            return Optional.of(Snapshots.of(name, value.get(), records, who -> Optional.empty(), Optional.empty()));
        });
    }

    /**
     * Returns the sessions of all processes that use this store: their heartbeats, and what went wrong for them. A
     * session that another process has ended stays for a day, and says who did it. A session that ended normally is
     * gone.
     */
    public Map<SessionId, SessionRecord> sessions() {
        return with(store -> recordsAt(store, store.keys(TurnstileKeys.SESSIONS)));
    }

    /** Returns the sessions of the processes that have this turnstile open, by the same rules. */
    public Map<SessionId, SessionRecord> sessions(String name) {
        return with(store -> records(
                store,
                find(store, name).stream()
                        .flatMap(value -> value.roster().stream())
                        .map(StoredLedger.Row::session)
                        .toList()));
    }

    private static Map<SessionId, SessionRecord> records(Store store, Collection<SessionId> sessions)
            throws StoreException {
        return recordsAt(store, sessions.stream().map(TurnstileKeys::session).toList());
    }

    private static Map<SessionId, SessionRecord> recordsAt(Store store, List<String> keys) throws StoreException {
        Map<SessionId, SessionRecord> records = new HashMap<>();
        if (!keys.isEmpty()) {
            store.readAll(keys)
                    .forEach((key, value) -> StoreHub.decode(value)
                            .ifPresent(record ->
                                    records.put(SessionId.of(key.substring(TurnstileKeys.SESSIONS.length())), record)));
        }
        return records;
    }

    @Override
    public boolean limit(String name, int limit) {
        LedgerSystem.checkBounds(0, limit);
        return with(store -> edits(store, name).change(Optional::empty, draft -> {
                    if (draft.isRemoved()) {
                        return Edits.Edit.nothing(false);
                    }
                    int floor = draft.ledger().floor();
                    if (limit < floor) {
                        throw new IllegalArgumentException(
                                "the limit must be at least the floor (" + floor + "), not " + limit);
                    }
                    draft.ledger().setBounds(floor, limit, true);
                    draft.setter("turnstile limit " + name + " " + limit);
                    return Edits.Edit.of(true);
                }))
                .map(Edits.Changed::result)
                .orElse(false);
    }

    @Override
    public Release release(String name, long fence) {
        return with(store -> edits(store, name).change(Optional::empty, draft -> {
                    Ledger ledger = draft.ledger();
                    for (int entry = 0; entry < ledger.inside(); entry++) {
                        if (ledger.fence(entry) == fence) {
                            ledger.ask(ledger.who(entry));
                            return Edits.Edit.of(Release.ASKED);
                        }
                    }
                    return Edits.Edit.nothing(Release.NONE);
                }))
                .map(Edits.Changed::result)
                .orElse(Release.NONE);
    }

    /**
     * Ends the whole session of the holder with this fence by force, whether or not its process answers. If silent
     * holders lose their place, the session ends one lease later. If they keep it, it ends at once, and this is the
     * operator's word that the process is gone.
     *
     * @return {@code ASKED} if the session will end, {@code TAKEN_AWAY} if it has ended, {@code NONE} if there is no
     *     such holder
     */
    public Release force(String name, long fence) {
        return with(store -> {
            Optional<StoredLedger> value = find(store, name);
            Optional<SessionId> session = value.flatMap(now -> holder(now, fence));
            if (session.isEmpty()) {
                return Release.NONE;
            }
            boolean atOnce = value.get().whenSilent() == WhenSilent.KEEPS_PLACE;
            Register record = store.register(TurnstileKeys.session(session.get()));
            Edits.repeat(lease, () -> end(record, atOnce));
            if (atOnce) {
                edits(store, name).change(Optional::empty, draft -> new Edits.Edit<>(draft.bury(session.get()), true));
            }
            return atOnce ? Release.TAKEN_AWAY : Release.ASKED;
        });
    }

    private Optional<Boolean> end(Register record, boolean atOnce) throws StoreException {
        Versioned seen = record.read();
        if (seen.isAbsent()) {
            return Optional.of(true);
        }
        SessionRecord now = SessionRecord.of(seen.value());
        if (now.isOver() || (!atOnce && now.status() == SessionRecord.Status.REVOKED)) {
            return Optional.of(true);
        }
        SessionRecord.Ending how =
                new SessionRecord.Ending(SessionRecord.Cause.FORCE, System.currentTimeMillis(), self);
        NextValue value = new NextValue((atOnce ? now.dead(how) : now.revoked(how)).bytes(), true);
        return switch (atOnce ? record.retire(seen, value) : record.replace(seen, value)) {
            case Replaced.Applied(Versioned after) -> Optional.of(true);
            case Replaced.Conflict() -> Optional.empty();
            case Replaced.Unknown(String why) -> throw new StoreException(why);
        };
    }

    private static Optional<SessionId> holder(StoredLedger value, long fence) {
        Ledger ledger = new Ledger(StoredLedger.ENTRIES_MAX);
        ledger.load(value.words());
        for (int entry = 0; entry < ledger.inside(); entry++) {
            if (ledger.fence(entry) == fence) {
                return value.row(RequestWord.member(ledger.who(entry))).map(StoredLedger.Row::session);
            }
        }
        return Optional.empty();
    }

    /**
     * Makes all turnstiles usable again after the store was restored from a backup or failed over to a replica: their
     * fences continue above all that the lost part of the history may have given out. All users must have been stopped
     * for one lease. Returns the names of the turnstiles.
     */
    public List<String> raiseFences() {
        return names().stream()
                .filter(name -> with(store -> edits(store, name).change(Optional::empty, draft -> {
                            draft.skip(LOST_MAX);
                            return Edits.Edit.of(true);
                        }))
                        .isPresent())
                .toList();
    }

    /** Moves a turnstile to the newest format, if there is one of that name, and returns that format. */
    public Optional<Integer> upgrade(String name) {
        return with(store -> find(store, name)).map(value -> StoredLedger.FORMAT); // there has been only one
    }

    @Override
    public Optional<Diagnosis> examine(String name, boolean mends) {
        return with(store -> {
            Optional<StoredLedger> value = find(store, name);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            Examination examination = new Examination(store, name, lease, self);
            return Optional.of(mends ? examination.mend() : examination.look(value.get()));
        });
    }

    @Override
    public Optional<String> remove(String name) {
        return with(store -> edits(store, name).change(Optional::empty, draft -> {
                    if (draft.isRemoved()) {
                        return Edits.Edit.nothing("");
                    }
                    String users = users(store, draft);
                    if (users.isEmpty()) {
                        draft.remove();
                    }
                    return new Edits.Edit<>(users.isEmpty(), users);
                }))
                .map(Edits.Changed::result)
                .filter(users -> !users.isEmpty());
    }

    private static String users(Store store, StoredLedger.Draft draft) {
        try {
            Map<SessionId, SessionRecord> records = records(
                    store,
                    draft.roster().stream().map(StoredLedger.Row::session).toList());
            return records.values().stream()
                    .filter(record -> !record.isOver())
                    .map(record -> "process " + record.pid() + " on " + record.host() + " (" + record.program() + ")")
                    .collect(Collectors.joining(", "));
        } catch (StoreException noAnswer) {
            throw new TurnstileUnusableException(noAnswer.getMessage(), noAnswer);
        }
    }
}
