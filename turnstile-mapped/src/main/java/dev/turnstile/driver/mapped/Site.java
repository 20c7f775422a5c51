package dev.turnstile.driver.mapped;

import dev.turnstile.Snapshot;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.algorithm.ledger.Who;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

/**
 * One file of a ledger, as this process uses it: its one membership, its door, and how its threads wait there. It lives as long
 * as the process; turnstiles come and go.
 */
final class Site {
    private final LedgerDoor door;
    private final Keeper keeper;
    private final Patiently patiently;
    private final Map<Long, String> names = new ConcurrentHashMap<>(); // of threads that hold watched permits
    private volatile boolean hasFloor;
    private int turnstiles; // guarded by this
    private Optional<Bounds> wanted = Optional.empty(); // guarded by this

    Site(LedgerDoor door) {
        this.door = door;
        keeper = new Keeper(door);
        patiently = new Patiently(door, keeper);
    }

    LedgerDoor door() {
        return door;
    }

    Keeper keeper() {
        return keeper;
    }

    Patiently patiently() {
        return patiently;
    }

    Bounds bounds() {
        return door.look(ledger -> new Bounds(ledger.floor(), ledger.limit()));
    }

    /** Whether this is a window, as it was when this process last opened it. */
    boolean hasFloor() {
        return hasFloor;
    }

    /**
     * One turnstile more, for which these bounds must be in force. They are if they are already; they come into force if
     * nobody is inside or waits, nobody who lives wants others, and nobody has set them on purpose; or if the caller insists.
     *
     * <p>Each says what it wants before it looks whether others want something else. So of two that come at once, and want
     * different bounds, at least one sees the other.
     *
     * @throws IllegalArgumentException when others are in force
     */
    synchronized void claim(String name, Optional<Bounds> bounds, boolean insists) {
        if (bounds.isPresent()) {
            Bounds mine = bounds.get();
            Optional<Bounds> before = wanted;
            wanted = bounds;
            if (before.isPresent() && !before.get().equals(mine) && !insists) {
                wanted = before;
                throw otherwise(name, mine);
            }
            door.members().wants(wanted);
            door.clearUp();
            if (!door.change(ledger -> agree(ledger, mine, insists))) {
                wanted = before;
                door.members().wants(before);
                throw otherwise(name, mine);
            }
            if (insists && door.look(Ledger::isSetOnPurpose)) {
                door.members().setLimit();
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
                || door.members().wantsOtherwise(mine).isPresent();
        if (!inForce && !insists && fixed) {
            return false;
        }
        return ledger.bounds(mine.floor(), mine.limit(), ledger.isSetOnPurpose() || (insists && !inForce));
    }

    /** Says which bounds are in force, why, and what can be done about it. */
    private IllegalArgumentException otherwise(String name, Bounds mine) {
        Bounds theirs = bounds();
        String change = mine.floor() == theirs.floor() ? "'turnstile limit " + name + " " + mine.limit() + "' or " : "";
        return new IllegalArgumentException("'" + name + "' lets in " + theirs + ", and " + mine + " was requested. "
                + whyFixed(mine) + ". To follow, leave out --at-most (in Java: Mapped.join); to change it for all, use "
                + change + "Builder.changingLimit(); to begin anew when no process uses it, use 'turnstile remove "
                + name + "'");
    }

    private String whyFixed(Bounds mine) {
        if (door.look(Ledger::isSetOnPurpose)) {
            return "It was set on purpose by "
                    + printable(door.members().limitSetter().orElse("a process that is not recorded"));
        }
        return door.members()
                .wantsOtherwise(mine)
                .map(owner -> printable("Process " + owner.pid() + " (" + owner.command() + ") has opened it so"))
                .orElse("It stays so while processes are inside or waiting");
    }

    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** One turnstile less. */
    synchronized void release() {
        turnstiles--;
        if (turnstiles == 0) {
            wanted = Optional.empty();
            door.members().wants(wanted);
        }
    }

    /** Sets the limit for all, on purpose. */
    void limit(int limit) {
        LedgerSystem.checkBounds(0, limit);
        int floor = bounds().floor();
        if (limit < floor) {
            throw new IllegalArgumentException("the limit can't be " + limit + ", below the floor of " + floor);
        }
        boolean fits = door.change(
                ledger -> limit >= ledger.floor() && ledger.bounds(ledger.floor(), limit, true)); // it may have risen
        if (!fits) {
            limit(limit);
            return;
        }
        door.members().setLimit();
    }

    void name(long who, String thread) {
        names.put(Who.id(who), thread);
    }

    void forgetName(long who) {
        names.remove(Who.id(who));
    }

    /** What it looks like now; the function knows the threads that wait. */
    Snapshot snapshot(String name, LongFunction<Optional<String>> threads) {
        return door.look(ledger -> snapshot(name, ledger, threads));
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
                name, Geometry.LEDGER, ledger.floor(), ledger.limit(), ledger.limit(), ledger.held(), holders, waiters);
    }

    private Snapshot.Holder holder(Ledger ledger, int entry) {
        long who = ledger.who(entry);
        return new Snapshot.Holder(
                ledger.slot(entry),
                ledger.slots(entry),
                ledger.fence(entry),
                Who.units(who),
                door.isOwn(who) ? Optional.ofNullable(names.get(Who.id(who))) : Optional.empty(),
                ledger.since(entry) == 0 ? Optional.empty() : Optional.of(since(ledger, entry)),
                standing(ledger, entry),
                Optional.of(door.owner(who)));
    }

    private static Snapshot.Standing standing(Ledger ledger, int entry) {
        if (Who.isAsked(ledger.who(entry))) {
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
                Who.units(who),
                door.isOwn(who) ? threads.apply(who) : Optional.empty(),
                since(ledger, entry),
                Optional.of(door.owner(who)));
    }

    private static Duration since(Ledger ledger, int entry) {
        return Duration.ofMillis(Math.max(0, System.currentTimeMillis() - ledger.since(entry)));
    }
}
