package dev.turnstile.algorithm.ledger;

/**
 * The whole state of a turnstile as one value: its holders, the holders that are waiting to leave, and the waiters.
 * Every possible move is a function of that value.
 *
 * <p>The idea is the Queue Algorithm of fischer-1985, section 2.1, figure 1. The line itself is the shared variable,
 * and one transaction reads and writes all of it. That paper's price, a large variable, buys resilience to {@code kill
 * -9} here. Every change is complete or has not happened, and each entry names its owner, so that other processes can
 * remove what a crashed one left. This class adds to the paper's queue: units, a floor under the number of units held,
 * entries that leave from the middle, an order among leaving holders, and holders that stop.
 *
 * <p>Order. Waiters enter in order of arrival, and no request passes the first waiter, however few units it wants.
 * Holders that wait to leave do so in the order in which they asked. Admitting a waiter takes precedence over letting a
 * holder leave. If neither can happen alone, because the waiter needs the place that the holder must keep, they change
 * places in one move. kamei-2019 has the window, but not this exchange.
 *
 * <p>Aside. A server takes time to start and to shut down, during which it takes a place but does not serve. So a
 * holder may enter <em>aside</em>, and count toward the floor only once it is ready ({@link #ready}). A holder may also
 * ask to stop before it leaves ({@link #stop}). It waits, in the same order as leaving holders, until the others
 * suffice for the floor. From then on its units count toward the limit but not the floor, and it can leave at any time.
 *
 * <p>Not thread-safe. A {@link LedgerWriter} reads the ledger from its storage and commits it.
 */
public final class Ledger extends Entries {
    /** The result of a move for a request. */
    public enum Outcome {
        /** The request is inside. */
        INSIDE,
        /** The request is in the ledger and waits to enter or to leave. */
        WAITS,
        /** The request is not in the ledger. */
        OUT,
        /** The request was to leave, but was not inside. */
        LOST
    }

    private final long[] changed; // requests whose outcome was changed by another request's move
    private int changes;

    Ledger(int entriesMax) {
        super(entriesMax);
        changed = new long[entriesMax];
        open(0, 1);
    }

    // ------------------------------------------------------------------------------------------------ queries

    /** Returns the current outcome of a request. */
    public Outcome outcome(long who) {
        int entry = find(who);
        if (entry < 0) {
            return Outcome.OUT;
        }
        return entry < inside() ? Outcome.INSIDE : Outcome.WAITS;
    }

    /** Returns how many units must become free before a waiting request can enter. */
    int ahead(long who) {
        int mine = find(who);
        long wanted = 0;
        for (int entry = inside(); entry <= mine; entry++) {
            wanted += RequestWord.units(who(entry));
        }
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, held() + wanted - limit()));
    }

    /** Returns whether the given number of units is free and there are no waiters. */
    public boolean hasRoom(int units) {
        return entries() == inside() && held() + units <= limit();
    }

    /**
     * Returns the number of free units. If negative, its absolute value is the number of units missing to satisfy all
     * waiters.
     */
    public int free() {
        long wanted = 0;
        for (int entry = inside(); entry < entries(); entry++) {
            wanted += RequestWord.units(who(entry));
        }
        return (int) Math.max(Integer.MIN_VALUE, limit() - held() - wanted);
    }

    /** Returns how many other requests the last move has admitted, let out or removed. */
    int changes() {
        return changes;
    }

    long changed(int index) {
        return changed[index];
    }

    // ------------------------------------------------------------------------------------------------ moves

    /** Resets the ledger to an empty one with these bounds. */
    void open(int floor, int limit) {
        changes = 0;
        clear(floor, limit);
    }

    /**
     * Enters, or joins the line. Nothing happens if the request wants more units than the limit, or if it will not wait
     * and can't enter at once.
     */
    Outcome enter(long who, long since, boolean willWait) {
        return enter(who, since, false, willWait);
    }

    /**
     * Enters, or joins the line. A request that starts enters aside, and counts toward the floor once it is
     * {@link #ready}.
     */
    Outcome enter(long who, long since, boolean starts, boolean willWait) {
        changes = 0;
        boolean fits = hasRoom(RequestWord.units(who));
        boolean mayExchange = entries() == inside() && leaving() > 0;
        if (RequestWord.units(who) > limit() || (!willWait && !fits && !mayExchange)) {
            return Outcome.OUT;
        }
        if (entries() == room()) {
            throw new LedgerFullException(room());
        }
        append(who, since, starts);
        if (fits && hasSlotsForFirst()) {
            admitFirst();
            settle();
            return Outcome.INSIDE;
        }
        settle(); // a holder may have been waiting for an exchange
        return willWait || outcome(who) == Outcome.INSIDE ? outcome(who) : giveUp(who);
    }

    /** Leaves, or waits until the floor allows it. A request that will not wait leaves at once or stays inside. */
    Outcome leave(long who, boolean willWait) {
        changes = 0;
        int entry = find(who);
        if (entry < 0 || entry >= inside()) {
            return Outcome.LOST;
        }
        if (floor() == 0 || isAside(entry)) {
            remove(entry);
            settle();
            return Outcome.OUT;
        }
        if (!wantsOut(entry)) {
            moveToLeaving(entry, false);
            settle();
        }
        if (find(who) < 0) {
            return Outcome.OUT;
        }
        return willWait ? Outcome.WAITS : stay(who);
    }

    /** Makes a starting holder count toward the floor from now on. Nothing happens to a stopping holder. */
    Outcome ready(long who) {
        changes = 0;
        int entry = find(who);
        if (entry < 0 || entry >= inside()) {
            return Outcome.LOST;
        }
        if (isAside(entry) && isStarting(entry)) {
            moveFromAside(entry);
            settle(); // holders may have been waiting for it in order to leave
        }
        return Outcome.INSIDE;
    }

    /** Goes aside to stop, or waits until the floor allows it. A holder aside is still inside. */
    Outcome stop(long who) {
        changes = 0;
        int entry = find(who);
        if (entry < 0 || entry >= inside()) {
            return Outcome.LOST;
        }
        if (isAside(entry)) {
            stopAside(entry);
        } else if (!wantsOut(entry)) {
            moveToLeaving(entry, true);
            settle();
        }
        return wantsOut(find(who)) ? Outcome.WAITS : Outcome.INSIDE;
    }

    /** Withdraws a request to leave or to stop. Nothing happens if the holder has already left or gone aside. */
    Outcome stay(long who) {
        changes = 0;
        int entry = find(who);
        if (entry >= 0 && wantsOut(entry)) {
            moveToStaying(entry);
            settle(); // holders may have been waiting to leave behind it
        }
        return outcome(who);
    }

    /** Leaves at once, regardless of the floor, because its work inside has already ended. */
    Outcome abandon(long who) {
        int entry = find(who);
        if (entry < 0 || entry >= inside()) {
            changes = 0;
            return Outcome.LOST;
        }
        expel(who);
        return Outcome.OUT;
    }

    /** Gives up waiting in line. Nothing happens if the request is already inside. */
    Outcome giveUp(long who) {
        changes = 0;
        int entry = find(who);
        if (entry < inside()) {
            return entry < 0 ? Outcome.OUT : Outcome.INSIDE;
        }
        remove(entry);
        settle();
        return Outcome.OUT;
    }

    /**
     * Removes a request at once, wherever it is and regardless of the floor. This is how an operator evicts a request.
     */
    public boolean expel(long who) {
        changes = 0;
        int entry = find(who);
        if (entry >= 0) {
            change(who(entry));
            remove(entry);
            settle();
        }
        return entry >= 0;
    }

    /** Asks a holder to leave, and notifies its owner. */
    public boolean ask(long who) {
        changes = 0;
        int entry = find(who);
        if (entry < 0) {
            return false;
        }
        who(entry, RequestWord.asked(who(entry)));
        change(who(entry));
        return true;
    }

    /** Removes all requests of a crashed member, regardless of the floor, because the member is no longer inside. */
    boolean bury(int member) {
        changes = 0;
        int before = entries();
        for (int entry = entries() - 1; entry >= 0; entry--) {
            if (RequestWord.member(who(entry)) == member) {
                remove(entry);
            }
        }
        settle();
        return entries() != before;
    }

    /** Gives back the given number of units. The request stays inside with the rest. */
    Outcome shrink(long who, int units) {
        changes = 0;
        int entry = find(who);
        if (entry < 0 || entry >= inside()) {
            return Outcome.LOST;
        }
        take(entry, units);
        settle();
        return Outcome.OUT;
    }

    /** Changes the bounds. Waiters that want more units than the new limit are removed, and their owners notified. */
    public boolean bounds(int floor, int limit, boolean onPurpose) {
        changes = 0;
        setBounds(floor, limit, onPurpose);
        for (int entry = entries() - 1; entry >= inside(); entry--) {
            if (RequestWord.units(who(entry)) > limit) {
                change(who(entry));
                remove(entry);
            }
        }
        settle();
        return true;
    }

    // ------------------------------------------------------------------------------------------------ implementation

    /** Makes all moves that the bounds allow: admits from the head of the line, lets out the first leaving holders. */
    private void settle() {
        while (admitOne() || letOutOne() || exchange()) {
            // repeat until no move is possible
        }
    }

    private boolean admitOne() {
        int first = inside();
        if (first == entries() || held() + RequestWord.units(who(first)) > limit() || !hasSlotsForFirst()) {
            return false;
        }
        change(who(first));
        admitFirst();
        return true;
    }

    private boolean letOutOne() {
        if (leaving() == 0 || serving() - RequestWord.units(who(staying())) < floor()) {
            return false;
        }
        letOut(1);
        return true;
    }

    /**
     * Exchanges the first waiters with the first leaving holders, as few of them as possible. A holder that stops
     * before it leaves frees no units toward the limit, and a request that starts adds nothing toward the floor.
     */
    private boolean exchange() {
        long coming = 0;
        long comingAside = 0;
        for (int last = inside(); last < entries() && leaving() > 0; last++) {
            coming += RequestWord.units(who(last));
            comingAside += isStarting(last) ? RequestWord.units(who(last)) : 0;
            long held = held() + coming;
            long serving = serving() + coming - comingAside;
            for (int leaver = staying(); leaver < staying() + leaving(); leaver++) {
                int units = RequestWord.units(who(leaver));
                held -= stopsFirst(leaver) ? 0 : units;
                serving -= units;
                if (held <= limit() && serving >= floor()) {
                    return exchange(leaver - staying() + 1, last - inside() + 1);
                }
            }
        }
        return false;
    }

    /** Makes the exchange, or undoes it if there are no slots for the requests that enter. */
    private boolean exchange(int leavers, int entering) {
        long[] before = words().clone();
        int lengthBefore = length();
        int changesBefore = changes;
        letOut(leavers);
        for (int i = 0; i < entering; i++) {
            if (!hasSlotsForFirst()) {
                System.arraycopy(before, 0, words(), 0, before.length);
                length(lengthBefore);
                changes = changesBefore;
                return false;
            }
            change(who(inside()));
            admitFirst();
        }
        return true;
    }

    private void letOut(int leavers) {
        for (int i = 0; i < leavers; i++) {
            change(who(staying()));
            if (stopsFirst(staying())) {
                moveAside();
            } else {
                remove(staying());
            }
        }
    }

    private void change(long who) {
        if (changes < changed.length) {
            changed[changes++] = who;
        }
    }
}
