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
 * One ledger as this process uses it. It creates requests, changes the bounds, clears up after crashed members, and
 * lets threads wait. All turnstiles of this process that are open under the same name share one instance. It lives as
 * long as the process, while turnstiles open and close.
 *
 * <pre>{@code
 * OpenLedger ledger = new OpenLedger(store);
 * int held = ledger.look(Ledger::held);     // units held across all processes
 * }</pre>
 */
public final class OpenLedger {
    private static final long CLEAR_UP_NANOS = 1_000_000;
    private static final String ALGORITHM = "ledger";

    private final LedgerStore store;
    private final int self;
    private final Cells cells;
    private final LedgerWriters writers;
    private final Membership members;
    private final IntSupplier numbers;
    private final Bells bells;
    private final WaiterThread waiterThread;
    private final LedgerWaiting waiting;
    private final Map<Long, String> names = new ConcurrentHashMap<>(); // of threads holding watched permits
    private volatile long clearedUp = System.nanoTime() - CLEAR_UP_NANOS; // time of the last search for crashed members
    private volatile boolean hasFloor;
    private int turnstiles; // guarded by this
    private Optional<Bounds> wanted = Optional.empty(); // guarded by this

    /** Creates a view of the ledger in the given store. */
    public OpenLedger(LedgerStore store) {
        this.store = store;
        self = store.self();
        cells = store.cells();
        writers = store.writers();
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
        waiterThread = new WaiterThread(this);
        waiting = new LedgerWaiting(this, waiterThread);
    }

    /** Returns the store of the ledger. */
    public LedgerStore store() {
        return store;
    }

    Cells cells() {
        return cells;
    }

    WaiterThread waiterThread() {
        return waiterThread;
    }

    LedgerWaiting waiting() {
        return waiting;
    }

    /** Creates a request of this process. Its bell may be chosen later. */
    LedgerProcess request() {
        return new LedgerProcess(self, numbers, 0, RequestWord.UNITS_MAX, writers, bells);
    }

    /**
     * Admits a request that has asked for its units, or appends it to the line, by one read of the ledger and one
     * commit. A request that has to wait takes a bell, unless the waiter thread waits for it. It then looks for crashed
     * members, at most once per millisecond.
     *
     * @return whether the ledger may have changed since, so that the caller must look again before sleeping
     */
    boolean arrive(LedgerProcess request, IntSupplier takeBell) {
        boolean linedUp = false;
        BitSet there = new BitSet();
        LedgerWriter writer = writers.borrow();
        try {
            Step step = Step.REPEAT;
            while (step == Step.REPEAT) {
                writer.read(cells);
                Ledger ledger = writer.ledger();
                int units = RequestWord.units(request.who());
                if (!linedUp
                        && (units > 1 || !ledger.hasRoom(units))) { // several units may lack slots despite free units
                    linedUp = true;
                    request.lineUp(takeBell.getAsInt(), System.currentTimeMillis());
                }
                step = request.step(cells, writer);
                if (step == Step.WAITS && System.nanoTime() - clearedUp > CLEAR_UP_NANOS) {
                    there = membersIn(ledger);
                }
            }
        } finally {
            writers.recycle(writer);
        }
        return !there.isEmpty() && clearUp(there);
    }

    /** Applies a move that belongs to no particular request. The move may be applied more than once. */
    public boolean change(Predicate<Ledger> move) {
        return LedgerSystem.change(cells, writers, bells, move);
    }

    /** Applies a function to the current ledger and returns its result. The function must not retain the ledger. */
    public <T> T inspect(Function<Ledger, T> look) {
        LedgerWriter writer = writers.borrow();
        try {
            writer.read(cells);
            return look.apply(writer.ledger());
        } finally {
            writers.recycle(writer);
        }
    }

    /** Clears up after all crashed members that have requests in the ledger. Returns whether there were any. */
    public boolean clearUp() {
        return clearUp(inspect(OpenLedger::membersIn));
    }

    private boolean clearUp(BitSet there) {
        store.checkUsable();
        clearedUp = System.nanoTime();
        return there.stream().filter(this::clearUp).count() > 0;
    }

    /** Returns the number of crashed members that have requests in the ledger. */
    public long crashed() {
        return inspect(OpenLedger::membersIn).stream().filter(members::isDead).count();
    }

    private static BitSet membersIn(Ledger ledger) {
        BitSet seen = new BitSet();
        for (int entry = 0; entry < ledger.entries(); entry++) {
            seen.set(RequestWord.member(ledger.who(entry)));
        }
        return seen;
    }

    /**
     * Clears up after a member if it has crashed. This removes its requests, then frees its number. Returns whether the
     * member had crashed.
     */
    public boolean clearUp(int member) {
        long seen = members.state(member);
        if (!members.isDead(member)) {
            return false;
        }
        run(LedgerProcess.corpse(member, writers, bells, () -> members.state(member) == seen));
        members.free(member, seen);
        return true;
    }

    /** Removes the requests of the previous member whose number this process has taken over. */
    public void clearUpOwn() {
        run(LedgerProcess.corpse(self, writers, bells, () -> true));
    }

    private void run(LedgerProcess corpse) {
        corpse.runUntilBlocked(cells);
    }

    /** Returns whether the request belongs to this process. */
    boolean isOwn(long who) {
        return RequestWord.member(who) == self;
    }

    /** Returns the bounds in force. */
    public Bounds bounds() {
        return inspect(ledger -> new Bounds(ledger.floor(), ledger.limit()));
    }

    /** Returns whether this was a window when this process last opened it. */
    boolean hasFloor() {
        return hasFloor;
    }

    /**
     * Registers one more turnstile, and makes sure that the given bounds are in force for it. If other bounds are in
     * force, the given ones replace them in either of two cases. In the first, the ledger has no holders or waiters, no
     * live member wants other bounds, and the current ones were not set on purpose. In the second, the caller insists.
     *
     * <p>Each process publishes the bounds it wants before it checks what others want. So of two processes that arrive
     * at once and want different bounds, at least one sees the other.
     *
     * @throws OtherBoundsException if other bounds are in force and stay so
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
            if (insists && inspect(Ledger::isSetOnPurpose)) {
                members.setLimit();
            }
        }
        hasFloor = bounds().floor() > 0;
        turnstiles++;
    }

    /**
     * Sets the bounds if no other process objects. This commits even if nothing changes, so that a process that checked
     * before this one published its bounds must check again.
     */
    private boolean agree(Ledger ledger, Bounds mine, boolean insists) {
        boolean inForce = ledger.floor() == mine.floor() && ledger.limit() == mine.limit();
        boolean fixed = ledger.isSetOnPurpose()
                || ledger.entries() > 0
                || members.wantsOtherwise(mine).isPresent();
        if (!inForce && !insists && fixed) {
            return false;
        }
        ledger.setBounds(mine.floor(), mine.limit(), ledger.isSetOnPurpose() || (insists && !inForce));
        return true;
    }

    /** Returns an exception whose message names the bounds in force, why they are, and what the caller can do. */
    private OtherBoundsException otherwise(String name, Bounds mine) {
        return new OtherBoundsException(name, mine, bounds(), whyFixed(mine), store.advice(name));
    }

    private String whyFixed(Bounds mine) {
        if (inspect(Ledger::isSetOnPurpose)) {
            return "The bounds were set explicitly by "
                    + printable(members.limitSetter().orElse("a process that is not recorded"));
        }
        return members.wantsOtherwise(mine)
                .map(owner -> printable(
                        "Process " + owner.pid() + " (" + owner.command() + ") has it open with other bounds"))
                .orElse("The bounds stay in force while processes are inside or waiting");
    }

    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** Unregisters one turnstile. */
    public synchronized void release() {
        turnstiles--;
        if (turnstiles == 0) {
            wanted = Optional.empty();
            members.wants(wanted);
        }
    }

    /**
     * Sets the limit for all processes, on purpose.
     *
     * @throws IllegalArgumentException if the limit is out of range or below the floor
     */
    public void limit(int limit) {
        LedgerSystem.checkBounds(0, limit);
        int floor = bounds().floor();
        if (limit < floor) {
            throw new IllegalArgumentException("the limit must be at least the floor (" + floor + "), not " + limit);
        }
        boolean fits = change(ledger -> {
            if (limit < ledger.floor()) { // it has risen since
                return false;
            }
            ledger.setBounds(ledger.floor(), limit, true);
            return true;
        });
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

    /** Returns a snapshot of the ledger. The function maps a request to the name of the thread that waits for it. */
    public Snapshot snapshot(String name, LongFunction<Optional<String>> threads) {
        return inspect(ledger -> snapshot(name, ledger, threads));
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
