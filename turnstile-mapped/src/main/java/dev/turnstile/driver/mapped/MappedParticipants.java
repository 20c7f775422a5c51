package dev.turnstile.driver.mapped;

import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The participants of an algorithm: which member takes part as which process, and which participant has which slot. To
 * the algorithm, a participant that crashed stays what it was, forever. Its record is marked, and its number is never
 * reused.
 */
final class MappedParticipants {
    private static final long FREE = 0;
    private static final long TRYING = 1;
    private static final long INSIDE = 2;
    private static final long DEAD = 3;
    private static final long PASSING = 4; // has given up, but must still pass on its place in line
    private static final long ARRIVING = 5; // on its way to its place in line
    private static final long STATE_MASK = 7;
    private static final int MEMBER_SHIFT = 3;
    private static final int SINCE_AT = 8;
    private static final long OWNER_MASK = 0xFFFF;
    private static final int FENCE_SHIFT = 16;

    private final MemorySegment memory;
    private final Geometry geometry;
    private final MappedMembers members;

    MappedParticipants(MappedFile file, MappedMembers members) {
        memory = file.memory();
        geometry = file.geometry();
        this.members = members;
    }

    private long word(int participant) {
        return SegmentAccess.read(memory, geometry.participant(participant));
    }

    private boolean replace(int participant, long seen, long next) {
        return SegmentAccess.replace(memory, geometry.participant(participant), seen, next);
    }

    private static long state(long word) {
        return word & STATE_MASK;
    }

    private static int member(long word) {
        return (int) (word >>> MEMBER_SHIFT);
    }

    /** Takes part on behalf of this process, without a place in line yet. */
    OptionalInt take() {
        long mine = ((long) members.self() << MEMBER_SHIFT) | ARRIVING;
        for (int i = 0; i < geometry.entries(); i++) {
            if (word(i) == FREE && replace(i, FREE, mine)) {
                SegmentAccess.write(memory, geometry.participant(i) + SINCE_AT, System.currentTimeMillis());
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    /** Records that the participant has its place in line. */
    void waits(int participant) {
        become(participant, TRYING);
    }

    void inside(int participant) {
        become(participant, INSIDE);
    }

    /** Records that the participant no longer waits, but must still pass on its place in line. */
    void passing(int participant) {
        become(participant, PASSING);
    }

    private void become(int participant, long state) {
        long mine = word(participant);
        replace(participant, mine, (mine & ~STATE_MASK) | state);
    }

    void returnParticipant(int participant) {
        replace(participant, word(participant), FREE);
    }

    /** Marks the participants of crashed members. */
    void bury() {
        for (int i = 0; i < geometry.entries(); i++) {
            long seen = word(i);
            if (isTaken(seen) && members.isDead(member(seen))) {
                replace(i, seen, DEAD);
            }
        }
    }

    /** Marks the participants of the previous member whose record this process has taken over. */
    void buryOwn() {
        for (int i = 0; i < geometry.entries(); i++) {
            long seen = word(i);
            if (isTaken(seen) && member(seen) == members.self()) {
                replace(i, seen, DEAD);
            }
        }
    }

    private static boolean isTaken(long word) {
        return state(word) != FREE && state(word) != DEAD;
    }

    /** Returns how many participants have crashed. */
    int dead() {
        return (int) all().filter(i -> state(word(i)) == DEAD).count();
    }

    /** Returns whether the participant's process has crashed and the participant is not marked yet. */
    boolean isLeft(int participant) {
        long seen = word(participant);
        return isTaken(seen) && members.isDead(member(seen));
    }

    IntStream inside() {
        return all().filter(i -> state(word(i)) == INSIDE);
    }

    IntStream trying() {
        return all().filter(i -> state(word(i)) == TRYING);
    }

    private IntStream all() {
        return IntStream.range(0, geometry.entries());
    }

    int memberOf(int participant) {
        return member(word(participant));
    }

    long since(int participant) {
        return SegmentAccess.read(memory, geometry.participant(participant) + SINCE_AT);
    }

    /** A slot for a participant that is inside, and how often it has been taken. */
    record Slot(int number, long fence) {}

    /** Takes the smallest free slot. Slots of crashed participants stay taken. */
    Slot takeSlot(int participant) {
        while (true) {
            for (int slot = 0; slot < geometry.places(); slot++) {
                long seen = SegmentAccess.read(memory, geometry.slot(slot));
                long next = (((seen >>> FENCE_SHIFT) + 1) << FENCE_SHIFT) | (participant + 1);
                if ((seen & OWNER_MASK) == 0 && SegmentAccess.replace(memory, geometry.slot(slot), seen, next)) {
                    return new Slot(slot, next >>> FENCE_SHIFT);
                }
            }
            Thread.onSpinWait(); // a leaving participant frees its slot before its place, so one is free soon
        }
    }

    void giveSlotBack(Slot slot) {
        SegmentAccess.write(memory, geometry.slot(slot.number()), slot.fence() << FENCE_SHIFT);
    }

    OptionalInt slotOf(int participant) {
        return IntStream.range(0, geometry.places())
                .filter(slot -> (SegmentAccess.read(memory, geometry.slot(slot)) & OWNER_MASK) == participant + 1)
                .findFirst();
    }

    long fence(int slot) {
        return SegmentAccess.read(memory, geometry.slot(slot)) >>> FENCE_SHIFT;
    }
}
