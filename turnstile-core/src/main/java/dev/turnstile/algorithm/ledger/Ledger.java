package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Fields;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

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
 * <p>Words. The value is an array of words: the bounds, the counts, the entries in order of precedence, and the slots
 * of the holders. Entries form four groups, in this order: holders that stay, holders that wait to leave, holders
 * aside, and waiters.
 *
 * <p>Slots. A holder of r units has r slots, which are numbers that no other holder has. Most holders have adjacent
 * slots, which the first slot determines. The slots of a <em>scattered</em> holder are listed behind the entries as
 * rows of adjacent numbers. Each row includes the holder's first slot, which identifies the holder.
 *
 * <p>Not thread-safe. A {@link LedgerWriter} reads the ledger from its storage and commits it.
 */
public final class Ledger {
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
    private final long[] changed; // requests whose outcome was changed by another request's move
    private int changes;

    /** Creates an empty ledger with a limit of 1, and room for the given number of entries. */
    public Ledger(int entriesMax) {
        this.entriesMax = entriesMax;
        rowsMax = rowsMax(entriesMax);
        words = new long[words(entriesMax)];
        map = new SlotMap(entriesMax + rowsMax);
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
    public int changes() {
        return changes;
    }

    /** Returns one of the requests that the last move has admitted, let out or removed. */
    public long changed(int index) {
        return changed[index];
    }

    // ------------------------------------------------------------------------------------------------ moves

    /**
     * Makes a move. Nothing happens if the ledger does not allow it.
     *
     * @throws LedgerFullException if there is no room for another entry
     */
    public Outcome make(LedgerMove move) {
        long who = move.who();
        return switch (move.kind()) {
            case ENTER -> enter(who, move.since(), false, true);
            case ENTER_ASIDE -> enter(who, move.since(), true, true);
            case ATTEMPT -> enter(who, move.since(), false, false);
            case ATTEMPT_ASIDE -> enter(who, move.since(), true, false);
            case LEAVE -> leave(who, true);
            case TRY_LEAVE -> leave(who, false);
            case STOP -> stop(who);
            case READY -> ready(who);
            case STAY -> stay(who);
            case ABANDON -> abandon(who);
            case GIVE_UP -> giveUp(who);
            case SHRINK -> shrink(who, move.units());
        };
    }

    /** Resets the ledger to an empty one with these bounds. */
    public void open(int floor, int limit) {
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
    public boolean bury(int member) {
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

    /**
     * Moves the holders of a silent member aside, so that they count toward the limit but not the floor until their
     * owner makes each of them {@link #ready} again. A holder that waits to leave may leave at any time from then on.
     */
    public boolean doubt(int member) {
        changes = 0;
        boolean doubted = false;
        for (int entry = staying() + leaving() - 1; entry >= 0; entry--) {
            if (RequestWord.member(who(entry)) == member) {
                boolean stays = entry < staying();
                words[COUNTS] += (1L << ASIDE) - (stays ? 1 : 1L << LEAVING);
                rotate(entry, inside() - 1);
                mark(inside() - 1, stays);
                doubted = true;
            }
        }
        if (doubted) {
            settle(); // the next in line may be waiting for an exchange
        }
        return doubted;
    }

    /** Makes every later fence larger than all fences that a lost part of the history may have given out. */
    public void skipFences(long count) {
        changes = 0;
        words[FENCE] += count;
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
    public void setBounds(int floor, int limit, boolean onPurpose) {
        changes = 0;
        writeBounds(floor, limit, onPurpose);
        for (int entry = entries() - 1; entry >= inside(); entry--) {
            if (RequestWord.units(who(entry)) > limit) {
                change(who(entry));
                remove(entry);
            }
        }
        settle();
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

    // ------------------------------------------------------------------------------------------------ words

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
        return limit(words);
    }

    /** Returns the limit of a ledger that {@link #image} has returned. */
    public static int limit(long[] image) {
        return (int) image[LIMITS] & RequestWord.UNITS_MAX;
    }

    /** Returns the floor: no holder may leave if fewer units than this would remain held. */
    public int floor() {
        return floor(words);
    }

    /** Returns the floor of a ledger that {@link #image} has returned. */
    public static int floor(long[] image) {
        return (int) (image[LIMITS] >>> FLOOR) & RequestWord.UNITS_MAX;
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
        writeBounds(floor, limit, false);
    }

    private void writeBounds(int floor, int limit, boolean onPurpose) {
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

    /** Returns the whole value as words, with a checksum. */
    public long[] image() {
        words[0] = seal();
        return Arrays.copyOf(words, length);
    }

    /**
     * Adopts a value that {@link #image} has returned.
     *
     * @throws DamagedException if the words are not such a value, or there is no room for it
     */
    public void load(long[] image) {
        if (image.length < HEADER || image.length > words.length || image[0] != seal(image, image.length)) {
            throw new DamagedException("a ledger of " + image.length + " words whose checksum is wrong");
        }
        System.arraycopy(image, 0, words, 0, image.length);
        length = image.length;
        changes = 0;
        String flaw = flaw();
        if (!flaw.isEmpty()) {
            throw new DamagedException("a ledger with " + flaw);
        }
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
    long packedBounds() {
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
