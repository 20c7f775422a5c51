package dev.turnstile.driver.store;

import dev.turnstile.Snapshot;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.SessionRecord;
import dev.turnstile.algorithm.store.StoredLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/** Shows a turnstile in a store to people. */
final class Snapshots {
    private static final String ALGORITHM = "ledger";

    private final StoredLedger value;
    private final Map<SessionId, SessionRecord> records;
    private final LongFunction<Optional<String>> threads;
    private final Optional<Duration> silent;
    private final Ledger ledger = new Ledger(StoredLedger.ENTRIES_MAX);

    private Snapshots(
            StoredLedger value,
            Map<SessionId, SessionRecord> records,
            LongFunction<Optional<String>> threads,
            Optional<Duration> silent) {
        this.value = value;
        this.records = records;
        this.threads = threads;
        this.silent = silent;
        ledger.load(value.words());
    }

    /**
     * Returns a snapshot of this value.
     *
     * @param threads returns the name of the thread that made a request
     * @param silent how long the store has not answered, if it does not: then there are no records
     */
    static Snapshot of(
            String name,
            StoredLedger value,
            Map<SessionId, SessionRecord> records,
            LongFunction<Optional<String>> threads,
            Optional<Duration> silent) {
        return new Snapshots(value, records, threads, silent).of(name);
    }

    private Snapshot of(String name) {
        List<Snapshot.Holder> holders = new ArrayList<>();
        List<Snapshot.Waiter> waiters = new ArrayList<>();
        for (int entry = 0; entry < ledger.entries(); entry++) {
            if (entry < ledger.inside()) {
                holders.add(holder(entry));
            } else {
                waiters.add(waiter(entry));
            }
        }
        return new Snapshot(
                name,
                ALGORITHM,
                ledger.floor(),
                ledger.limit(),
                ledger.limit(),
                ledger.held(),
                holders,
                waiters,
                silent);
    }

    private Snapshot.Holder holder(int entry) {
        long who = ledger.who(entry);
        return new Snapshot.Holder(
                ledger.slot(entry),
                ledger.slots(entry),
                ledger.fence(entry),
                RequestWord.units(who),
                threads.apply(who),
                ledger.since(entry) == 0 ? Optional.empty() : Optional.of(since(entry)),
                standing(entry),
                Optional.of(owner(who)));
    }

    private Snapshot.Standing standing(int entry) {
        if (RequestWord.isAsked(ledger.who(entry))) {
            return Snapshot.Standing.ASKED;
        }
        if (ledger.isAside(entry)) {
            return ledger.isStarting(entry) ? Snapshot.Standing.STARTING : Snapshot.Standing.STOPPING;
        }
        return ledger.wantsOut(entry) ? Snapshot.Standing.LEAVING : Snapshot.Standing.INSIDE;
    }

    private Snapshot.Waiter waiter(int entry) {
        long who = ledger.who(entry);
        return new Snapshot.Waiter(RequestWord.units(who), threads.apply(who), since(entry), Optional.of(owner(who)));
    }

    private Duration since(int entry) {
        return Duration.ofMillis(Math.max(0, System.currentTimeMillis() - ledger.since(entry)));
    }

    private Snapshot.Owner owner(long who) {
        Optional<SessionRecord> record = value.row(RequestWord.member(who))
                .map(StoredLedger.Row::session)
                .flatMap(session -> Optional.ofNullable(records.get(session)));
        return record.map(Snapshots::owner)
                .orElseGet(() -> new Snapshot.Owner(
                        0,
                        "unknown",
                        silent.isPresent() ? Snapshot.Life.SILENT : Snapshot.Life.DEAD,
                        OptionalLong.empty(),
                        false,
                        Optional.empty()));
    }

    private static Snapshot.Owner owner(SessionRecord record) {
        return new Snapshot.Owner(
                record.pid(), record.program(), life(record), OptionalLong.empty(), false, Optional.of(record.host()));
    }

    /** By wall clock, so a hint for people. */
    private static Snapshot.Life life(SessionRecord record) {
        if (record.isOver()) {
            return Snapshot.Life.DEAD;
        }
        return record.isSilent(System.currentTimeMillis()) ? Snapshot.Life.SILENT : Snapshot.Life.ALIVE;
    }
}
