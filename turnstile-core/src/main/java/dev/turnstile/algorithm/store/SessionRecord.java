package dev.turnstile.algorithm.store;

import java.nio.ByteBuffer;

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
 */
public record SessionRecord(
        Status status,
        WhenSilent whenSilent,
        long leaseMillis,
        long beats,
        long beatAt,
        long pid,
        String host,
        String program) {
    private static final int MARK = 0x54535331; // "TSS1"
    private static final String WHAT = "a session";
    private static final Status[] STATUSES = Status.values();
    private static final WhenSilent[] SILENCES = WhenSilent.values();

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

    /** Returns true if nothing of this session is valid any more, so that its entries can be removed. */
    public boolean isOver() {
        return status == Status.ENDED || status == Status.DEAD;
    }

    /** Returns this record with another status, as the next value. */
    public SessionRecord with(Status next) {
        return new SessionRecord(next, whenSilent, leaseMillis, beats + 1, beatAt, pid, host, program);
    }

    /** Returns this record with the given count of beats, as its owner sends it. */
    SessionRecord beat(long count, long at) {
        return new SessionRecord(status, whenSilent, leaseMillis, count, at, pid, host, program);
    }

    /** Returns the record encoded as bytes. */
    @SuppressWarnings("EnumOrdinal") // the order is part of the stored format
    public byte[] bytes() {
        byte[] hostText = Stored.text(host);
        byte[] programText = Stored.text(program);
        ByteBuffer to = Stored.begin(MARK, 2 + 4 * Long.BYTES + 2 * Short.BYTES + hostText.length + programText.length);
        to.put((byte) status.ordinal()).put((byte) whenSilent.ordinal());
        to.putLong(leaseMillis).putLong(beats).putLong(beatAt).putLong(pid);
        Stored.putText(to, hostText);
        Stored.putText(to, programText);
        return Stored.end(to);
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
                        Stored.getText(from)));
    }
}
