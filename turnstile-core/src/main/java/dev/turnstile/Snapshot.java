package dev.turnstile;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a turnstile looked like at one moment.
 *
 * <pre>{@code
 * Snapshot now = gate.snapshot();
 * System.out.println(now.held() + " of " + now.limit() + " held, " + now.waiters().size() + " waiting");
 * }</pre>
 *
 * @param name the turnstile's name
 * @param algorithm the algorithm's name
 * @param floor nobody leaves if fewer units than this would be inside; 0 where there is no window
 * @param limit how many units may be inside
 * @param effectiveLimit how many units can be inside now: fewer than the limit where the dead keep places for good
 * @param held how many units are inside; more than the limit while a lowered limit drains
 * @param holders who is inside; within one JVM empty unless the turnstile is {@link Turnstile.Builder#watched()
 *     watched}
 * @param waiters who waits, first in line first
 */
public record Snapshot(
        String name,
        String algorithm,
        int floor,
        int limit,
        int effectiveLimit,
        int held,
        List<Holder> holders,
        List<Waiter> waiters) {
    /** Copies the lists. */
    public Snapshot {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
    }

    /** Whether fewer units count than a window wants: no holder leaves until others have come. */
    public boolean isBelowFloor() {
        int aside = holders.stream()
                .filter(holder -> holder.standing() == Standing.STARTING || holder.standing() == Standing.STOPPING)
                .mapToInt(Holder::units)
                .sum();
        return held - aside < floor;
    }

    /**
     * One who is inside.
     *
     * @param slot the first of its slots; -1 in the moment before it has one
     * @param slots its slots, in ascending order: see {@link Permit#slots}
     * @param fence the number of this grant of the place
     * @param units how many units
     * @param thread the name of the thread that acquired; empty where it is not known, as for other processes
     * @param since for how long; empty where nobody wrote it down
     * @param standing what it does inside
     * @param owner the process, where there may be several
     */
    public record Holder(
            int slot,
            List<Integer> slots,
            long fence,
            int units,
            Optional<String> thread,
            Optional<Duration> since,
            Standing standing,
            Optional<Owner> owner) {
        /** Copies the list. */
        public Holder {
            slots = List.copyOf(slots);
        }
    }

    /** What one does who is inside. */
    public enum Standing {
        /** It stays. */
        INSIDE,
        /** It is not ready yet: it counts for the limit, and not for the floor ({@link Permit#ready}). */
        STARTING,
        /** It waits until the floor allows it to leave. */
        LEAVING,
        /**
         * It may leave, and is about to: it counts for the limit, and no longer for the floor
         * ({@link Permit#startRelease}).
         */
        STOPPING,
        /** An operator has asked it to leave. */
        ASKED
    }

    /**
     * One who waits.
     *
     * @param units how many units it asks for
     * @param thread the name of the thread that waits; empty where a future does, and for other processes
     * @param since for how long
     * @param owner the process, where there may be several
     */
    public record Waiter(int units, Optional<String> thread, Duration since, Optional<Owner> owner) {}

    /**
     * A process.
     *
     * @param pid its number, in its own pid namespace
     * @param command what it calls itself
     * @param life whether it lives
     * @param child the process that it runs while inside, if it does
     * @param stopped whether a signal has stopped it, or its child, as ^Z does: it keeps its place until it is
     *     continued and leaves
     */
    public record Owner(long pid, String command, Life life, OptionalLong child, boolean stopped) {}

    /** Whether a process lives. */
    public enum Life {
        /** It does. */
        ALIVE,
        /** It is dead; what it has left is about to be cleared. */
        DEAD,
        /** It is dead, but its child lives, and keeps the place until it ends. */
        ORPHANED_CHILD
    }
}
