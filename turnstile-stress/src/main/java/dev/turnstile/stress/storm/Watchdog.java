package dev.turnstile.stress.storm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * The watchdog: a separate mapped file in which each participant records that it is inside.
 *
 * <p>One word records the lanes that are inside (a lane is a thread of a participant). It has three bits per lane: two
 * for its units, and one that marks it as doomed. It is changed atomically. A lane writes its units right after it gets
 * its permit, and erases them right before it gives the permit back. The same access shows which other lanes are
 * inside. So one unit too many is always noticed, and units that were not inside together are never added up.
 *
 * <p>The conductor marks a lane as doomed before it sends the kill. From then on its units do not count, because its
 * place may be handed on as soon as the operating system has released its locks. They are erased when its death is
 * confirmed.
 */
final class Watchdog {
    /** How many threads of all participants together can take part. */
    static final int LANES = 21;

    /** The most units, and the largest limit. */
    static final int UNITS_MAX = 3;

    private static final int BITS = 3;
    private static final long DOOMED = 4;

    private static final long INSIDE_AT = 0;
    private static final long END_AT = 64;
    private static final long VIOLATION_AT = 128;
    private static final long TEXT_AT = 192;
    private static final int TEXT_BYTES = 1024;
    private static final long FENCES_AT = 2048;
    private static final long LANES_AT = 4096;
    private static final long LINE = 64;
    private static final long BYTES = 8192;

    private static final int ENTRIES = 0;
    private static final int GIVE_UPS = 8;
    private static final int ENTERED = 16;
    private static final int WAITS = 24;

    private static final int REPORTING = 1;
    private static final int REPORTED = 2;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment memory;
    private final int limit;

    private Watchdog(MemorySegment memory, int limit) {
        this.memory = memory;
        this.limit = limit;
    }

    /** Opens the file, or creates it. */
    static Watchdog open(Path file, int limit) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Watchdog(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto()), limit);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    // ------------------------------------------------------------------------------------------------ for participants

    /** Records that the lane is inside with this many units. To be called right after it gets its permit. */
    void enter(int lane, int units) {
        long before = (long) LONG.getAndBitwiseOr(memory, INSIDE_AT, (long) units << (BITS * lane));
        if (units(before, lane) != 0) {
            report("lane " + lane + " is inside twice");
        }
        int others = living(before);
        if (others + units > limit) {
            report("lane " + lane + " entered with " + units + " units, and " + others
                    + " were inside, with a limit of " + limit + ": " + shown(before));
        }
        add(lane, ENTRIES);
        write(lane, ENTERED, System.nanoTime());
        write(lane, WAITS, 0);
    }

    /**
     * Records the slot and fence of a lane that is inside. For each slot, every fence must be larger than the previous
     * one.
     */
    void show(int lane, int slot, long fence) {
        long last = raise(FENCES_AT + LINE * slot, fence);
        if (last >= fence) {
            report("lane " + lane + " entered slot " + slot + " with fence " + fence + " after fence " + last);
        }
    }

    /** Records that the lane is no longer inside. To be called right before it gives its permit back. */
    void leave(int lane) {
        var _ = (long) LONG.getAndBitwiseAnd(memory, INSIDE_AT, ~((long) UNITS_MAX << (BITS * lane)));
    }

    /** Records that the lane requests a permit. */
    void ask(int lane) {
        write(lane, WAITS, 1);
    }

    /** Records that the lane got no permit. */
    void giveUp(int lane) {
        write(lane, WAITS, 0);
        add(lane, GIVE_UPS);
    }

    boolean isOver() {
        return (long) LONG.getVolatile(memory, END_AT) != 0;
    }

    private long raise(long at, long fence) {
        while (true) {
            long last = (long) LONG.getVolatile(memory, at);
            if (last >= fence || LONG.compareAndSet(memory, at, last, fence)) {
                return last;
            }
        }
    }

    // ------------------------------------------------------------------------------------------- for the conductor

    /** Makes all participants finish. */
    void end() {
        LONG.setVolatile(memory, END_AT, 1L);
    }

    /** Marks a lane to which a kill is about to be sent: from now on it may be dead. Returns true if it was inside. */
    boolean doom(int lane) {
        return units((long) LONG.getAndBitwiseOr(memory, INSIDE_AT, DOOMED << (BITS * lane)), lane) > 0;
    }

    /** Erases everything about a dead lane. To be called when its death is certain, and before it is used again. */
    void bury(int lane) {
        var _ = (long) LONG.getAndBitwiseAnd(memory, INSIDE_AT, ~((UNITS_MAX | DOOMED) << (BITS * lane)));
        write(lane, ENTRIES, 0);
        write(lane, GIVE_UPS, 0);
        write(lane, ENTERED, 0);
        write(lane, WAITS, 0);
    }

    /** Reports a violation if too many units are inside now. */
    void check() {
        long inside = (long) LONG.getVolatile(memory, INSIDE_AT);
        if (living(inside) > limit) {
            report(living(inside) + " units are inside, with a limit of " + limit + ": " + shown(inside));
        }
    }

    boolean isInside(int lane) {
        return units((long) LONG.getVolatile(memory, INSIDE_AT), lane) > 0;
    }

    boolean isWaiting(int lane) {
        return read(lane, WAITS) != 0;
    }

    long entries(int lane) {
        return read(lane, ENTRIES);
    }

    long giveUps(int lane) {
        return read(lane, GIVE_UPS);
    }

    /**
     * Returns when the lane last entered, in terms of {@link System#nanoTime()}, which is the same for all processes of
     * a machine. Returns 0 if it never has.
     */
    long entered(int lane) {
        return read(lane, ENTERED);
    }

    // ------------------------------------------------------------------------------------------------ for all

    /** Reports a violation. Only the first report counts. */
    void report(String violation) {
        if (LONG.compareAndSet(memory, VIOLATION_AT, 0L, (long) REPORTING)) {
            byte[] text = Arrays.copyOf(violation.getBytes(StandardCharsets.UTF_8), TEXT_BYTES);
            MemorySegment.copy(text, 0, memory, ValueLayout.JAVA_BYTE, TEXT_AT, TEXT_BYTES);
            LONG.setVolatile(memory, VIOLATION_AT, (long) REPORTED);
        }
    }

    /** Returns the violation, if there is one. */
    Optional<String> violation() {
        long state = (long) LONG.getVolatile(memory, VIOLATION_AT);
        if (state == 0) {
            return Optional.empty();
        }
        byte[] text = memory.asSlice(TEXT_AT, TEXT_BYTES).toArray(ValueLayout.JAVA_BYTE);
        String reported = new String(text, StandardCharsets.UTF_8).replace("\0", "");
        return Optional.of(
                state == REPORTED
                        ? reported
                        : "a violation was found, but the process that found it was killed: " + reported);
    }

    private static int units(long inside, int lane) {
        return (int) (inside >>> (BITS * lane)) & UNITS_MAX;
    }

    private static boolean isDoomed(long inside, int lane) {
        return ((inside >>> (BITS * lane)) & DOOMED) != 0;
    }

    /** Returns how many units are held by lanes that are certainly alive. */
    private static int living(long inside) {
        int units = 0;
        for (int lane = 0; lane < LANES; lane++) {
            units += isDoomed(inside, lane) ? 0 : units(inside, lane);
        }
        return units;
    }

    private static String shown(long inside) {
        StringBuilder text = new StringBuilder();
        for (int lane = 0; lane < LANES; lane++) {
            if (units(inside, lane) > 0) {
                text.append(" lane ").append(lane).append(" has ").append(units(inside, lane));
                text.append(isDoomed(inside, lane) ? " (doomed)" : "");
            }
        }
        return text.toString().strip();
    }

    private long read(int lane, int field) {
        return (long) LONG.getVolatile(memory, LANES_AT + LINE * lane + field);
    }

    private void write(int lane, int field, long value) {
        LONG.setVolatile(memory, LANES_AT + LINE * lane + field, value);
    }

    private void add(int lane, int field) {
        write(lane, field, read(lane, field) + 1); // no other thread writes it
    }
}
