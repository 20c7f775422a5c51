package dev.turnstile.driver.mapped;

import dev.turnstile.Snapshot;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.driver.ledger.Bounds;
import dev.turnstile.driver.ledger.Membership;
import dev.turnstile.driver.mapped.os.Kernel;
import dev.turnstile.driver.mapped.os.Proc;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The processes that have a turnstile's file open. Each has a record in the file that identifies it.
 *
 * <p>A record is free, claimed or active. Its state word counts how often it was claimed, so that a process that saw a
 * member can later tell whether it is still the same one. A member is alive as long as it holds its byte of the file
 * ({@link Kernel.Witness}). It claims the record, then holds the byte, then becomes active. A process that finds a
 * record taken but its byte free may free the record. A member that was too slow to hold its byte notices that when it
 * tries to become active, and tries again.
 *
 * <p>The file has room for many records, most of which are never used. A record that was never used is not even read.
 * On an in-memory file system, reading a hole of a mapped file takes memory, and ends the JVM with a fault if none is
 * left. So the file counts the records that were ever used, and a process reserves the space of a new record before
 * counting it.
 *
 * <p>Process numbers, with start time and boot, are recorded too. They show which processes are alive where there are
 * no witnesses, and whether the child of a killed member is alive. A process number means nothing in another pid
 * namespace. There, a child counts as alive until a process in its own namespace has looked.
 */
final class MappedMembers implements Membership {
    private static final long FREE = 0;
    private static final long CLAIMED = 1;
    private static final long ACTIVE = 2;
    private static final long STATE_MASK = 3;

    private static final int STATE_AT = 0;
    private static final int PID_AT = 8;
    private static final int START_AT = 16;
    private static final int NAMESPACE_AT = 24;
    private static final int CHILD_AT = 32;
    private static final int CHILD_START_AT = 40;
    private static final int STOPS_AT = 48;
    private static final int WANTED_AT = 56;
    private static final int COMMAND_AT = 64;
    private static final int COMMAND_BYTES = 512;

    private final MappedFile file;
    private final MemorySegment memory;
    private final Kernel kernel;
    private final long namespace;
    private final String boot;
    private volatile int self = -1;

    MappedMembers(MappedFile file, Kernel kernel) {
        this.file = file;
        this.kernel = kernel;
        memory = file.memory();
        namespace = kernel.pidNamespace();
        boot = kernel.boot();
    }

    /**
     * Takes a record for this process, either a free one or that of a crashed member. This process must then clear what
     * that member has left in the ledger.
     *
     * @param stopsWhenAsked whether this process will leave when an operator asks it to
     * @throws TurnstileUnusableException if all records are taken
     */
    int join(String command, boolean stopsWhenAsked) throws IOException {
        for (int member = 0; member < capacity(); member++) {
            if (member >= count()) {
                reserve(member);
                countUpTo(member);
            }
            long seen = state(member);
            if ((!isTaken(member) || isDead(member)) && join(member, seen, command, stopsWhenAsked)) {
                self = member;
                return member;
            }
        }
        throw new TurnstileUnusableException(file.path() + " has room for " + capacity()
                + " processes, and all places are taken; create it with more participants(..)");
    }

    private boolean join(int member, long seen, String command, boolean stopsWhenAsked) throws IOException {
        reserve(member); // even if the record was used before, because the file may be a copy with holes
        long claimed = ((seen & ~STATE_MASK) + STATE_MASK + 1) | CLAIMED;
        if (!replaceState(member, seen, claimed) || !file.witness().hold(Geometry.witness(member), 1)) {
            return false; // a claimed record will be found dead and freed
        }
        introduce(member, command, stopsWhenAsked);
        if (replaceState(member, claimed, (claimed & ~STATE_MASK) | ACTIVE)) {
            return true;
        }
        file.witness().letGo(Geometry.witness(member), 1);
        return false;
    }

    /** Counts the record of this member as used from now on. */
    private void countUpTo(int member) {
        long counted = SegmentAccess.read(memory, Geometry.RECORDS);
        while (counted <= member && !SegmentAccess.replace(memory, Geometry.RECORDS, counted, member + 1L)) {
            counted = SegmentAccess.read(memory, Geometry.RECORDS);
        }
    }

    private void reserve(int member) throws IOException {
        Geometry geometry = file.geometry();
        file.witness().reserve(geometry.member(member), Geometry.MEMBER_BYTES);
        if (geometry.isLedger()) {
            file.witness().reserve(geometry.pages(member), geometry.pagesBytes());
        }
    }

    private void introduce(int member, String command, boolean stopsWhenAsked) {
        long pid = ProcessHandle.current().pid();
        write(member, PID_AT, pid);
        write(member, START_AT, kernel.startOf(pid));
        write(member, NAMESPACE_AT, namespace);
        write(member, CHILD_AT, 0);
        write(member, CHILD_START_AT, 0);
        write(member, WANTED_AT, 0);
        write(member, STOPS_AT, stopsWhenAsked ? 1 : 0);
        byte[] text = Arrays.copyOf(command.getBytes(StandardCharsets.UTF_8), COMMAND_BYTES);
        MemorySegment.copy(text, 0, memory, ValueLayout.JAVA_BYTE, at(member, COMMAND_AT), COMMAND_BYTES);
    }

    /**
     * Records a child of this process, which keeps what this process holds should this process be killed. 0 for none.
     *
     * @param wholeGroup whether every process of the group that the child leads keeps it
     */
    void child(long pid, boolean wholeGroup) {
        write(self, CHILD_AT, 0);
        write(self, CHILD_START_AT, pid == 0 ? 0 : kernel.startOf(pid));
        write(self, CHILD_AT, wholeGroup ? -pid : pid);
    }

    @Override
    public void setLimit() {
        SegmentAccess.write(memory, Geometry.SETTER, 0);
        MemorySegment.copy(memory, at(self, COMMAND_AT), memory, Geometry.SETTER + Long.BYTES, COMMAND_BYTES);
        SegmentAccess.write(memory, Geometry.SETTER, ProcessHandle.current().pid());
    }

    @Override
    public Optional<String> limitSetter() {
        long pid = SegmentAccess.read(memory, Geometry.SETTER);
        return pid == 0
                ? Optional.empty()
                : Optional.of("process " + pid + " (" + command(Geometry.SETTER + Long.BYTES) + ")");
    }

    @Override
    public void wants(Optional<Bounds> wanted) {
        write(self, WANTED_AT, wanted.map(MappedMembers::packed).orElse(0L));
    }

    @Override
    public Optional<Snapshot.Owner> wantsOtherwise(Bounds than) {
        for (int member = 0; member < count(); member++) {
            long wanted = isTaken(member) ? read(member, WANTED_AT) : 0;
            if (wanted != 0 && wanted != packed(than) && !isDead(member)) {
                return Optional.of(owner(member));
            }
        }
        return Optional.empty();
    }

    private static long packed(Bounds bounds) {
        return (long) bounds.floor() << 32 | bounds.limit();
    }

    /** Returns how many records have ever been used. All members are among them. */
    int count() {
        return Math.clamp(SegmentAccess.read(memory, Geometry.RECORDS), 0, capacity());
    }

    private int capacity() {
        return file.geometry().members();
    }

    int self() {
        return self;
    }

    @Override
    public long state(int member) {
        return SegmentAccess.read(memory, at(member, STATE_AT));
    }

    boolean isTaken(int member) {
        return (state(member) & STATE_MASK) != FREE;
    }

    @Override
    public void free(int member, long seen) {
        replaceState(member, seen, (seen & ~STATE_MASK) | FREE);
    }

    /** Returns whether the member will leave when an operator asks it to. */
    boolean stopsWhenAsked(int member) {
        return read(member, STOPS_AT) != 0;
    }

    @Override
    public boolean isDead(int member) {
        return member != self && isTaken(member) && life(member) == Snapshot.Life.DEAD;
    }

    Snapshot.Life life(int member) {
        if (member == self || isAlive(member)) {
            return Snapshot.Life.ALIVE;
        }
        return childLives(member) ? Snapshot.Life.ORPHANED_CHILD : Snapshot.Life.DEAD;
    }

    private boolean isAlive(int member) {
        if (file.witness().tells()) {
            return file.witness().isHeld(Geometry.witness(member), 1);
        }
        long start = kernel.startOf(read(member, PID_AT));
        return start != 0 && start == read(member, START_AT);
    }

    private boolean childLives(int member) {
        long child = read(member, CHILD_AT);
        if (child == 0
                || (state(member) & STATE_MASK) != ACTIVE
                || !file.header().boot().equals(boot)) {
            return false;
        }
        if (!isNearby(member)) {
            return true; // it can't be determined from here
        }
        long start = kernel.startOf(Math.abs(child));
        if (start == Kernel.UNKNOWN || (start != 0 && start == read(member, CHILD_START_AT))) {
            return true;
        }
        return start == 0 && child < 0 && !Proc.group(-child).isEmpty();
    }

    /** Returns the processes that keep the places of a killed member. */
    List<Long> children(int member) {
        long child = read(member, CHILD_AT);
        return child < 0 ? Proc.group(-child) : List.of(child);
    }

    /** Returns whether a signal has stopped the member or its child. Returns false if that can't be determined. */
    private boolean isStopped(int member) {
        return isNearby(member)
                && (kernel.isStopped(read(member, PID_AT), read(member, START_AT))
                        || kernel.isStopped(Math.abs(read(member, CHILD_AT)), read(member, CHILD_START_AT)));
    }

    /** Returns the other live members, including killed ones whose child is alive. */
    List<Snapshot.Owner> living() {
        return IntStream.range(0, count())
                .filter(member -> member != self && isTaken(member) && life(member) != Snapshot.Life.DEAD)
                .mapToObj(this::owner)
                .toList();
    }

    /** Returns the number of records of crashed members. */
    long dead() {
        return IntStream.range(0, count()).filter(this::isDead).count();
    }

    /** Returns whether the member's process numbers are valid in this pid namespace. */
    boolean isNearby(int member) {
        return read(member, NAMESPACE_AT) == namespace;
    }

    @Override
    public Snapshot.Owner owner(int member) {
        long child = read(member, CHILD_AT);
        return new Snapshot.Owner(
                read(member, PID_AT),
                command(at(member, COMMAND_AT)),
                life(member),
                child == 0 ? OptionalLong.empty() : OptionalLong.of(Math.abs(child)),
                isStopped(member),
                Optional.empty());
    }

    private String command(long at) {
        byte[] text = new byte[COMMAND_BYTES];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, text, 0, COMMAND_BYTES);
        int length = 0;
        while (length < text.length && text[length] != 0) {
            length++;
        }
        return new String(text, 0, length, StandardCharsets.UTF_8);
    }

    private long at(int member, int field) {
        return file.geometry().member(member) + field;
    }

    private long read(int member, int field) {
        return SegmentAccess.read(memory, at(member, field));
    }

    private void write(int member, int field, long value) {
        SegmentAccess.write(memory, at(member, field), value);
    }

    private boolean replaceState(int member, long seen, long next) {
        return SegmentAccess.replace(memory, at(member, STATE_AT), seen, next);
    }
}
