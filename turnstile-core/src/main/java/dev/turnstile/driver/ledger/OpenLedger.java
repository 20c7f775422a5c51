package dev.turnstile.driver.ledger;

import dev.turnstile.Snapshot;
import dev.turnstile.algorithm.ledger.Bells;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.algorithm.ledger.LedgerWriter;
import dev.turnstile.algorithm.ledger.LedgerWriters;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * One ledger as this process uses it: makes requests, changes the bounds, clears up after crashed processes, and lets
 * threads wait. All turnstiles of this process that are open under the same name share one. It lives as long as the
 * process; turnstiles come and go.
 *
 * <pre>{@code
 * OpenLedger ledger = new OpenLedger(store);
 * int held = ledger.look(Ledger::held);
 * }</pre>
 */
public final class OpenLedger {
    private static final long CLEAR_UP_NANOS = 1_000_000;
    private static final String ALGORITHM = "ledger";

    private final LedgerStore store;
    private final int self;
    private final Cells cells;
    private final LedgerWriters pens;
    private final Membership members;
    private final IntSupplier numbers;
    private final Bells bells;
    private final WaiterThread keeper;
    private final LedgerWaiting waiting;
    private final Map<Long, String> names = new ConcurrentHashMap<>(); // of threads that hold watched permits
    private volatile long clearedUp = System.nanoTime() - CLEAR_UP_NANOS; // when it last looked for the dead
    private volatile boolean hasFloor;
    private int turnstiles; // guarded by this
    private Optional<Bounds> wanted = Optional.empty(); // guarded by this

    /** The ledger that this store keeps. */
    public OpenLedger(LedgerStore store) {
        this.store = store;
        self = store.self();
        cells = store.cells();
        pens = store.pens();
        members = store.members();
        numbers = store::nextNumber;
        bells = new Bells() {
            @Override
            public void ring(long who) {
                store.wake(who);
            }

            @Override
            public void nudge(long who) {
                store.nudge(who);
            }
        };
        keeper = new WaiterThread(this);
        waiting = new LedgerWaiting(this, keeper);
    }

    /** What keeps it. */
    public LedgerStore store() {
        return store;
    }

    Cells cells() {
        return cells;
    }

    WaiterThread keeper() {
        return keeper;
    }

    LedgerWaiting waiting() {
        return waiting;
    }

    /** A request of this process, which may say later which bell to ring for it. */
    LedgerProcess request() {
        return new LedgerProcess(self, numbers, 0, RequestWord.UNITS_MAX, pens, bells);
    }

    /**
     * Takes a request that has asked for its units in, or into the line, by one look at the ledger and one commit. If
     * it has to wait, it gets a bell, unless the keeper is to wait for it. Whoever must wait looks for crashed
     * processes first, but not more often than once per millisecond.
     *
     * @return whether the ledger may have changed since, so that it must be looked at again before sleeping
     */
    boolean arrive(LedgerProcess request, IntSupplier takeBell) {
        boolean linedUp = false;
        BitSet there = new BitSet();
        LedgerWriter pen = pens.take();
        try {
            Step step = Step.REPEAT;
            while (step == Step.REPEAT) {
                pen.read(cells);
                Ledger ledger = pen.ledger();
                int units = RequestWord.units(request.who());
                if (!linedUp
                        && (units > 1 || !ledger.hasRoom(units))) { // several units may lack slots though there is room
                    linedUp = true;
                    request.lineUp(takeBell.getAsInt(), System.currentTimeMillis());
                }
                step = request.step(cells, pen);
                if (step == Step.WAITS && System.nanoTime() - clearedUp > CLEAR_UP_NANOS) {
                    there = membersIn(ledger);
                }
            }
        } finally {
            pens.giveBack(pen);
        }
        return !there.isEmpty() && clearUp(there);
    }

    /** Lets a move happen, made by nobody in particular. It may be made more than once. */
    public boolean change(Predicate<Ledger> move) {
        return LedgerSystem.change(cells, pens, bells, move);
    }

    /** What can be learnt from the ledger as it is now; the function must not keep it. */
    public <T> T look(Function<Ledger, T> look) {
        LedgerWriter pen = pens.take();
        try {
            pen.read(cells);
            return look.apply(pen.ledger());
        } finally {
            pens.giveBack(pen);
        }
    }

    /** Clears up after all dead members that are in the ledger; says whether there were any. */
    public boolean clearUp() {
        return clearUp(look(OpenLedger::membersIn));
    }

    private boolean clearUp(BitSet there) {
        store.checkUsable();
        clearedUp = System.nanoTime();
        return there.stream().filter(this::clearUp).count() > 0;
    }

    private static BitSet membersIn(Ledger ledger) {
        BitSet seen = new BitSet();
        for (int entry = 0; entry < ledger.entries(); entry++) {
            seen.set(RequestWord.member(ledger.who(entry)));
        }
        return seen;
    }

    /** Clears up after a member, if it is dead: its requests are removed, then its number is free. */
    public boolean clearUp(int member) {
        long seen = members.state(member);
        if (!members.isDead(member)) {
            return false;
        }
        run(LedgerProcess.corpse(member, pens, bells, () -> members.state(member) == seen));
        members.free(member, seen);
        return true;
    }

    /** Clears what the one has left whose number this process has taken over. */
    public void clearUpOwn() {
        run(LedgerProcess.corpse(self, pens, bells, () -> true));
    }

    private void run(LedgerProcess corpse) {
        corpse.runUntilBlocked(cells);
    }

    /** Whether the request is this process's own. */
    boolean isOwn(long who) {
        return RequestWord.member(who) == self;
    }

    /** The bounds that are in force. */
    public Bounds bounds() {
        return look(ledger -> new Bounds(ledger.floor(), ledger.limit()));
    }

    /** Whether this is a window, as it was when this process last opened it. */
    boolean hasFloor() {
        return hasFloor;
    }

    /**
     * One turnstile more, for which these bounds must be in force. They are if they are already; they come into force
     * if nobody is inside or waits, nobody who lives wants others, and nobody has set them on purpose; or if the caller
     * insists.
     *
     * <p>Each says what it wants before it looks whether others want something else. So of two that come at once, and
     * want different bounds, at least one sees the other.
     *
     * @throws IllegalArgumentException when others are in force
     */
    public synchronized void claim(String name, Optional<Bounds> bounds, boolean insists) {
        if (bounds.isPresent()) {
            Bounds mine = bounds.get();
            Optional<Bounds> before = wanted;
            wanted = bounds;
            if (before.isPresent() && !before.get().equals(mine) && !insists) {
                wanted = before;
                throw otherwise(name, mine);
            }
            members.wants(wanted);
            clearUp();
            if (!change(ledger -> agree(ledger, mine, insists))) {
                wanted = before;
                members.wants(before);
                throw otherwise(name, mine);
            }
            if (insists && look(Ledger::isSetOnPurpose)) {
                members.setLimit();
            }
        }
        hasFloor = bounds().floor() > 0;
        turnstiles++;
    }

    /** Commits also where nothing changes: whoever looked before this one said what it wants must look again. */
    private boolean agree(Ledger ledger, Bounds mine, boolean insists) {
        boolean inForce = ledger.floor() == mine.floor() && ledger.limit() == mine.limit();
        boolean fixed = ledger.isSetOnPurpose()
                || ledger.entries() > 0
                || members.wantsOtherwise(mine).isPresent();
        if (!inForce && !insists && fixed) {
            return false;
        }
        return ledger.bounds(mine.floor(), mine.limit(), ledger.isSetOnPurpose() || (insists && !inForce));
    }

    /** Says which bounds are in force, why, and what can be done about it. */
    private IllegalArgumentException otherwise(String name, Bounds mine) {
        Bounds theirs = bounds();
        return new IllegalArgumentException("'" + name + "' lets in " + theirs + ", and " + mine + " was requested. "
                + whyFixed(mine) + ". " + store.advice(name, mine, theirs));
    }

    private String whyFixed(Bounds mine) {
        if (look(Ledger::isSetOnPurpose)) {
            return "It was set on purpose by "
                    + printable(members.limitSetter().orElse("a process that is not recorded"));
        }
        return members.wantsOtherwise(mine)
                .map(owner -> printable("Process " + owner.pid() + " (" + owner.command() + ") has opened it so"))
                .orElse("It stays so while processes are inside or waiting");
    }

    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** One turnstile less. */
    public synchronized void release() {
        turnstiles--;
        if (turnstiles == 0) {
            wanted = Optional.empty();
            members.wants(wanted);
        }
    }

    /** Sets the limit for all, on purpose. */
    public void limit(int limit) {
        LedgerSystem.checkBounds(0, limit);
        int floor = bounds().floor();
        if (limit < floor) {
            throw new IllegalArgumentException("the limit can't be " + limit + ", below the floor of " + floor);
        }
        boolean fits = change(
                ledger -> limit >= ledger.floor() && ledger.bounds(ledger.floor(), limit, true)); // it may have risen
        if (!fits) {
            limit(limit);
            return;
        }
        members.setLimit();
    }

    void name(long who, String thread) {
        names.put(RequestWord.id(who), thread);
    }

    void forgetName(long who) {
        names.remove(RequestWord.id(who));
    }

    /** What it looks like now; the function knows the threads that wait. */
    public Snapshot snapshot(String name, LongFunction<Optional<String>> threads) {
        return look(ledger -> snapshot(name, ledger, threads));
    }

    private Snapshot snapshot(String name, Ledger ledger, LongFunction<Optional<String>> threads) {
        List<Snapshot.Holder> holders = new ArrayList<>();
        List<Snapshot.Waiter> waiters = new ArrayList<>();
        for (int entry = 0; entry < ledger.entries(); entry++) {
            if (entry < ledger.inside()) {
                holders.add(holder(ledger, entry));
            } else {
                waiters.add(waiter(ledger, entry, threads));
            }
        }
        return new Snapshot(
                name, ALGORITHM, ledger.floor(), ledger.limit(), ledger.limit(), ledger.held(), holders, waiters);
    }

    private Snapshot.Holder holder(Ledger ledger, int entry) {
        long who = ledger.who(entry);
        return new Snapshot.Holder(
                ledger.slot(entry),
                ledger.slots(entry),
                ledger.fence(entry),
                RequestWord.units(who),
                isOwn(who) ? Optional.ofNullable(names.get(RequestWord.id(who))) : Optional.empty(),
                ledger.since(entry) == 0 ? Optional.empty() : Optional.of(since(ledger, entry)),
                standing(ledger, entry),
                Optional.of(members.owner(RequestWord.member(who))));
    }

    private static Snapshot.Standing standing(Ledger ledger, int entry) {
        if (RequestWord.isAsked(ledger.who(entry))) {
            return Snapshot.Standing.ASKED;
        }
        if (ledger.isAside(entry)) {
            return ledger.isStarting(entry) ? Snapshot.Standing.STARTING : Snapshot.Standing.STOPPING;
        }
        return ledger.wantsOut(entry) ? Snapshot.Standing.LEAVING : Snapshot.Standing.INSIDE;
    }

    private Snapshot.Waiter waiter(Ledger ledger, int entry, LongFunction<Optional<String>> threads) {
        long who = ledger.who(entry);
        return new Snapshot.Waiter(
                RequestWord.units(who),
                isOwn(who) ? threads.apply(who) : Optional.empty(),
                since(ledger, entry),
                Optional.of(members.owner(RequestWord.member(who))));
    }

    private static Duration since(Ledger ledger, int entry) {
        return Duration.ofMillis(Math.max(0, System.currentTimeMillis() - ledger.since(entry)));
    }
}
