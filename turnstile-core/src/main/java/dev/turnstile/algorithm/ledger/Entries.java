package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Fields;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The parts of a {@link Ledger}, encoded as words: the bounds, the counts, the entries in order of precedence, and the
 * slots of the holders.
 *
 * <p>Entries form four groups, in this order: holders that stay, holders that wait to leave, holders <em>aside</em>,
 * and waiters. Holders aside are starting or stopping. They count toward the limit but not the floor, and may leave at
 * any time.
 *
 * <p>A holder of r units has r slots, which are numbers that no other holder has. Most holders have adjacent slots,
 * which the first slot determines. The slots of a <em>scattered</em> holder are listed behind the entries as rows of
 * adjacent numbers. Each row includes the holder's first slot, which identifies the holder.
 */
abstract class Entries {
    // Words: [0] length and checksum (see seal), then LIMITS, COUNTS, FENCE, VERSION. Then three words
    // per entry: the request; since, slot and flags; the fence. Then one word per row: owner, first slot, length.
    private static final int LIMITS = 1; // from the low end: 20 bits limit, 20 floor, 16 rows; bit 62: set on purpose
    private static final int COUNTS = 2; // from the low end: 13 bits staying, 13 leaving, 13 aside, 25 units held
    static final int FENCE = 3;
    private static final int VERSION = 4; // of the root that first named this page
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

    private static final int SINCE = 22; // 42 bits of milliseconds, until 2109
    private static final int SLOT = 2;
    private static final int SLOT_BITS = 20;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;
    private static final long SCATTERED = 1; // the slots are listed in rows
    private static final long MARKED = 2; // waiter or aside: is starting; waiting to leave: will stop first

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

    /** Returns the number of words of a page with room for this many entries. */
    public static int words(int entries) {
        return HEADER + ENTRY * entries + rowsMax(entries);
    }

    /** Returns how many words this many entries take if no holder is scattered. */
    static int wordsUsed(int entries) {
        return HEADER + ENTRY * entries;
    }

    private static int rowsMax(int entries) {
        return 2 * entries + 16;
    }

    /** Returns the maximum number of entries. */
    int room() {
        return entriesMax;
    }

    /** Returns the maximum number of units that may be held. */
    public int limit() {
        return (int) words[LIMITS] & RequestWord.UNITS_MAX;
    }

    /** Returns the floor: no holder may leave if fewer units than this would remain held. */
    public int floor() {
        return (int) (words[LIMITS] >>> FLOOR) & RequestWord.UNITS_MAX;
    }

    /** Returns whether these bounds were set on purpose, rather than by opening the ledger with them. */
    public boolean isSetOnPurpose() {
        return (words[LIMITS] & ON_PURPOSE) != 0;
    }

    /** Returns the number of units held. */
    public int held() {
        return (int) (words[COUNTS] >>> HELD);
    }

    /** Returns the number of units that count toward the floor, which are all units held except those aside. */
    public int serving() {
        int units = held();
        for (int entry = inside() - aside(); entry < inside(); entry++) {
            units -= RequestWord.units(who(entry));
        }
        return units;
    }

    /** Returns the number of holders that stay. */
    int staying() {
        return (int) words[COUNTS] & MASK;
    }

    /** Returns the number of holders that wait to leave. Their entries follow those of the holders that stay. */
    int leaving() {
        return (int) (words[COUNTS] >>> LEAVING) & MASK;
    }

    /** Returns the number of holders aside. Their entries are the last ones inside. */
    int aside() {
        return (int) (words[COUNTS] >>> ASIDE) & MASK;
    }

    /** Returns the number of holders. */
    public int inside() {
        return staying() + leaving() + aside();
    }

    /** Returns the number of entries. Holders come first, then waiters in the order of the line. */
    public int entries() {
        return (length - HEADER - rows()) / ENTRY;
    }

    /** Returns the request of an entry. */
    public long who(int entry) {
        return words[HEADER + ENTRY * entry];
    }

    private long about(int entry) {
        return words[HEADER + ENTRY * entry + 1];
    }

    private void about(int entry, long about) {
        words[HEADER + ENTRY * entry + 1] = about;
    }

    /** Returns the time of arrival as its owner has stated it, or 0 if the owner has not. */
    public long since(int entry) {
        return about(entry) >>> SINCE;
    }

    /** Returns the first slot of a holder. */
    public int slot(int entry) {
        return (int) (about(entry) >>> SLOT) & SLOT_MASK;
    }

    /** Returns the fence of a holder's grant, larger than that of every earlier grant. */
    public long fence(int entry) {
        return words[HEADER + ENTRY * entry + 2];
    }

    /** Returns the entry of a request, or -1 if there is none. */
    public int find(long who) {
        int end = HEADER + ENTRY * entries();
        for (int at = HEADER; at < end; at += ENTRY) {
            if (RequestWord.same(words[at], who)) {
                return (at - HEADER) / ENTRY;
            }
        }
        return -1;
    }

    /** Returns whether a holder is waiting to leave or to stop. */
    public boolean wantsOut(int entry) {
        return entry >= staying() && entry < staying() + leaving();
    }

    /** Returns whether a holder counts toward the limit but not the floor. */
    public boolean isAside(int entry) {
        return entry >= staying() + leaving() && entry < inside();
    }

    /** Returns whether a waiter or a holder aside is starting, so that it has not counted toward the floor yet. */
    public boolean isStarting(int entry) {
        return entry >= staying() + leaving() && isMarked(entry);
    }

    /** Returns whether a holder that is waiting to leave will stop first. */
    boolean stopsFirst(int entry) {
        return wantsOut(entry) && isMarked(entry);
    }

    private boolean isMarked(int entry) {
        return (about(entry) & MARKED) != 0;
    }

    private void mark(int entry, boolean marked) {
        about(entry, marked ? about(entry) | MARKED : about(entry) & ~MARKED);
    }

    /** Removes all entries and sets the bounds. */
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

    /** Appends a request to the line. A request that starts will be aside once admitted. */
    void append(long who, long since, boolean starts) {
        int at = HEADER + ENTRY * entries();
        System.arraycopy(words, at, words, at + ENTRY, rows());
        words[at] = who;
        words[at + 1] = (since << SINCE) | (starts ? MARKED : 0);
        words[at + 2] = 0;
        length += ENTRY;
    }

    /** Admits the first waiter, with free slots and a new fence. It goes behind the holders that stay, or aside. */
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

    /** Moves a holder aside to the holders that stay, so that it counts toward the floor from now on. */
    void moveFromAside(int entry) {
        mark(entry, false);
        rotate(entry, 0);
        words[COUNTS] += 1 - (1L << ASIDE);
    }

    /** Moves a holder that was waiting to leave to the holders that stay. */
    void moveToStaying(int entry) {
        mark(entry, false);
        rotate(entry, 0);
        words[COUNTS] += 1 - (1L << LEAVING);
    }

    /** Moves a holder behind those already waiting to leave. */
    void moveToLeaving(int entry, boolean stopsFirst) {
        mark(entry, stopsFirst);
        rotate(entry, staying() + leaving() - 1);
        words[COUNTS] += (1L << LEAVING) - 1;
    }

    /** Moves the first holder that is waiting to leave aside, where it stops. */
    void moveAside() {
        int entry = staying();
        mark(entry, false);
        rotate(entry, inside() - 1);
        words[COUNTS] += (1L << ASIDE) - (1L << LEAVING);
    }

    /** Makes a holder aside a stopping one, whether or not it was ready before. */
    void stopAside(int entry) {
        mark(entry, false);
    }

    /** Moves an entry to another position, and shifts the entries in between. */
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

    /** Returns one holder, as a summand of the count of its group. */
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

    /** Returns the slots of a holder, in ascending order. */
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

    /** Returns a map with the slots of all holders taken. */
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
     * Returns whether there are slots for the first waiter. If there are enough free units, there are enough free
     * numbers. But a holder may be scattered over more rows than a page has room for. It then waits until other holders
     * leave.
     */
    boolean hasSlotsForFirst() {
        int units = RequestWord.units(who(inside()));
        return units == 1
                || rows() + Math.min(units, inside() + rows() + 1) <= rowsMax
                || rows() + taken().rowsNeeded(units, limit()) <= rowsMax;
    }

    /** Gives the holder the smallest adjacent numbers that are free, or else the smallest free numbers. */
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

    /** Takes units away from a holder, along with its highest slots. */
    void take(int entry, int units) {
        if (isScattered(entry)) {
            takeRows(slot(entry), units);
        }
        who(entry, RequestWord.withUnits(who(entry), RequestWord.units(who(entry)) - units));
        words[COUNTS] -= (long) units << HELD;
    }

    /** Takes the highest slots from the rows of a holder. The rows are in ascending order. */
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

    // ------------------------------------------------------------------------------------------------ the value as a
    // whole

    /**
     * Exposes the entries, for one request per member, and adopts the values that the visitor returns. Times and the
     * fence, which always grows, are left out, because no move depends on them.
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

    /** Returns for each slot the entry that has it, counted from 1, or 0 if the slot is free. */
    private int[] owners() {
        int[] owners = new int[limit()];
        for (int entry = 0; entry < inside(); entry++) {
            for (int slot : slots(entry)) {
                owners[slot] = entry + 1;
            }
        }
        return owners;
    }

    /** Restores the slots that {@link #owners} has returned. */
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
                    words[length - 1]++; // extends the row by one
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

    /** Returns the first word of a stored ledger: its length, and a checksum of its words. */
    long seal() {
        return seal(words, length);
    }

    /**
     * Returns the length and the checksum. The checksum detects accidental damage but does not withstand an attacker.
     */
    static long seal(long[] words, int length) {
        long sum = length;
        for (int i = 1; i < length; i++) {
            sum = (Long.rotateLeft(sum, 23) ^ words[i]) * 0x9E3779B97F4A7C15L;
        }
        return ((sum ^ (sum >>> 29)) << LENGTH_BITS) | length;
    }

    /** Returns the length that a first word contains. */
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

    /** Returns the bounds, and whether they were set on purpose, as one number. */
    long bounds() {
        return words[LIMITS] & ~ROWS_MASK;
    }

    /** Adopts the contents of a short root, given a page that holds only the bounds. */
    void abridge(long root) {
        length = HEADER;
        rows(0);
        words[COUNTS] = 0;
        words[FENCE] = Root.fence(root, words[FENCE]);
        if (Root.isHeld(root)) {
            append(RequestWord.alone(Root.member(root), words[FENCE]), 0, false);
            words[FENCE]--; // admitting adds it again
            admitFirst();
        }
    }

    int length() {
        return length;
    }

    void length(int read) {
        length = read;
    }

    /** Returns why the words, which may have been damaged, are not a ledger, or an empty string if they are. */
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
