package dev.turnstile.algorithm.ledger;

/**
 * Who is inside, who of them wants out, and who waits: the whole state of a turnstile as one value, and all that can
 * happen to it as functions of that value.
 *
 * <p>The idea is the Queue Algorithm of fischer-1985, section 2.1, figure 1: the line itself is the shared variable,
 * and one transaction reads and writes all of it. That paper's price, a large variable, buys here what survives a
 * {@code kill -9}: every change is complete or has not happened, and each entry names its owner, so that others can
 * remove what a dead one left. Added to the paper's queue: units, a floor under the number inside, entries in the
 * middle that leave, an order among those who want out, and holders that stop.
 *
 * <p>Order. Those who wait enter in the order in which they came, and nobody passes the first of them, however few
 * units it wants. Those who want out leave in the order in which they wanted to. Whoever enters is admitted before
 * anybody is let out, and where neither can happen alone, because the place that one wants is the place that another
 * must keep, they change places at once (kamei-2019 has the window, not this exchange).
 *
 * <p>Aside. A server takes time to start and to shut down: it takes a place and does not serve. So a holder may come in
 * aside, and count for the floor only when it is ready ({@link #ready}); and it may ask to stop before it leaves
 * ({@link #stop}). It waits, in the same order as those that want to leave, until the others suffice for the floor;
 * from then on its units count for the limit and no longer for the floor, and it can leave at any time.
 *
 * <p>Not thread-safe; a {@link LedgerWriter} reads it from where it is kept and commits it.
 */
public final class Ledger extends Entries {
    /** What became of a request. */
    public enum Outcome {
        /** It is inside. */
        INSIDE,
        /** It is in the ledger and waits: to come in, or to be let out. */
        WAITS,
        /** It is not in the ledger. */
        OUT,
        /** It wanted to leave, and was not inside. */
        LOST
    }

    private final long[] changed; // whose outcome was changed by somebody else's move
    private int changes;

    Ledger(int entriesMax) {
        super(entriesMax);
        changed = new long[entriesMax];
        open(0, 1);
    }

    // ------------------------------------------------------------------------------------------------ what it says

    /** Where a request stands. */
    public Outcome outcome(long who) {
        int entry = find(who);
        if (entry < 0) {
            return Outcome.OUT;
        }
        return entry < inside() ? Outcome.INSIDE : Outcome.WAITS;
    }

    /** How many units must come free before a waiting request can enter. */
    int ahead(long who) {
        int mine = find(who);
        long wanted = 0;
        for (int entry = inside(); entry <= mine; entry++) {
            wanted += RequestWord.units(who(entry));
        }
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, held() + wanted - limit()));
    }

    /** Whether so many units are free and nobody waits. */
    public boolean hasRoom(int units) {
        return entries() == inside() && held() + units <= limit();
    }

    /** How many units are free; if negative, how many are waited for. */
    public int free() {
        long wanted = 0;
        for (int entry = inside(); entry < entries(); entry++) {
            wanted += RequestWord.units(who(entry));
        }
        return (int) Math.max(Integer.MIN_VALUE, limit() - held() - wanted);
    }

    /** How many others' requests the last move has let in or out, or removed. */
    int changes() {
        return changes;
    }

    long changed(int index) {
        return changed[index];
    }

    // ------------------------------------------------------------------------------------------------ what can happen

    /** Empty, with these bounds. */
    void open(int floor, int limit) {
        changes = 0;
        clear(floor, limit);
    }

    /**
     * Comes in, or waits in line. Nothing happens if it wants more than there can be; nor, if it will not wait, when it
     * can't come in at once.
     */
    Outcome enter(long who, long since, boolean willWait) {
        return enter(who, since, false, willWait);
    }

    /** As the other; one that starts comes in aside, and counts for the floor when it is {@link #ready}. */
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
        settle(); // somebody may have waited for one to change places with
        return willWait || outcome(who) == Outcome.INSIDE ? outcome(who) : giveUp(who);
    }

    /** Leaves, or waits until the floor allows it; if it will not wait, it leaves, or stays inside. */
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

    /** One that starts counts for the floor from now on. Nothing happens to one that stops. */
    Outcome ready(long who) {
        changes = 0;
        int entry = find(who);
        if (entry < 0 || entry >= inside()) {
            return Outcome.LOST;
        }
        if (isAside(entry) && isStarting(entry)) {
            moveFromAside(entry);
            settle(); // those who waited for it to leave
        }
        return Outcome.INSIDE;
    }

    /** Goes aside to stop, or waits until the floor allows it. One aside is inside. */
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

    /** No longer wants to leave, or to stop. Nothing happens if it has left, or stops, already. */
    Outcome stay(long who) {
        changes = 0;
        int entry = find(who);
        if (entry >= 0 && wantsOut(entry)) {
            moveToStaying(entry);
            settle(); // those who wanted out behind it
        }
        return outcome(who);
    }

    /** Leaves at once, whatever the floor says: what it did inside has ended already. */
    Outcome abandon(long who) {
        int entry = find(who);
        if (entry < 0 || entry >= inside()) {
            changes = 0;
            return Outcome.LOST;
        }
        expel(who);
        return Outcome.OUT;
    }

    /** Gives up waiting in line. Nothing happens if it is inside already. */
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

    /** Goes at once, wherever it is and whatever the floor says: what an operator can do to a request. */
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

    /** Asks one who is inside to leave; its owner is told. */
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

    /** Removes all that a dead member left. It leaves whatever the floor says: it is not inside any more. */
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

    /** Gives back so many of its units, and stays inside with the rest. */
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

    /** Changes the bounds. Those who wait for more than there will ever be are removed, and told. */
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

    // ------------------------------------------------------------------------------------------------ how

    /** All that can happen without anybody's doing: the first in line come in, the first who want out leave. */
    private void settle() {
        while (admitOne() || letOutOne() || exchange()) {
            // and again
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
     * The first in line and the first who want out change places, as few of them as can. One that stops first makes no
     * place, and one that starts adds nothing to the floor.
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

    /** As it was before, if those who come in can't have their slots. */
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
