package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Fields;
import java.util.Arrays;

/**
 * What a {@link Ledger} consists of, as words: the bounds, the counts, and the entries in the order in which they count. Those who
 * stay inside come first, then those inside who want out, then those who wait.
 */
abstract class Entries {
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

    private final long[] words;
    private final int entriesMax;
    private int length;

    Entries(int entriesMax) {
        this.entriesMax = entriesMax;
        words = new long[words(entriesMax)];
    }

    /** How many words a ledger of so many entries takes. */
    public static int words(int entries) {
        return HEADER + ENTRY * entries;
    }

    /** How many entries there can be. */
    int room() {
        return entriesMax;
    }

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

    /** Whether one who is inside waits to be let out. */
    public boolean wantsOut(int entry) {
        return entry >= staying() && entry < inside();
    }

    /** No entries, and these bounds. */
    void clear(int floor, int limit) {
        length = HEADER;
        Arrays.fill(words, 0, HEADER, 0);
        setBounds(floor, limit, false);
    }

    void setBounds(int floor, int limit, boolean onPurpose) {
        words[LIMITS] = ((long) floor << 32) | limit | (onPurpose ? ON_PURPOSE : 0);
    }

    void who(int entry, long who) {
        words[HEADER + ENTRY * entry] = who;
    }

    /** Takes so many units away from one who is inside. */
    void take(int entry, int units) {
        who(entry, Who.withUnits(who(entry), Who.units(who(entry)) - units));
        words[COUNTS] -= (long) units << 32;
    }

    /** At the end of the line. */
    void append(long who, long since) {
        words[length] = who;
        words[length + 1] = since;
        words[length + 2] = 0;
        length += ENTRY;
    }

    void admitFirst() {
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

    /** No longer wants out. */
    void moveToStaying(int entry) {
        rotate(entry, 0);
        words[COUNTS] += 1 - (1 << 16);
    }

    /** Wants out, behind those who do already. */
    void moveToLeaving(int entry) {
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

    void remove(int entry) {
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
