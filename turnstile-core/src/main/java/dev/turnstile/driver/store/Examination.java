package dev.turnstile.driver.store;

import dev.turnstile.Operator;
import dev.turnstile.Snapshot;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.algorithm.store.Party;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.SessionRecord;
import dev.turnstile.algorithm.store.SessionWatcher;
import dev.turnstile.algorithm.store.StoredLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Looks at one turnstile in a store, and clears up after processes that have ended. */
final class Examination {
    private final Store store;
    private final String name;
    private final Duration lease;
    private final Party self;
    private final List<String> findings = new ArrayList<>();
    private final List<Snapshot.Owner> living = new ArrayList<>();

    Examination(Store store, String name, Duration lease, Party self) {
        this.store = store;
        this.name = name;
        this.lease = lease;
        this.self = self;
    }

    /** Reports what is found, and changes nothing. */
    Operator.Diagnosis look(StoredLedger value) throws StoreException {
        Ledger ledger = new Ledger(StoredLedger.ENTRIES_MAX);
        ledger.load(value.words());
        long now = System.currentTimeMillis();
        for (StoredLedger.Row row : value.roster()) {
            Optional<SessionRecord> record = read(row.session()).record();
            int entries = entriesOf(ledger, row.member());
            if (record.isEmpty()) {
                findings.add("session " + row.session() + " has no record; it has " + entries + " entries");
            } else if (record.get().isOver()) {
                findings.add(show(record.get()) + " has ended, and left " + entries + " entries");
            } else {
                long silent = record.get().silentMillis(now);
                if (silent > record.get().leaseMillis()) {
                    findings.add(show(record.get()) + " has been silent for about "
                            + TimeUnit.MILLISECONDS.toSeconds(silent) + " s by wall clock; it has " + entries
                            + " entries");
                }
                living.add(new Snapshot.Owner(
                        record.get().pid(),
                        record.get().program(),
                        Snapshot.Life.ALIVE,
                        OptionalLong.empty(),
                        false,
                        Optional.of(record.get().host())));
            }
        }
        return new Operator.Diagnosis(true, findings, living);
    }

    private static int entriesOf(Ledger ledger, int member) {
        int entries = 0;
        for (int entry = 0; entry < ledger.entries(); entry++) {
            entries += RequestWord.member(ledger.who(entry)) == member ? 1 : 0;
        }
        return entries;
    }

    private static String show(SessionRecord record) {
        return "process " + record.pid() + " on " + record.host() + " (" + record.program() + ")";
    }

    private record Found(Versioned value, Optional<SessionRecord> record) {}

    private Found read(SessionId session) throws StoreException {
        Versioned value = store.register(TurnstileKeys.session(session)).read();
        return new Found(value, value.isAbsent() ? Optional.empty() : Optional.of(SessionRecord.of(value.value())));
    }

    /** Removes what sessions that are over have left. Watches those that seem silent for one lease, to tell. */
    Operator.Diagnosis mend() throws StoreException {
        Edits edits = new Edits(store, name, lease);
        Set<SessionId> suspects = new HashSet<>();
        Set<SessionId> over = new HashSet<>();
        StoredLedger value = edits.read().orElseThrow(() -> new StoreException("'" + name + "' is gone"));
        long now = System.currentTimeMillis();
        for (StoredLedger.Row row : value.roster()) {
            Optional<SessionRecord> record = read(row.session()).record();
            if (record.isPresent() && record.get().isOver()) {
                over.add(row.session());
            } else if (record.isEmpty()
                    || now - record.get().beatAt() > record.get().leaseMillis()) {
                suspects.add(row.session());
            }
        }
        over.addAll(watch(suspects));
        Map<SessionId, String> shown = new HashMap<>();
        for (SessionId session : over) {
            shown.put(session, read(session).record().map(Examination::show).orElse("session " + session));
        }
        edits.change(Optional::empty, draft -> {
            boolean changed = false;
            for (SessionId session : over) {
                changed |= draft.bury(session);
            }
            return new Edits.Edit<>(changed, changed);
        });
        shown.values().stream().sorted().forEach(who -> findings.add("removed what " + who + " has left"));
        return look(edits.read().orElse(value));
    }

    /** Watches sessions until each has changed or is dead. Returns the dead ones. */
    private Set<SessionId> watch(Set<SessionId> suspects) throws StoreException {
        SessionWatcher watcher = new SessionWatcher(lease.toMillis());
        Set<SessionId> left = new HashSet<>(suspects);
        Set<SessionId> dead = new HashSet<>();
        Map<SessionId, Long> first = new HashMap<>();
        while (!left.isEmpty()) {
            for (SessionId session : Set.copyOf(left)) {
                Found found = read(session);
                long beats = found.record().map(SessionRecord::beats).orElse(0L);
                long answered = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
                boolean changed = first.putIfAbsent(session, beats) != null && first.get(session) != beats;
                if (changed || found.record().filter(record -> record.isOver()).isPresent()) {
                    left.remove(session);
                } else if (watcher.observed(session, found.record(), answered) == SessionWatcher.Verdict.DEAD
                        && kill(session, found)) {
                    left.remove(session);
                    dead.add(session);
                }
            }
            try {
                Thread.sleep(lease.toMillis() / 10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return dead;
            }
        }
        return dead;
    }

    private boolean kill(SessionId session, Found found) {
        return found.record()
                .map(record -> store.register(TurnstileKeys.session(session))
                                .retire(
                                        found.value(),
                                        new NextValue(
                                                record.dead(new SessionRecord.Ending(
                                                                SessionRecord.Cause.SILENCE,
                                                                System.currentTimeMillis(),
                                                                self))
                                                        .bytes(),
                                                false))
                        instanceof Replaced.Applied)
                .orElse(true); // there is no record that could come alive
    }
}
