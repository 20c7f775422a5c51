package dev.turnstile.algorithm.store;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.RequestWord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A turnstile as a store keeps it: {@code t/NAME}. It consists of the {@link Ledger}, and the roster, which says which
 * session is which member of the ledger and which batch of that session was applied last.
 *
 * <p>Immutable. To change it, make a {@link Draft}.
 *
 * @param commits how many replaces led to this value
 * @param whenSilent what becomes of silent holders; the same for all sessions in the roster
 * @param removed whether an operator has removed it, so that the next process to open it sets the bounds anew
 * @param setter the process that has set the limit on purpose, or an empty text
 * @param roster the sessions that use the turnstile
 * @param words the ledger: see {@link Ledger#image}; do not change them
 */
@SuppressWarnings("ArrayRecordComponent") // values are compared by their version
public record StoredLedger(
        long commits, WhenSilent whenSilent, boolean removed, String setter, List<Row> roster, long[] words) {
    /** The largest number of holders and waiters together, and of sessions. */
    public static final int ENTRIES_MAX = RequestWord.MEMBERS_MAX;

    /** The newest format, which this version reads and writes. */
    public static final int FORMAT = Stored.FORMAT;

    private static final int MARK = 0x54535431; // "TST1"
    private static final String WHAT = "a turnstile";
    private static final byte LEDGER = 1; // the kind of turnstile; others follow an algorithm in epochs
    private static final int ROW_BYTES = Short.BYTES + 4 * Long.BYTES;
    private static final WhenSilent[] SILENCES = WhenSilent.values();

    /**
     * A session that uses the turnstile.
     *
     * @param member its number in the ledger
     * @param session its id
     * @param batch the number of its last batch that was applied
     * @param wants the limit with which it has the turnstile open, and the floor in the upper half; 0 if any
     */
    public record Row(int member, SessionId session, long batch, long wants) {
        /** Returns the bounds as one number. */
        public static long bounds(int floor, int limit) {
            return (long) floor << Integer.SIZE | limit;
        }
    }

    /** Copies the roster. */
    public StoredLedger {
        roster = List.copyOf(roster);
    }

    /** Returns an empty turnstile with these bounds, before its first commit. */
    public static StoredLedger empty(int floor, int limit, WhenSilent whenSilent) {
        Ledger ledger = new Ledger(1);
        ledger.open(floor, limit);
        return new StoredLedger(0, whenSilent, false, "", List.of(), ledger.image());
    }

    /** Returns the largest number of units that may be held. */
    public int limit() {
        return Ledger.limit(words);
    }

    /** Returns the floor of a window; 0 if it is none. */
    public int floor() {
        return Ledger.floor(words);
    }

    /** Returns the row of a session, if it uses the turnstile. */
    public Optional<Row> row(SessionId session) {
        return roster.stream().filter(row -> row.session().equals(session)).findFirst();
    }

    /** Returns the row of a member, if there is one. */
    public Optional<Row> row(int member) {
        return roster.stream().filter(row -> row.member() == member).findFirst();
    }

    /** Returns the value encoded as bytes. */
    @SuppressWarnings("EnumOrdinal") // the order is part of the stored format
    public byte[] bytes() {
        byte[] setterText = Stored.text(setter);
        ByteBuffer to = Stored.begin(
                MARK,
                3
                        + Long.BYTES
                        + 3 * Short.BYTES
                        + setterText.length
                        + ROW_BYTES * roster.size()
                        + Long.BYTES * words.length);
        to.put(LEDGER)
                .put((byte) whenSilent.ordinal())
                .put((byte) (removed ? 1 : 0))
                .putLong(commits);
        Stored.putText(to, setterText);
        to.putShort((short) roster.size());
        for (Row row : roster) {
            to.putShort((short) row.member());
            to.putLong(row.session().high()).putLong(row.session().low());
            to.putLong(row.batch()).putLong(row.wants());
        }
        for (long word : words) {
            to.putLong(word);
        }
        return Stored.end(to);
    }

    /**
     * Returns the value that {@link #bytes} has encoded.
     *
     * @throws dev.turnstile.algorithm.ledger.DamagedException if the bytes do not encode a turnstile of this kind
     */
    public static StoredLedger of(byte[] bytes) {
        return Stored.read(bytes, MARK, WHAT, StoredLedger::read);
    }

    private static StoredLedger read(ByteBuffer from) {
        if (from.get() != LEDGER) {
            throw new IllegalArgumentException("another kind");
        }
        WhenSilent silence = SILENCES[from.get()];
        boolean removed = from.get() != 0;
        long commits = from.getLong();
        String setter = Stored.getText(from);
        List<Row> roster = new ArrayList<>();
        for (int rows = from.getShort(); rows > 0; rows--) {
            roster.add(new Row(
                    from.getShort(), new SessionId(from.getLong(), from.getLong()), from.getLong(), from.getLong()));
        }
        long[] words = new long[from.remaining() / Long.BYTES];
        from.asLongBuffer().get(words);
        from.position(from.position() + words.length * Long.BYTES);
        return new StoredLedger(commits, silence, removed, setter, roster, words);
    }

    /** A copy to change. The ledger that it is given serves one draft at a time. */
    public static final class Draft {
        private final StoredLedger base;
        private final Ledger ledger;
        private final List<Row> roster;
        private String setter;
        private WhenSilent whenSilent;
        private boolean removed;
        private long skipped;

        /** Begins with this value. */
        public Draft(StoredLedger base, Ledger ledger) {
            this.base = base;
            this.ledger = ledger;
            roster = new ArrayList<>(base.roster);
            setter = base.setter;
            whenSilent = base.whenSilent;
            removed = base.removed;
            ledger.load(base.words);
        }

        /** Returns the ledger to change. */
        public Ledger ledger() {
            return ledger;
        }

        /** Returns the sessions that use the turnstile. */
        public List<Row> roster() {
            return List.copyOf(roster);
        }

        /** Returns what becomes of silent holders. */
        public WhenSilent whenSilent() {
            return whenSilent;
        }

        /** Returns true if an operator has removed the turnstile. */
        public boolean isRemoved() {
            return removed;
        }

        /** Removes a turnstile that is not in use. Its fences go on when it is opened again. */
        public void remove() {
            removed = true;
            setter = "";
            roster.clear();
            ledger.setBounds(0, 1, false);
        }

        /** Opens a turnstile that was removed, with these settings. */
        public void reopen(int floor, int limit, WhenSilent silence) {
            removed = false;
            whenSilent = silence;
            ledger.setBounds(floor, limit, false);
        }

        /** Returns the process that has set the limit on purpose, or an empty text. */
        public String setter() {
            return setter;
        }

        /** Records the process that has set the limit on purpose. */
        public void setter(String process) {
            setter = process;
        }

        /**
         * Gives the session a row, with a number that is not in use, or changes what it wants. A session that was here
         * before counts its batches on from the count of commits, which is larger than the number of any batch that it
         * made or posted then.
         */
        public Row join(SessionId session, long wants) {
            Optional<Row> known =
                    roster.stream().filter(row -> row.session().equals(session)).findFirst();
            int member = known.map(Row::member).orElseGet(this::freeNumber);
            Row row = new Row(member, session, known.map(Row::batch).orElse(base.commits + 1), wants);
            known.ifPresent(roster::remove);
            roster.add(row);
            return row;
        }

        private int freeNumber() {
            return IntStream.range(0, ENTRIES_MAX)
                    .filter(number -> roster.stream().noneMatch(row -> row.member() == number))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "all " + ENTRIES_MAX + " places for processes are taken; close some turnstiles"));
        }

        /** Removes a session that is over, with its entries. */
        public boolean bury(SessionId session) {
            return roster.removeIf(row -> {
                boolean found = row.session().equals(session);
                if (found) {
                    ledger.bury(row.member());
                }
                return found;
            });
        }

        /** Removes a session that has no entries. Returns false if it has some, or is not in the roster. */
        public boolean leave(SessionId session) {
            return roster.removeIf(row -> row.session().equals(session)
                    && IntStream.range(0, ledger.entries())
                            .noneMatch(entry -> RequestWord.member(ledger.who(entry)) == row.member()));
        }

        /** Records that a batch of this session is applied. Returns false if it was applied before. */
        public boolean take(SessionId session, long batch) {
            for (int i = 0; i < roster.size(); i++) {
                Row row = roster.get(i);
                if (row.session().equals(session)) {
                    if (row.batch() >= batch) {
                        return false;
                    }
                    roster.set(i, new Row(row.member(), session, batch, row.wants()));
                    return true;
                }
            }
            return false;
        }

        /** Leaves out this many fences and commits, which a lost part of the history may have used. */
        public void skip(long count) {
            ledger.skipFences(count);
            skipped += count;
        }

        /** Returns the next value. */
        public StoredLedger next() {
            return new StoredLedger(base.commits + 1 + skipped, whenSilent, removed, setter, roster, ledger.image());
        }
    }
}
