package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Fields;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a {@link Ledger} consists of, as words: the bounds, the counts, the entries in the order in which they count,
 * and the slots of the holders.
 *
 * <p>Entries come in four groups, in this order: holders that stay, holders that wait to leave, holders <em>aside</em>
 * (they count for the limit but not for the floor, and may leave at any time: they start, or they stop), and waiters.
 *
 * <p>A holder of r units has r slots: numbers that no other holder has. Most holders have adjacent ones, and then the
 * first of them says it all. The slots of a <em>scattered</em> holder are listed as rows of adjacent numbers behind the
 * entries, each row with the holder's first slot, which tells whose it is.
 */
abstract class Entries {
    // words: [0] length and checksum (see seal), then LIMITS, COUNTS, FENCE, VERSION, then three words per entry (the
    // request;
    // since, slot and flags; the fence), then one word per row (whose, first, length).
    private static final int LIMITS = 1; // from the bottom: 20 bits limit, 20 floor, 16 rows; bit 62 set on purpose
    private static final int COUNTS = 2; // from the bottom: 13 bits staying, 13 leaving, 13 aside, 25 units held
    static final int FENCE = 3;
    private static final int VERSION = 4; // of the root that named this page first
    private static final int HEADER = 5;
    private static final int ENTRY = 3;

    private static final int FLOOR = 20;
    private static final int ROWS = 40;
    private static final long ROWS_MASK = 0xFFFFL << ROWS;
    private static final long ON_PURPOSE = 1L << 62;

    private static final int MASK = (1 << 13) - 1;
    private static final int LEAVING = 13;
    private static final int ASIDE = 26;
    private static final int HELD = 39;

    private static final int SINCE = 22; // 42 bits of milliseconds: until 2109
    private static final int SLOT = 2;
    private static final int SLOT_BITS = 20;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;
    private static final long SCATTERED = 1; // its slots are in rows
    private static final long MARKED =
            2; // a waiter or one aside: starts; one that waits to leave: will stop before it does

    private final long[] words;
    private final int entriesMax;
    private final int rowsMax;
    private final SlotMap map;
    private int length;

    Entries(int entriesMax) {
        this.entriesMax = entriesMax;
        rowsMax = rowsMax(entriesMax);
        words = new long[words(entriesMax)];
        map = new SlotMap(entriesMax + rowsMax);
    }

    /** How many words a page has that can hold this many entries. */
    public static int words(int entries) {
        return HEADER + ENTRY * entries + rowsMax(entries);
    }

    /** How many words a page of this many entries takes if no holder is scattered. */
    static int wordsUsed(int entries) {
        return HEADER + ENTRY * entries;
    }

    private static int rowsMax(int entries) {
        return 2 * entries + 16;
    }

    /** How many entries there can be. */
    int room() {
        return entriesMax;
    }

    /** At most this many units may be held. */
    public int limit() {
        return (int) words[LIMITS] & RequestWord.UNITS_MAX;
    }

    /** No holder leaves if fewer units than this would be left. */
    public int floor() {
        return (int) (words[LIMITS] >>> FLOOR) & RequestWord.UNITS_MAX;
    }

    /** Whether somebody has set these bounds on purpose, beyond opening it with them. */
    public boolean isSetOnPurpose() {
        return (words[LIMITS] & ON_PURPOSE) != 0;
    }

    /** How many units are held. */
    public int held() {
        return (int) (words[COUNTS] >>> HELD);
    }

    /** How many units are held by holders that count for the floor: all but those aside. */
    public int serving() {
        int units = held();
        for (int entry = inside() - aside(); entry < inside(); entry++) {
            units -= RequestWord.units(who(entry));
        }
        return units;
    }

    /** How many holders stay. */
    int staying() {
        return (int) words[COUNTS] & MASK;
    }

    /** How many holders wait to leave; they come behind those that stay. */
    int leaving() {
        return (int) (words[COUNTS] >>> LEAVING) & MASK;
    }

    /** How many holders are aside; they are the last inside. */
    int aside() {
        return (int) (words[COUNTS] >>> ASIDE) & MASK;
    }

    /** How many holders there are. */
    public int inside() {
        return staying() + leaving() + aside();
    }

    /** How many entries there are: holders first, then waiters, first in line first. */
    public int entries() {
        return (length - HEADER - rows()) / ENTRY;
    }

    /** The request of an entry. */
    public long who(int entry) {
        return words[HEADER + ENTRY * entry];
    }

    private long about(int entry) {
        return words[HEADER + ENTRY * entry + 1];
    }

    private void about(int entry, long about) {
        words[HEADER + ENTRY * entry + 1] = about;
    }

    /** When it came, in the words of its owner; 0 where it did not say. */
    public long since(int entry) {
        return about(entry) >>> SINCE;
    }

    /** The first slot of a holder. */
    public int slot(int entry) {
        return (int) (about(entry) >>> SLOT) & SLOT_MASK;
    }

    /** The number of this grant: larger than that of all earlier ones. */
    public long fence(int entry) {
        return words[HEADER + ENTRY * entry + 2];
    }

    /** The entry of a request, or -1. */
    public int find(long who) {
        int end = HEADER + ENTRY * entries();
        for (int at = HEADER; at < end; at += ENTRY) {
            if (RequestWord.same(words[at], who)) {
                return (at - HEADER) / ENTRY;
            }
        }
        return -1;
    }

    /** Whether a holder waits until it may leave, or stop. */
    public boolean wantsOut(int entry) {
        return entry >= staying() && entry < staying() + leaving();
    }

    /** Whether a holder counts for the limit, and not for the floor. */
    public boolean isAside(int entry) {
        return entry >= staying() + leaving() && entry < inside();
    }

    /** Whether a waiter or a holder aside starts: it has not counted for the floor yet. */
    public boolean isStarting(int entry) {
        return entry >= staying() + leaving() && isMarked(entry);
    }

    /** Whether a holder that waits to leave will stop first. */
    boolean stopsFirst(int entry) {
        return wantsOut(entry) && isMarked(entry);
    }

    private boolean isMarked(int entry) {
        return (about(entry) & MARKED) != 0;
    }

    private void mark(int entry, boolean marked) {
        about(entry, marked ? about(entry) | MARKED : about(entry) & ~MARKED);
    }

    /** No entries, and these bounds. */
    void clear(int floor, int limit) {
        length = HEADER;
        Arrays.fill(words, 0, HEADER, 0);
        setBounds(floor, limit, false);
    }

    void setBounds(int floor, int limit, boolean onPurpose) {
        words[LIMITS] = (words[LIMITS] & ROWS_MASK) | ((long) floor << FLOOR) | limit | (onPurpose ? ON_PURPOSE : 0);
    }

    void who(int entry, long who) {
        words[HEADER + ENTRY * entry] = who;
    }

    /** At the end of the line; one that starts will be aside when it comes in. */
    void append(long who, long since, boolean starts) {
        int at = HEADER + ENTRY * entries();
        System.arraycopy(words, at, words, at + ENTRY, rows());
        words[at] = who;
        words[at + 1] = (since << SINCE) | (starts ? MARKED : 0);
        words[at + 2] = 0;
        length += ENTRY;
    }

    /** Lets the first in line in: behind those that stay, or aside, with free slots and a new fence. */
    void admitFirst() {
        int entry = inside();
        takeSlots(entry);
        words[HEADER + ENTRY * entry + 2] = ++words[FENCE];
        words[COUNTS] += (long) RequestWord.units(who(entry)) << HELD;
        if (isMarked(entry)) {
            words[COUNTS] += 1L << ASIDE;
        } else {
            words[COUNTS]++;
            rotate(entry, staying() - 1);
        }
    }

    /** One aside counts from now on, and stays. */
    void moveFromAside(int entry) {
        mark(entry, false);
        rotate(entry, 0);
        words[COUNTS] += 1 - (1L << ASIDE);
    }

    /** No longer wants to leave. */
    void moveToStaying(int entry) {
        mark(entry, false);
        rotate(entry, 0);
        words[COUNTS] += 1 - (1L << LEAVING);
    }

    /** Wants to leave, behind those that do already. */
    void moveToLeaving(int entry, boolean stopsFirst) {
        mark(entry, stopsFirst);
        rotate(entry, staying() + leaving() - 1);
        words[COUNTS] += (1L << LEAVING) - 1;
    }

    /** The first of those that want to leave goes aside, to stop. */
    void moveAside() {
        int entry = staying();
        mark(entry, false);
        rotate(entry, inside() - 1);
        words[COUNTS] += (1L << ASIDE) - (1L << LEAVING);
    }

    /** One aside stops, whether or not it was ready before. */
    void stopAside(int entry) {
        mark(entry, false);
    }

    /** Moves an entry to another position; those between make room. */
    private void rotate(int from, int to) {
        if (from == to) {
            return;
        }
        int at = HEADER + ENTRY * from;
        long who = words[at];
        long about = words[at + 1];
        long fence = words[at + 2];
        int target = HEADER + ENTRY * to;
        if (from < to) {
            System.arraycopy(words, at + ENTRY, words, at, target - at);
        } else {
            System.arraycopy(words, target, words, target + ENTRY, at - target);
        }
        words[target] = who;
        words[target + 1] = about;
        words[target + 2] = fence;
    }

    void remove(int entry) {
        if (entry < inside()) {
            returnRows(entry);
            words[COUNTS] -= ((long) RequestWord.units(who(entry)) << HELD) + group(entry);
        }
        int at = HEADER + ENTRY * entry;
        System.arraycopy(words, at + ENTRY, words, at, length - at - ENTRY);
        length -= ENTRY;
    }

    /** One holder, in the count of its group. */
    private long group(int entry) {
        if (entry < staying()) {
            return 1;
        }
        return wantsOut(entry) ? 1L << LEAVING : 1L << ASIDE;
    }

    // ------------------------------------------------------------------------------------------------ slots

    private int rows() {
        return (int) (words[LIMITS] >>> ROWS) & 0xFFFF;
    }

    private void rows(int rows) {
        words[LIMITS] = (words[LIMITS] & ~ROWS_MASK) | ((long) rows << ROWS);
    }

    private int firstRow() {
        return length - rows();
    }

    private static int owner(long row) {
        return (int) (row >>> (2 * SLOT_BITS));
    }

    private static int first(long row) {
        return (int) (row >>> SLOT_BITS) & SLOT_MASK;
    }

    private static int count(long row) {
        return (int) row & SLOT_MASK;
    }

    private static long row(int owner, int first, int count) {
        return ((long) owner << (2 * SLOT_BITS)) | ((long) first << SLOT_BITS) | count;
    }

    private boolean isScattered(int entry) {
        return (about(entry) & SCATTERED) != 0;
    }

    /** The slots of a holder, in rising order. */
    public List<Integer> slots(int entry) {
        int slot = slot(entry);
        int units = RequestWord.units(who(entry));
        if (!isScattered(entry)) {
            return new SlotList(units, slot, units);
        }
        int[] rows = IntStream.range(firstRow(), length)
                .filter(at -> owner(words[at]) == slot)
                .flatMap(at -> IntStream.of(first(words[at]), count(words[at])))
                .toArray();
        return new SlotList(units, rows);
    }

    /** Marks the slots of all holders. */
    private SlotMap taken() {
        map.clear();
        for (int entry = 0; entry < inside(); entry++) {
            if (!isScattered(entry)) {
                map.take(slot(entry), RequestWord.units(who(entry)));
            }
        }
        for (int at = firstRow(); at < length; at++) {
            map.take(first(words[at]), count(words[at]));
        }
        return map;
    }

    /**
     * Whether there are slots for the first in line. There are enough numbers wherever there are enough units; but a
     * holder can be scattered over more rows than there is room to write down. It then waits until others leave.
     */
    boolean hasSlotsForFirst() {
        int units = RequestWord.units(who(inside()));
        return units == 1
                || rows() + Math.min(units, inside() + rows() + 1) <= rowsMax
                || rows() + taken().rowsNeeded(units, limit()) <= rowsMax;
    }

    /** Adjacent numbers, the smallest that there are; else the smallest numbers that are free. */
    private void takeSlots(int entry) {
        int units = RequestWord.units(who(entry));
        SlotMap free = taken();
        int first = free.adjacent(units, limit());
        if (first >= 0) {
            about(entry, about(entry) | ((long) first << SLOT));
            return;
        }
        int owner = free.adjacent(1, limit());
        int missing = units;
        for (int from = owner; missing > 0; ) {
            int taken = Math.min(missing, free.freeFrom(from));
            words[length++] = row(owner, from, taken);
            rows(rows() + 1);
            missing -= taken;
            from = missing > 0 ? free.nextFree(from + taken) : from;
        }
        about(entry, about(entry) | ((long) owner << SLOT) | SCATTERED);
    }

    private void returnRows(int entry) {
        if (!isScattered(entry)) {
            return;
        }
        int kept = firstRow();
        for (int at = firstRow(); at < length; at++) {
            if (owner(words[at]) != slot(entry)) {
                words[kept++] = words[at];
            }
        }
        int first = firstRow();
        rows(kept - first);
        length = kept;
    }

    /** Takes units away from a holder, and the slots with the highest numbers. */
    void take(int entry, int units) {
        if (isScattered(entry)) {
            takeRows(slot(entry), units);
        }
        who(entry, RequestWord.withUnits(who(entry), RequestWord.units(who(entry)) - units));
        words[COUNTS] -= (long) units << HELD;
    }

    /** The rows of a holder are in rising order. */
    private void takeRows(int owner, int units) {
        int missing = units;
        for (int at = length - 1; missing > 0; at--) {
            if (owner(words[at]) != owner) {
                continue;
            }
            int count = count(words[at]);
            if (count > missing) {
                words[at] = row(owner, first(words[at]), count - missing);
                return;
            }
            missing -= count;
            System.arraycopy(words, at + 1, words, at, length - at - 1);
            length--;
            rows(rows() - 1);
        }
    }

    // ------------------------------------------------------------------------------------------------ as a whole

    /**
     * Shows who stands where, for one request per member, and takes on what the visitor returns. The fence, which
     * always grows, and times are left out: no move depends on them.
     */
    void state(Fields fields, int members) {
        int[] owners = owners();
        int entries = entries();
        int limit = limit();
        int staying = fields.range("staying", staying(), 0, members);
        int leaving = fields.range("leaving", leaving(), 0, members);
        int aside = fields.range("aside", aside(), 0, members);
        int now = fields.range("entries", entries, 0, members);
        long held = 0;
        for (int entry = 0; entry < members; entry++) {
            boolean there = entry < entries;
            int member = fields.range("entry" + entry, there ? RequestWord.member(who(entry)) + 1 : 0, 0, members);
            int units = fields.range("units" + entry, there ? RequestWord.units(who(entry)) : 0, 0, limit);
            boolean marked = fields.flag("marked" + entry, there && isMarked(entry));
            held += entry < staying + leaving + aside ? units : 0;
            who(entry, RequestWord.of(Math.max(0, member - 1), 0, 0, units));
            about(entry, marked ? MARKED : 0);
            words[HEADER + ENTRY * entry + 2] = 0;
        }
        for (int slot = 0; slot < limit; slot++) {
            owners[slot] = fields.range("slot" + slot, owners[slot], 0, members);
        }
        words[COUNTS] = (held << HELD) | ((long) aside << ASIDE) | ((long) leaving << LEAVING) | staying;
        words[FENCE] = 0;
        rows(0);
        length = HEADER + ENTRY * now;
        own(owners);
    }

    /** For each slot, the entry that has it, counted from 1. */
    private int[] owners() {
        int[] owners = new int[limit()];
        for (int entry = 0; entry < inside(); entry++) {
            for (int slot : slots(entry)) {
                owners[slot] = entry + 1;
            }
        }
        return owners;
    }

    /** Gives the slots back that {@link #owners} has told. */
    private void own(int[] owners) {
        for (int entry = 0; entry < inside(); entry++) {
            int mine = entry + 1;
            int[] slots = IntStream.range(0, owners.length)
                    .filter(slot -> owners[slot] == mine)
                    .toArray();
            int first = slots[0];
            boolean adjacent = slots[slots.length - 1] - first == slots.length - 1;
            about(entry, about(entry) | ((long) first << SLOT) | (adjacent ? 0 : SCATTERED));
            for (int i = 0; !adjacent && i < slots.length; i++) {
                boolean goesOn = i > 0 && slots[i] == slots[i - 1] + 1;
                if (goesOn) {
                    words[length - 1]++; // the row's length
                } else {
                    words[length++] = row(first, slots[i], 1);
                    rows(rows() + 1);
                }
            }
        }
    }

    long[] words() {
        return words;
    }

    private static final int LENGTH_BITS = 16;
    private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;

    /** What the first word of a ledger that is written down says: its length, and a checksum of its words. */
    long seal() {
        return seal(words, length);
    }

    /** The checksum is enough to notice damage, not to withstand malice. */
    static long seal(long[] words, int length) {
        long sum = length;
        for (int i = 1; i < length; i++) {
            sum = (Long.rotateLeft(sum, 23) ^ words[i]) * 0x9E3779B97F4A7C15L;
        }
        return ((sum ^ (sum >>> 29)) << LENGTH_BITS) | length;
    }

    /** The length that a first word tells. */
    static int sealedLength(long seal) {
        return (int) seal & LENGTH_MASK;
    }

    long version() {
        return version(words);
    }

    static long version(long[] words) {
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
        return words[LIMITS] & ~ROWS_MASK;
    }

    /** Takes on what a short root says, of a page that tells only the bounds. */
    void abridge(long root) {
        length = HEADER;
        rows(0);
        words[COUNTS] = 0;
        words[FENCE] = Root.fence(root, words[FENCE]);
        if (Root.isHeld(root)) {
            append(RequestWord.alone(Root.member(root), words[FENCE]), 0, false);
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
        int behind = length - HEADER - rows();
        if (behind < 0 || behind % ENTRY != 0 || behind / ENTRY > entriesMax || rows() > rowsMax) {
            return "a length of " + length + " words";
        }
        if (limit() < 1 || floor() > limit()) {
            return "bounds of " + floor() + " and " + limit();
        }
        if (inside() > entries()) {
            return inside() + " inside among " + entries() + " entries";
        }
        long units = 0;
        for (int entry = 0; entry < entries(); entry++) {
            if (RequestWord.member(who(entry)) >= entriesMax || RequestWord.units(who(entry)) < 1) {
                return "an entry of " + RequestWord.units(who(entry)) + " units of member "
                        + RequestWord.member(who(entry));
            }
            units += entry < inside() ? RequestWord.units(who(entry)) : 0;
        }
        return units == held() ? flawOfSlots() : held() + " units inside, but the entries have " + units;
    }

    private String flawOfSlots() {
        long listed = 0;
        for (int at = firstRow(); at < length; at++) {
            listed += count(words[at]);
        }
        long scattered = IntStream.range(0, inside())
                .filter(this::isScattered)
                .map(entry -> RequestWord.units(who(entry)))
                .sum();
        if (listed != scattered) {
            return "rows of " + listed + " slots, and holders of " + scattered + " that need them";
        }
        return taken().isDisjoint() ? "" : "a slot that two holders have";
    }
}
