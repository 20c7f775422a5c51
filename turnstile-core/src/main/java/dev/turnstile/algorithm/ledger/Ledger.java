package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Fields;
import java.util.Arrays;

/**
 * Who is inside, who of them wants out, and who waits: the whole state of a turnstile as one value, and all that can happen
 * to it as functions of that value.
 *
 * <p>The idea is the Queue Algorithm of fischer-1985, section 2.1, figure 1: the line itself is the shared variable, and one
 * transaction reads and writes all of it. That paper's price, a large variable, buys here what survives a {@code kill -9}:
 * every change is complete or has not happened, and each entry names its owner, so that others can remove what a dead one
 * left. Added to the paper's queue: units, a floor under the number inside, entries in the middle that leave, and an order
 * among those who want out.
 *
 * <p>Order. Those who wait enter in the order in which they came, and nobody passes the first of them, however few units it
 * wants. Those who want out leave in the order in which they wanted to. Whoever enters is admitted before anybody is let out,
 * and where neither can happen alone, because the place that one wants is the place that another must keep, they change
 * places at once (kamei-2019 has the window, not this exchange).
 *
 * <p>Not thread-safe; a {@link Pen} reads it from shared cells and commits it.
 */
public final class Ledger {
    // words: [0] length and checksum (see Pen), then LIMITS, COUNTS, FENCE, VERSION, then three words per entry:
    // those who stay inside, those inside who want out, those who wait.
    private static final int LIMITS = 1;
    private static final int COUNTS = 2;
    static final int FENCE = 3;
    private static final int VERSION = 4; // of the root that named this page first
    private static final int HEADER = 5;
    private static final int ENTRY = 3;
    private static final int MASK = 0xFFFF;
    private static final long ON_PURPOSE = 1L << 62;
    private static final int FENCE_BITS = 51; // beside 13 of the slot
    private static final long FENCE_MASK = (1L << FENCE_BITS) - 1;

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

    private final long[] words;
    private final int entriesMax;
    private int length;
    private final long[] changed; // whose outcome was changed by somebody else's move
    private int changes;

    Ledger(int entriesMax) {
        this.entriesMax = entriesMax;
        words = new long[words(entriesMax)];
        changed = new long[entriesMax];
        open(0, 1);
    }

    /** How many words a ledger of so many entries takes. */
    public static int words(int entries) {
        return HEADER + ENTRY * entries;
    }

    // ------------------------------------------------------------------------------------------------ what it says

    /** At most so many units may be inside. */
    public int limit() {
        return (int) words[LIMITS];
    }

    /** Nobody leaves if fewer units than this would be inside. */
    public int floor() {
        return (int) (words[LIMITS] >>> 32) & Who.UNITS_MAX;
    }

    /** Whether somebody has set these bounds on purpose, beyond opening it with them. */
    public boolean isSetOnPurpose() {
        return (words[LIMITS] & ON_PURPOSE) != 0;
    }

    /** How many units are inside. */
    public int held() {
        return (int) (words[COUNTS] >>> 32);
    }

    /** How many are inside and stay there. */
    int staying() {
        return (int) words[COUNTS] & MASK;
    }

    /** How many are inside; those who want out are the last of them. */
    public int inside() {
        return staying() + (int) (words[COUNTS] >>> 16 & MASK);
    }

    /** How many are in the ledger: those inside first, then those who wait, first in line first. */
    public int entries() {
        return (length - HEADER) / ENTRY;
    }

    /** The request of an entry. */
    public long who(int entry) {
        return words[HEADER + ENTRY * entry];
    }

    /** When it came, in the words of the one who wrote it; 0 where it did not say. */
    public long since(int entry) {
        return words[HEADER + ENTRY * entry + 1];
    }

    /** The place of one who is inside: the smallest number that was free. */
    public int slot(int entry) {
        return (int) (words[HEADER + ENTRY * entry + 2] >>> FENCE_BITS);
    }

    /** The number of this grant: larger than that of all earlier ones. */
    public long fence(int entry) {
        return words[HEADER + ENTRY * entry + 2] & FENCE_MASK;
    }

    /** The entry of a request, or -1. */
    public int find(long who) {
        for (int at = HEADER; at < length; at += ENTRY) {
            if (Who.same(words[at], who)) {
                return (at - HEADER) / ENTRY;
            }
        }
        return -1;
    }

    /** Where a request stands. */
    public Outcome outcome(long who) {
        int entry = find(who);
        if (entry < 0) {
            return Outcome.OUT;
        }
        return entry < inside() ? Outcome.INSIDE : Outcome.WAITS;
    }

    /** Whether one who is inside waits to be let out. */
    public boolean wantsOut(int entry) {
        return entry >= staying() && entry < inside();
    }

    /** How many units must come free before a waiting request can enter. */
    int ahead(long who) {
        int mine = find(who);
        long wanted = 0;
        for (int entry = inside(); entry <= mine; entry++) {
            wanted += Who.units(who(entry));
        }
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, held() + wanted - limit()));
    }

    /** How many units are free; if negative, how many are waited for. */
    public int free() {
        long wanted = 0;
        for (int entry = inside(); entry < entries(); entry++) {
            wanted += Who.units(who(entry));
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
        length = HEADER;
        changes = 0;
        Arrays.fill(words, 0, HEADER, 0);
        words[LIMITS] = (long) floor << 32 | limit;
    }

    /**
     * Comes in, or waits in line. Nothing happens if it wants more than there can be; nor, if it will not wait, when it can't
     * come in at once.
     */
    Outcome enter(long who, long since, boolean willWait) {
        changes = 0;
        boolean fits = entries() == inside() && held() + Who.units(who) <= limit();
        if (Who.units(who) > limit() || (!willWait && !fits)) {
            return Outcome.OUT;
        }
        if (entries() == entriesMax) {
            throw new LedgerFullException(entriesMax);
        }
        append(who, since);
        if (fits) {
            admitFirst();
            settle();
            return Outcome.INSIDE;
        }
        settle(); // somebody may have waited for one to change places with
        return outcome(who);
    }

    /** Leaves, or waits until the floor allows it; if it will not wait, it leaves, or stays inside. */
    Outcome leave(long who, boolean willWait) {
        changes = 0;
        int entry = find(who);
        if (entry < 0 || entry >= inside()) {
            return Outcome.LOST;
        }
        if (floor() == 0) {
            remove(entry);
            settle();
            return Outcome.OUT;
        }
        return wantOut(entry, willWait);
    }

    private Outcome wantOut(int entry, boolean willWait) {
        long who = who(entry);
        if (!wantsOut(entry)) {
            moveToLeaving(entry);
            settle();
        }
        if (find(who) < 0) {
            return Outcome.OUT;
        }
        return willWait ? Outcome.WAITS : stay(who);
    }

    /** No longer wants out. Nothing happens if it has left already. */
    Outcome stay(long who) {
        changes = 0;
        int entry = find(who);
        if (entry >= 0 && wantsOut(entry)) {
            rotate(entry, 0);
            words[COUNTS] += 1 - (1 << 16);
            settle(); // those who wanted out behind it
        }
        return outcome(who);
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
        words[HEADER + ENTRY * entry] = Who.asked(who(entry));
        change(who(entry));
        return true;
    }

    /** Removes all that a dead member left. It leaves whatever the floor says: it is not inside any more. */
    boolean bury(int member) {
        changes = 0;
        int before = length;
        for (int entry = entries() - 1; entry >= 0; entry--) {
            if (Who.member(who(entry)) == member) {
                remove(entry);
            }
        }
        settle();
        return length != before;
    }

    /** Gives back so many of its units, and stays inside with the rest. */
    Outcome shrink(long who, int units) {
        changes = 0;
        int entry = find(who);
        if (entry < 0 || entry >= inside()) {
            return Outcome.LOST;
        }
        words[HEADER + ENTRY * entry] = Who.withUnits(who(entry), Who.units(who(entry)) - units);
        words[COUNTS] -= (long) units << 32;
        settle();
        return Outcome.OUT;
    }

    /** Changes the bounds. Those who wait for more than there will ever be are removed, and told. */
    public boolean bounds(int floor, int limit, boolean onPurpose) {
        changes = 0;
        words[LIMITS] = (long) floor << 32 | limit | (onPurpose ? ON_PURPOSE : 0);
        for (int entry = entries() - 1; entry >= inside(); entry--) {
            if (Who.units(who(entry)) > limit) {
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
        if (first == entries() || held() + Who.units(who(first)) > limit()) {
            return false;
        }
        change(who(first));
        admitFirst();
        return true;
    }

    private boolean letOutOne() {
        int first = staying();
        if (first == inside() || held() - Who.units(who(first)) < floor()) {
            return false;
        }
        letOut(1);
        return true;
    }

    /** The first in line and as few of the first who want out as make room for it change places. */
    private boolean exchange() {
        int first = inside();
        if (first == entries()) {
            return false;
        }
        int held = held() + Who.units(who(first));
        for (int leaver = staying(); leaver < first; leaver++) {
            held -= Who.units(who(leaver));
            if (held <= limit() && held >= floor()) {
                letOut(leaver - staying() + 1);
                return admitOne();
            }
        }
        return false;
    }

    private void letOut(int leavers) {
        for (int i = 0; i < leavers; i++) {
            change(who(staying()));
            remove(staying());
        }
    }

    private void change(long who) {
        if (changes < changed.length) {
            changed[changes++] = who;
        }
    }

    private void append(long who, long since) {
        words[length] = who;
        words[length + 1] = since;
        words[length + 2] = 0;
        length += ENTRY;
    }

    private void admitFirst() {
        admit(inside());
    }

    /** Inside, behind those who stay and before those who want out, with the smallest free slot and a new fence. */
    private void admit(int entry) {
        int slot = freeSlot();
        long fence = ++words[FENCE];
        words[HEADER + ENTRY * entry + 2] = ((long) slot << FENCE_BITS) | (fence & FENCE_MASK);
        words[COUNTS] += ((long) Who.units(who(entry)) << 32) + 1;
        rotate(entry, staying() - 1);
    }

    private int freeSlot() {
        int inside = inside();
        long taken = 0;
        for (int entry = 0; entry < inside; entry++) {
            int slot = slot(entry);
            taken |= slot < Long.SIZE ? 1L << slot : 0;
        }
        int free = Long.numberOfTrailingZeros(~taken);
        return free < Long.SIZE ? free : freeSlotAmongMany(inside);
    }

    private int freeSlotAmongMany(int inside) {
        boolean[] taken = new boolean[inside + 1];
        for (int entry = 0; entry < inside; entry++) {
            if (slot(entry) <= inside) {
                taken[slot(entry)] = true;
            }
        }
        int free = 0;
        while (taken[free]) {
            free++;
        }
        return free;
    }

    private void moveToLeaving(int entry) {
        rotate(entry, inside() - 1);
        words[COUNTS] += (1 << 16) - 1;
    }

    /** Moves an entry to another position; those between make room. */
    private void rotate(int from, int to) {
        if (from == to) {
            return;
        }
        int at = HEADER + ENTRY * from;
        long who = words[at];
        long since = words[at + 1];
        long grant = words[at + 2];
        int target = HEADER + ENTRY * to;
        if (from < to) {
            System.arraycopy(words, at + ENTRY, words, at, target - at);
        } else {
            System.arraycopy(words, target, words, target + ENTRY, at - target);
        }
        words[target] = who;
        words[target + 1] = since;
        words[target + 2] = grant;
    }

    private void remove(int entry) {
        if (entry < inside()) {
            words[COUNTS] -= ((long) Who.units(who(entry)) << 32) + (entry < staying() ? 1 : 1 << 16);
        }
        int at = HEADER + ENTRY * entry;
        System.arraycopy(words, at + ENTRY, words, at, length - at - ENTRY);
        length -= ENTRY;
    }

    /**
     * Shows who stands where, for one request per member, and takes on what the visitor returns. The fence, which grows for
     * ever, and times are left out: no move depends on them.
     */
    void state(Fields fields, int members) {
        int inside = inside();
        int entries = entries();
        int limit = limit();
        int staying = fields.range("staying", staying(), 0, members);
        int leaving = fields.range("leaving", inside - staying(), 0, members);
        length = HEADER + ENTRY * fields.range("entries", entries, 0, members);
        long held = 0;
        for (int entry = 0; entry < members; entry++) {
            boolean there = entry < entries;
            int member = fields.range("entry" + entry, there ? Who.member(who(entry)) + 1 : 0, 0, members);
            int units = fields.range("units" + entry, there ? Who.units(who(entry)) : 0, 0, limit);
            int slot = fields.range("slot" + entry, entry < inside ? slot(entry) : 0, 0, members - 1);
            held += entry < staying + leaving ? units : 0;
            words[HEADER + ENTRY * entry] = Who.of(Math.max(0, member - 1), 0, 0, units);
            words[HEADER + ENTRY * entry + 1] = 0;
            words[HEADER + ENTRY * entry + 2] = (long) slot << FENCE_BITS;
        }
        words[COUNTS] = held << 32 | (long) leaving << 16 | staying;
        words[FENCE] = 0;
    }

    // ------------------------------------------------------------------------------------------------ for the pen

    long[] words() {
        return words;
    }

    long version() {
        return words[VERSION];
    }

    void version(long version) {
        words[VERSION] = version;
    }

    long lastFence() {
        return words[FENCE];
    }

    /** The bounds, and whether they were set on purpose, as one number. */
    long bounds() {
        return words[LIMITS];
    }

    /** Takes on what a short root says, of a page that tells only the bounds. */
    void abridge(long root) {
        length = HEADER;
        words[COUNTS] = 0;
        words[FENCE] = Root.fence(root, words[FENCE]);
        if (Root.isHeld(root)) {
            append(Who.alone(Root.member(root), words[FENCE]), 0);
            words[FENCE]--; // which admitting adds again
            admitFirst();
        }
    }

    int length() {
        return length;
    }

    void length(int read) {
        length = read;
    }

    /** Why what was read can't be a ledger, or empty: for words that may have been damaged. */
    String flaw() {
        if (length < HEADER || (length - HEADER) % ENTRY != 0) {
            return "a length of " + length + " words";
        }
        if (limit() < 1 || limit() > Who.UNITS_MAX || floor() < 0 || floor() > limit()) {
            return "bounds of " + floor() + " and " + limit();
        }
        if (inside() > entries()) {
            return inside() + " inside among " + entries() + " entries";
        }
        long units = 0;
        for (int entry = 0; entry < entries(); entry++) {
            if (Who.member(who(entry)) >= entriesMax || Who.units(who(entry)) < 1) {
                return "an entry of " + Who.units(who(entry)) + " units of member " + Who.member(who(entry));
            }
            units += entry < inside() ? Who.units(who(entry)) : 0;
        }
        return units == held() ? "" : held() + " units inside, but the entries have " + units;
    }
}
