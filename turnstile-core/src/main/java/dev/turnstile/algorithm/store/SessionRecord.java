package dev.turnstile.algorithm.store;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The value by which a process shows that it is alive: {@code s/ID} in the store. Its owner replaces it again and again
 * with a larger count of beats; other processes watch whether it changes.
 *
 * @param status what has become of the session
 * @param whenSilent what becomes of its permits when it is silent
 * @param leaseMillis how long it may be silent, for every process that watches it
 * @param beats how many replaces led to this value
 * @param beatAt the wall clock of the owner's machine when it sent this value: a hint for people, never a decision
 * @param pid the owner's process id
 * @param host the owner's machine, or the name it was given
 * @param program the owner's program, without its arguments
 * @param incidents what went wrong for the owner, when it sent this value
 * @param ending who ended the session; present if it is revoked or dead, and only then
 */
public record SessionRecord(
        Status status,
        WhenSilent whenSilent,
        long leaseMillis,
        long beats,
        long beatAt,
        long pid,
        String host,
        String program,
        Incidents incidents,
        Optional<Ending> ending) {
    private static final int MARK = 0x54535331; // "TSS1"
    private static final String WHAT = "a session";
    private static final Status[] STATUSES = Status.values();
    private static final WhenSilent[] SILENCES = WhenSilent.values();
    private static final Cause[] CAUSES = Cause.values();
    private static final int NUMBERS = 4; // in the record itself
    private static final int COUNTS = 7;
    private static final int NOT_ENDED = -1;

    /** What has become of a session. The order is part of the stored format. */
    public enum Status {
        /** Its owner is alive, as far as anyone knows. */
        LIVE,
        /** An operator ends it by force: its owner sends no more beats, and it will be dead one lease later. */
        REVOKED,
        /** Its owner has ended it, with no permit open. Final. */
        ENDED,
        /** Another process has found it silent for longer than its lease. Final. */
        DEAD
    }

    /** Why another process has ended a session. The order is part of the stored format. */
    public enum Cause {
        /** It was silent for longer than its lease. */
        SILENCE,
        /** An operator wanted it. */
        FORCE
    }

    /**
     * Who has ended a session that its owner did not end.
     *
     * @param cause why
     * @param at the wall clock of that process's machine: a hint for people, never a decision
     * @param by the process
     */
    public record Ending(Cause cause, long at, Party by) {}

    /** Checks that the ending fits the status. */
    public SessionRecord {
        if (ending.isPresent() != (status == Status.REVOKED || status == Status.DEAD)) {
            throw new IllegalArgumentException(
                    "a session that is " + status + " must " + (ending.isPresent() ? "not " : "") + "name its ending");
        }
    }

    /** Creates the record of a living session, for which nothing has gone wrong yet. */
    public SessionRecord(WhenSilent whenSilent, long leaseMillis, long beats, long beatAt, Party owner) {
        this(
                Status.LIVE,
                whenSilent,
                leaseMillis,
                beats,
                beatAt,
                owner.pid(),
                owner.host(),
                owner.program(),
                Incidents.NONE,
                Optional.empty());
    }

    /** Returns the process that owns the session. */
    public Party owner() {
        return new Party(pid, host, program);
    }

    /** Returns true if nothing of this session is valid any more, so that its entries can be removed. */
    public boolean isOver() {
        return status == Status.ENDED || status == Status.DEAD;
    }

    /** Returns how long the owner has been silent by the given wall clock: a hint for people, never a decision. */
    public long silentMillis(long wallClock) {
        return Math.max(0, wallClock - beatAt);
    }

    /** Returns true if the owner has been silent for half a lease by the given wall clock: a hint for people. */
    public boolean isSilent(long wallClock) {
        return silentMillis(wallClock) > leaseMillis / 2;
    }

    /** Returns the last value of a session that its owner ends. */
    public SessionRecord ended() {
        return next(Status.ENDED, Optional.empty());
    }

    /** Returns the next value of a session that an operator ends by force. */
    public SessionRecord revoked(Ending how) {
        return next(Status.REVOKED, Optional.of(how));
    }

    /**
     * Returns the last value of a session that another process declares dead. If an operator has revoked it before,
     * that is how it ended.
     */
    public SessionRecord dead(Ending how) {
        return next(Status.DEAD, ending.or(() -> Optional.of(how)));
    }

    private SessionRecord next(Status next, Optional<Ending> how) {
        return new SessionRecord(next, whenSilent, leaseMillis, beats + 1, beatAt, pid, host, program, incidents, how);
    }

    /** Returns this record with the given count of beats, as its owner sends it. */
    SessionRecord beat(long count, long at) {
        return new SessionRecord(status, whenSilent, leaseMillis, count, at, pid, host, program, incidents, ending);
    }

    /** Returns this record with what went wrong so far. */
    public SessionRecord with(Incidents now) {
        return new SessionRecord(status, whenSilent, leaseMillis, beats, beatAt, pid, host, program, now, ending);
    }

    /** Returns the record encoded as bytes. */
    @SuppressWarnings("EnumOrdinal") // the order is part of the stored format
    public byte[] bytes() {
        Texts own = Texts.of(owner());
        Optional<Texts> its = ending.map(how -> Texts.of(how.by()));
        int length = 3
                + (NUMBERS + COUNTS) * Long.BYTES
                + own.length()
                + its.map(text -> 2 * Long.BYTES + text.length()).orElse(0);
        ByteBuffer to = Stored.begin(MARK, length);
        to.put((byte) status.ordinal()).put((byte) whenSilent.ordinal());
        to.putLong(leaseMillis).putLong(beats).putLong(beatAt).putLong(pid);
        own.put(to);
        to.putLong(incidents.conflicts()).putLong(incidents.unknowns());
        to.putLong(incidents.doubts()).putLong(incidents.lapses()).putLong(incidents.kills());
        to.putLong(incidents.strays()).putLong(incidents.losses());
        to.put((byte) (int) ending.map(how -> how.cause().ordinal()).orElse(NOT_ENDED));
        ending.ifPresent(how -> {
            to.putLong(how.at()).putLong(how.by().pid());
            its.orElseThrow().put(to);
        });
        return Stored.end(to);
    }

    /** The names of a process, encoded. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Texts(byte[] host, byte[] program) {
        static Texts of(Party party) {
            return new Texts(Stored.text(party.host()), Stored.text(party.program()));
        }

        int length() {
            return 2 * Short.BYTES + host.length + program.length;
        }

        void put(ByteBuffer to) {
            Stored.putText(to, host);
            Stored.putText(to, program);
        }
    }

    /**
     * Returns the record that {@link #bytes} has encoded.
     *
     * @throws dev.turnstile.algorithm.ledger.DamagedException if the bytes do not encode a record
     */
    public static SessionRecord of(byte[] bytes) {
        return Stored.read(
                bytes,
                MARK,
                WHAT,
                from -> new SessionRecord(
                        STATUSES[from.get()],
                        SILENCES[from.get()],
                        from.getLong(),
                        from.getLong(),
                        from.getLong(),
                        from.getLong(),
                        Stored.getText(from),
                        Stored.getText(from),
                        new Incidents(
                                from.getLong(),
                                from.getLong(),
                                from.getLong(),
                                from.getLong(),
                                from.getLong(),
                                from.getLong(),
                                from.getLong()),
                        ending(from)));
    }

    private static Optional<Ending> ending(ByteBuffer from) {
        int cause = from.get();
        return cause == NOT_ENDED
                ? Optional.empty()
                : Optional.of(new Ending(
                        CAUSES[cause],
                        from.getLong(),
                        new Party(from.getLong(), Stored.getText(from), Stored.getText(from))));
    }
}
