package dev.turnstile.algorithm.store;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerFullException;
import dev.turnstile.algorithm.ledger.LedgerMove;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Commits what all threads of one process want from one turnstile, with one replace.
 *
 * <p>Threads submit requests. The clerk makes their moves on a copy of the value that it knows, and asks its driver to
 * replace the value by that copy. Meanwhile more requests gather for the next batch. It reads only after a conflict or
 * an unknown outcome: otherwise it knows the value, because it wrote it.
 *
 * <p>Unknown. A replace may get no answer. It was applied, or was not, or may still be applied as long as the value
 * does not change. So each batch has a number, which the {@link StoredLedger.Row row} of the session holds afterwards.
 * The clerk reads, and the number says whether the batch was applied. If it was not, and the value has not changed, the
 * clerk sends the same value again: one of the two attempts conflicts. Until this is settled, no request of the batch
 * is dropped. A conflict is treated alike, because the store's client may have sent the call twice.
 *
 * <p>Losing. A clerk with a long way to the store would lose every race. If the store can make callers queue, the clerk
 * commits under the store's lock after a conflict. Otherwise, after two losses in a row, it posts its batch, and the
 * clerks that win apply it.
 *
 * <p>Audit. Whenever the value is read, the clerk compares it with its requests. A request that is inside here but not
 * there is lost. An entry of this session that no caller knows is removed.
 *
 * <p>Not thread-safe. The driver makes the calls that {@link #next} asks for, one at a time, and reports their answers.
 */
public final class Clerk {
    private static final int LOSSES_TO_POST = 2;

    /** What the driver should do next. */
    public sealed interface Call {
        /** Nothing, until a request is submitted or the value changes. */
        record Rest() implements Call {}

        /** Read the value, and report it to {@link Clerk#read}. */
        record Read() implements Call {}

        /**
         * Replace the value, and report to {@link Clerk#answered}.
         *
         * @param base the value to replace
         * @param next the new value
         * @param wakes whether another process waits for this change
         */
        record Replace(StoredLedger base, StoredLedger next, boolean wakes) implements Call {}

        /** Replace the value under the store's lock by {@link Clerk#underLock}; report to {@link Clerk#answered}. */
        record Queue() implements Call {}

        /**
         * Read the records of these sessions, and report those that are over to {@link Clerk#over}; then report to
         * {@link Clerk#examined}.
         *
         * @param sessions the sessions
         */
        record Examine(Set<SessionId> sessions) implements Call {}

        /**
         * Write this batch where other clerks look for it, then report to {@link Clerk#posted}.
         *
         * @param batch the batch
         */
        record Post(Batch batch) implements Call {}
    }

    /** The answer to {@link Call.Replace} and {@link Call.Queue}. */
    public enum Answer {
        /** The value was replaced. */
        APPLIED,
        /** Another process has replaced it. */
        CONFLICT,
        /** There was no answer. */
        UNKNOWN
    }

    private enum Stage {
        TO_SEND,
        SENT,
        TO_RESOLVE
    }

    /** A replace whose outcome is not known yet. */
    private static final class Flight {
        final Batch batch;
        final StoredLedger base;
        final StoredLedger next;
        final boolean wakes;
        final List<LedgerProcess> movers;
        Stage stage = Stage.TO_SEND;

        Flight(Batch batch, StoredLedger base, StoredLedger next, boolean wakes, List<LedgerProcess> movers) {
            this.batch = batch;
            this.base = base;
            this.next = next;
            this.wakes = wakes;
            this.movers = movers;
        }
    }

    private final boolean queues;
    private final Ledger ledger;
    private final IntSupplier numbers;
    private SessionId self;
    private int member;
    private Optional<StoredLedger> known = Optional.empty();
    private boolean stale = true;
    private boolean suspicious; // the last read was older than the value known
    private boolean rolledBack;
    private boolean expelled; // this session is not in the roster, or has left it and joined again since
    private Optional<Flight> flight = Optional.empty();
    private Optional<Batch> postedBatch = Optional.empty();
    private List<LedgerProcess> postedMovers = List.of();
    private boolean posting;
    private long lastBatch;
    private int losses;
    private final Set<LedgerProcess> requests = new LinkedHashSet<>();
    private final Set<LedgerProcess> asked = new HashSet<>(); // to leave, by an operator
    private final Set<LedgerProcess> full = new HashSet<>(); // refused, because the ledger has no room
    private final Set<LedgerProcess> unread = new HashSet<>(); // requests to enter that no read has covered
    private Set<LedgerProcess> covered = Set.of(); // by the read under way
    private final Set<LedgerProcess> unexamined = new HashSet<>(); // attempts for which no session was examined
    private boolean mustExamine; // before one of them can be refused
    private final Set<SessionId> over = new HashSet<>();
    private final Set<SessionId> doubtful = new HashSet<>();
    private final Map<SessionId, Batch> inbox = new LinkedHashMap<>();

    /**
     * Creates a clerk of a session that has a row in the roster.
     *
     * @param queues whether the store can make callers queue
     * @param entries the largest number of entries of the ledger
     */
    public Clerk(StoredLedger.Row row, boolean queues, int entries) {
        self = row.session();
        member = row.member();
        lastBatch = row.batch();
        this.queues = queues;
        ledger = new Ledger(entries);
        int[] next = {0};
        numbers = () -> next[0]++ & (RequestWord.REQUESTS_MAX - 1);
    }

    // ------------------------------------------------------------------------------------------------ requests

    /** Creates a request. It takes part once it is submitted. */
    public LedgerProcess request() {
        return LedgerProcess.ofClerk(member, numbers);
    }

    /** Takes a request that has a move to make. Call this again for each move. */
    public void submit(LedgerProcess request) {
        requests.add(request);
        if (request.region() == Region.TRYING && !request.isWithdrawing()) {
            unread.add(request);
        }
        if (request.isAttempt()) {
            unexamined.add(request);
        }
    }

    /** Forgets a request whose caller is gone. If it is in the ledger, the entry will be removed. */
    public void forget(LedgerProcess request) {
        requests.remove(request);
        unread.remove(request);
        unexamined.remove(request);
        full.remove(request);
        asked.remove(request);
    }

    /** Returns true if the request is part of a batch whose outcome is not known yet: do not touch it. */
    public boolean isBusy(LedgerProcess request) {
        return postedMovers.contains(request)
                || (flight.isPresent() && flight.get().movers.contains(request));
    }

    /** Returns true if the request was refused because the ledger has no room for another entry. */
    public boolean isFull(LedgerProcess request) {
        return full.contains(request);
    }

    /** Returns true if an operator has asked this request, which is inside, to leave. */
    public boolean isAsked(LedgerProcess request) {
        return asked.contains(request);
    }

    /** Returns the value that was read or written last. */
    public Optional<StoredLedger> known() {
        return known;
    }

    /** Returns true if the store has lost acknowledged values. The turnstile cannot be used then. */
    public boolean isRolledBack() {
        return rolledBack;
    }

    /**
     * Returns true if this session is not in the roster any more, because it is over, or if its row there is another
     * one: a thread of this process has opened the turnstile before it knew that the session is over. The new row
     * counts batches from a number that no batch of this clerk has reached.
     */
    public boolean isExpelled() {
        return expelled;
    }

    /** Returns true if any request waits for another request's move. */
    public boolean hasWaiters() {
        return requests.stream()
                .anyMatch(request ->
                        !request.wantsMove() && (request.region() == Region.TRYING || request.region() == Region.EXIT));
    }

    /** Returns true if a waiter of this process is the first or second in line, or waits to leave. */
    public boolean isNextButOne() {
        return requests.stream()
                .anyMatch(request -> request.isHeldBack()
                        || (request.region() == Region.TRYING && !request.wantsMove() && request.position() < 2));
    }

    /** Returns the sessions, other than this one, that a waiter of this process may have to wait for. */
    public Set<SessionId> sessionsAhead() {
        Set<SessionId> ahead = new LinkedHashSet<>();
        known.ifPresent(value -> {
            ledger.load(value.words());
            for (int entry = 0; entry < ledger.entries(); entry++) {
                value.row(RequestWord.member(ledger.who(entry)))
                        .map(StoredLedger.Row::session)
                        .filter(session -> !session.equals(self))
                        .ifPresent(ahead::add);
            }
        });
        return ahead;
    }

    /** Begins anew as another session. Requests that are inside are lost; those in line join it again. */
    public void restart(StoredLedger.Row row) {
        self = row.session();
        member = row.member();
        lastBatch = row.batch();
        flight = Optional.empty();
        postedBatch = Optional.empty();
        postedMovers = List.of();
        posting = false;
        expelled = false;
        stale = true;
        requests.forEach(request -> request.rejoin(member));
    }

    // ------------------------------------------------------------------------------------------------ what others do

    /** Takes note that the value may have changed, or that it is time for an audit. */
    public void changed() {
        stale = true;
    }

    /** Takes note of a session that is ENDED or DEAD: its entries are removed with the next commit. */
    public void over(SessionId session) {
        over.add(session);
        doubtful.remove(session);
    }

    /** Takes note of a session that has been silent for half a lease, and keeps its place. */
    public void doubt(SessionId session) {
        doubtful.add(session);
    }

    /** Takes note that the sessions that {@link Call.Examine} named have been examined. */
    public void examined() {
        unexamined.clear();
    }

    /** Takes note of the batches that other clerks have posted. */
    public void inbox(Map<SessionId, Batch> batches) {
        inbox.clear();
        inbox.putAll(batches);
        inbox.remove(self);
    }

    /** Takes note that its batch is posted. */
    public void posted() {
        posting = false;
    }

    /** Returns true if another clerk has committed since this one first tried to commit its batch. */
    public boolean isLosing() {
        return losses > 0;
    }

    /** Returns true if the batch that was posted last can be deleted. */
    public boolean isPostDone() {
        return postedBatch.isEmpty();
    }

    // ------------------------------------------------------------------------------------------------ calls and
    // answers

    /** Returns the call to make next. */
    public Call next() {
        if (flight.isPresent()) {
            Flight now = flight.get();
            return switch (now.stage) {
                case TO_SEND -> {
                    now.stage = Stage.SENT;
                    yield new Call.Replace(now.base, now.next, now.wakes);
                }
                case TO_RESOLVE -> read();
                case SENT -> throw new IllegalStateException("the last call has not been answered");
            };
        }
        if (known.isEmpty() || stale) {
            return read();
        }
        if (mustExamine) {
            return examine();
        }
        if (losses >= LOSSES_TO_POST && !queues && postedBatch.isEmpty()) {
            freeze();
        }
        if (posting) {
            return new Call.Post(postedBatch.orElseThrow());
        }
        if (losses > 0 && queues && requests.stream().anyMatch(LedgerProcess::wantsMove)) {
            return new Call.Queue();
        }
        return compose() ? next() : refuse();
    }

    private Call read() {
        covered = Set.copyOf(unread);
        return new Call.Read();
    }

    /** Reports the value that was read. Empty if there is none. */
    public void read(Optional<StoredLedger> value) {
        if (value.isEmpty()
                || known.filter(before -> isOlder(value.get(), before)).isPresent()) {
            rolledBack |= suspicious;
            suspicious = true;
            stale = true;
            return;
        }
        suspicious = false;
        stale = false;
        known = value;
        unread.removeAll(covered);
        covered = Set.of();
        Optional<StoredLedger.Row> row = value.get().row(self);
        expelled = row.isEmpty() || row.get().batch() > lastBatch;
        if (!expelled) {
            resolve(value.get(), row.get().batch());
            look();
        }
    }

    /**
     * Reports a value that the store has sent along with the news of a change. Unlike a read, it may be older than a
     * request, or than the value known. Returns false if it is ignored, because it is not newer than the value known or
     * a replace is under way.
     */
    public boolean heard(StoredLedger value) {
        boolean isNews = known.isPresent() && value.commits() > known.get().commits();
        if (!isNews || flight.filter(now -> now.stage == Stage.SENT).isPresent()) {
            return false;
        }
        flight.ifPresent(now -> now.stage = Stage.TO_RESOLVE); // a newer value decides it, too
        boolean wasStale = stale;
        covered = Set.of();
        read(Optional.of(value));
        stale = wasStale;
        return true;
    }

    /** Returns true if there is a move to make, or an entry of this session to repair. */
    public boolean hasWork() {
        if (flight.isPresent() || expelled || requests.stream().anyMatch(LedgerProcess::wantsMove)) {
            return true;
        }
        ledger.load(known.orElseThrow().words());
        Map<Long, LedgerProcess> owners = owners();
        return own().stream().anyMatch(who -> !owners.containsKey(RequestWord.id(who)) || isDoubted(who, owners));
    }

    private static boolean isOlder(StoredLedger now, StoredLedger before) {
        return now.commits() < before.commits()
                || (now.commits() == before.commits() && !Arrays.equals(now.words(), before.words()));
    }

    private void resolve(StoredLedger now, long applied) {
        if (postedBatch.isPresent() && applied >= postedBatch.get().number()) {
            flight = Optional.empty(); // of the same batch, because the next one begins after this one is settled
            settlePosted();
            return;
        }
        if (flight.isEmpty() || flight.get().stage != Stage.TO_RESOLVE) {
            return;
        }
        Flight unknown = flight.get();
        if (applied >= unknown.batch.number()) {
            settle(unknown);
        } else if (now.commits() == unknown.base.commits()) {
            unknown.stage = Stage.TO_SEND; // it may still land; the same value can land only once
        } else {
            flight = Optional.empty(); // another replace came first
            losses++;
        }
    }

    /** Reports the answer to a replace. */
    public void answered(Answer answer) {
        if (flight.isEmpty()) {
            stale = true; // there was nothing to replace under the lock, or the lock could not be had
            return;
        }
        switch (answer) {
            case APPLIED -> {
                known = Optional.of(flight.get().next);
                settle(flight.get());
                look();
            }
            case CONFLICT, UNKNOWN -> flight.get().stage = Stage.TO_RESOLVE;
        }
    }

    /**
     * Returns the value by which to replace the current one, while the store keeps others from replacing it. Empty if
     * there is nothing to change.
     */
    public Optional<Call.Replace> underLock(StoredLedger current) {
        read();
        read(Optional.of(current));
        if (stale || expelled || flight.isPresent()) {
            return Optional.empty();
        }
        if (!compose()) {
            losses = 0; // what is left needs no commit, so there is nothing to queue for
            return Optional.empty();
        }
        flight.get().stage = Stage.SENT;
        return flight.map(now -> new Call.Replace(now.base, now.next, now.wakes));
    }

    // ------------------------------------------------------------------------------------------------ batches

    /** Makes all moves on a copy of the known value. Returns true if that changed it, so that there is a flight. */
    private boolean compose() {
        StoredLedger base = known.orElseThrow();
        StoredLedger.Draft draft = new StoredLedger.Draft(base, ledger);
        Wakes wakes = new Wakes();
        boolean changed = tidy(draft, wakes);
        List<LedgerMove> moves = new ArrayList<>();
        List<LedgerProcess> movers = new ArrayList<>();
        if (postedBatch.isPresent()) {
            movers.addAll(postedMovers);
            moves.addAll(postedBatch.get().moves());
            changed |= makeAll(moves, wakes);
        } else {
            changed |= gather(moves, movers, wakes);
        }
        if (!changed) {
            return false;
        }
        Batch batch = postedBatch.orElseGet(() -> new Batch(lastBatch + 1, moves));
        lastBatch = batch.number();
        draft.take(self, batch.number());
        flight = Optional.of(new Flight(batch, base, draft.next(), wakes.others, movers));
        return true;
    }

    /** Whether a batch changes requests of other processes. */
    private final class Wakes {
        boolean others;

        void add() {
            for (int i = 0; i < ledger.changes() && !others; i++) {
                others = RequestWord.member(ledger.changed(i)) != member;
            }
        }
    }

    /** Removes what is over, applies what others have posted, and repairs what belongs to this session. */
    private boolean tidy(StoredLedger.Draft draft, Wakes wakes) {
        boolean changed = false;
        over.retainAll(draft.roster().stream().map(StoredLedger.Row::session).toList());
        for (SessionId session : over) {
            changed |= draft.bury(session);
            wakes.add();
        }
        for (Map.Entry<SessionId, Batch> posted : inbox.entrySet()) {
            if (draft.take(posted.getKey(), posted.getValue().number())) {
                makeAll(posted.getValue().moves(), wakes);
                wakes.others = true; // its owner waits for the outcome
                changed = true;
            }
        }
        for (StoredLedger.Row row : draft.roster()) {
            if (doubtful.contains(row.session())) {
                changed |= ledger.doubt(row.member());
                wakes.add();
            }
        }
        doubtful.clear();
        return mend(wakes) || changed;
    }

    /** Removes entries of this session that no caller knows, and clears doubts about those that callers do know. */
    private boolean mend(Wakes wakes) {
        boolean changed = false;
        Map<Long, LedgerProcess> owners = owners();
        for (long who : own()) {
            if (!owners.containsKey(RequestWord.id(who)) && postedBatch.isEmpty()) {
                changed |= ledger.expel(who);
                wakes.add();
            } else if (isDoubted(who, owners)) {
                ledger.make(new LedgerMove(LedgerMove.Kind.READY, who, 0, 0));
                wakes.add();
                changed = true;
            }
        }
        return changed;
    }

    /** Returns the requests that may have an entry, by the id of that entry: there can be thousands of both. */
    private Map<Long, LedgerProcess> owners() {
        Map<Long, LedgerProcess> owners = new HashMap<>();
        for (LedgerProcess request : requests) {
            if (request.region() != Region.REMAINDER) {
                owners.putIfAbsent(RequestWord.id(request.who()), request);
            }
        }
        return owners;
    }

    /** Returns true if this entry serves, and others doubt it. */
    private boolean isDoubted(long who, Map<Long, LedgerProcess> owners) {
        int entry = ledger.find(who);
        LedgerProcess owner = owners.get(RequestWord.id(who));
        return ledger.isAside(entry) && ledger.isStarting(entry) && owner != null && owner.isServing();
    }

    /** Returns how many entries of this session no caller knows, in the value known. The next commit removes them. */
    public int strays() {
        if (known.isEmpty() || expelled || postedBatch.isPresent()) {
            return 0;
        }
        ledger.load(known.get().words());
        Map<Long, LedgerProcess> owners = owners();
        return (int) own().stream()
                .filter(who -> !owners.containsKey(RequestWord.id(who)))
                .count();
    }

    private List<Long> own() {
        List<Long> own = new ArrayList<>();
        for (int entry = 0; entry < ledger.entries(); entry++) {
            if (RequestWord.member(ledger.who(entry)) == member) {
                own.add(ledger.who(entry));
            }
        }
        return own;
    }

    private boolean makeAll(Collection<LedgerMove> moves, Wakes wakes) {
        for (LedgerMove move : moves) {
            try {
                ledger.make(move);
                wakes.add();
            } catch (LedgerFullException noRoom) {
                // the request does not enter, and its owner will see that
            }
        }
        return !moves.isEmpty();
    }

    private boolean gather(List<LedgerMove> moves, List<LedgerProcess> movers, Wakes wakes) {
        boolean changed = false;
        for (LedgerProcess request : requests) {
            if (!request.wantsMove()) {
                continue;
            }
            Optional<LedgerMove> move = request.move(ledger);
            if (move.isPresent()) {
                try {
                    Ledger.Outcome outcome = ledger.make(move.get());
                    boolean refused = outcome == Ledger.Outcome.OUT
                            && request.region() == Region.TRYING
                            && !request.isWithdrawing();
                    if (refused && unexamined.contains(request)) {
                        mustExamine = true; // a later batch has it, or refuses it
                        continue;
                    }
                    changed |= !refused || ledger.changes() > 0;
                    wakes.add();
                } catch (LedgerFullException noRoom) {
                    full.add(request);
                    continue;
                }
                moves.add(move.get());
            }
            movers.add(request);
        }
        return changed;
    }

    /** Settles requests that need no commit. None is refused on the basis of what was read before it came. */
    private Call refuse() {
        ledger.load(known.orElseThrow().words());
        boolean mustRead = false;
        for (LedgerProcess request : requests) {
            if (!request.wantsMove() || isBusy(request)) {
                continue;
            }
            if (unread.contains(request)) {
                mustRead = true;
            } else if (unexamined.contains(request)) {
                mustExamine = true;
            } else {
                request.settle(ledger);
            }
        }
        if (mustRead) {
            return read();
        }
        if (mustExamine) {
            return examine();
        }
        // a request that was cancelled after it was admitted has another move to make
        return requests.stream().anyMatch(request -> request.wantsMove() && !full.contains(request) && !isBusy(request))
                ? next()
                : new Call.Rest();
    }

    private Call examine() {
        mustExamine = false;
        Set<SessionId> ahead = sessionsAhead();
        if (ahead.isEmpty()) {
            unexamined.clear();
            return next();
        }
        return new Call.Examine(ahead);
    }

    /** Freezes the batch, so that others can apply it. */
    private void freeze() {
        new StoredLedger.Draft(known.orElseThrow(), ledger);
        List<LedgerMove> moves = new ArrayList<>();
        List<LedgerProcess> movers = new ArrayList<>();
        gather(moves, movers, new Wakes());
        if (moves.isEmpty()) {
            losses = 0;
            return;
        }
        postedBatch = Optional.of(new Batch(lastBatch + 1, moves));
        postedMovers = movers;
        lastBatch++;
        posting = true;
    }

    private void settle(Flight applied) {
        flight = Optional.empty();
        losses = 0;
        if (postedBatch.isPresent()) {
            settlePosted();
            return;
        }
        ledger.load(known.orElseThrow().words());
        applied.movers.forEach(this::settle);
    }

    private void settlePosted() {
        List<LedgerProcess> movers = postedMovers;
        postedBatch = Optional.empty();
        postedMovers = List.of();
        posting = false;
        losses = 0;
        ledger.load(known.orElseThrow().words());
        movers.forEach(this::settle);
    }

    private void settle(LedgerProcess mover) {
        unread.remove(mover);
        unexamined.remove(mover);
        if (requests.contains(mover)) {
            mover.settle(ledger);
        }
    }

    /** Looks what the value says of requests that wait or are inside. */
    private void look() {
        ledger.load(known.orElseThrow().words());
        for (LedgerProcess request : requests) {
            if (!request.wantsMove() && request.region() != Region.REMAINDER) {
                request.settle(ledger);
                int entry = ledger.find(request.who());
                if (entry >= 0 && RequestWord.isAsked(ledger.who(entry))) {
                    asked.add(request);
                }
            }
        }
    }
}
