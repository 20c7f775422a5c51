package dev.turnstile;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of a turnstile at one moment.
 *
 * <pre>{@code
 * Snapshot now = gate.snapshot();
 * System.out.println(now.held() + " of " + now.limit() + " held, " + now.waiters().size() + " waiting");
 * }</pre>
 *
 * @param name the turnstile's name
 * @param algorithm the algorithm's name
 * @param floor the floor of a window: no holder leaves if fewer units would remain; 0 outside a window
 * @param limit how many units may be held
 * @param effectiveLimit how many units can be held now: fewer than the limit if crashed processes keep places for good
 * @param held how many units are held; more than the limit while a lowered limit drains
 * @param holders the holders; within one JVM, empty unless the turnstile is {@link Turnstile.Builder#watched() watched}
 * @param waiters the waiters, first in line first
 * @param storeSilent how long the store of a turnstile between machines has not answered this process, if it does not:
 *     the rest is the state when it last did. Empty if it answers, and for turnstiles that are in no store
 */
public record Snapshot(
        String name,
        String algorithm,
        int floor,
        int limit,
        int effectiveLimit,
        int held,
        List<Holder> holders,
        List<Waiter> waiters,
        Optional<Duration> storeSilent) {
    /** Copies the lists. */
    public Snapshot {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
    }

    /** Creates a snapshot of a turnstile that is in no store. */
    public Snapshot(
            String name,
            String algorithm,
            int floor,
            int limit,
            int effectiveLimit,
            int held,
            List<Holder> holders,
            List<Waiter> waiters) {
        this(name, algorithm, floor, limit, effectiveLimit, held, holders, waiters, Optional.empty());
    }

    /**
     * Returns true if fewer units count for the floor of a window than the floor requires. Then no holder leaves until
     * others have entered.
     */
    public boolean isBelowFloor() {
        int aside = holders.stream()
                .filter(holder -> holder.standing() == Standing.STARTING || holder.standing() == Standing.STOPPING)
                .mapToInt(Holder::units)
                .sum();
        return held - aside < floor;
    }

    /**
     * A caller that is inside.
     *
     * @param slot the first of its slots; -1 in the moment before it has one
     * @param slots its slots, in ascending order: see {@link Permit#slots}
     * @param fence the fence of this grant: see {@link Permit#fence}
     * @param units how many units it holds
     * @param thread the name of the thread that acquired; empty if unknown, as for other processes
     * @param since how long it has been inside; empty if not recorded
     * @param standing what it is doing inside
     * @param owner the process, if several processes share the turnstile
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

    /** What a holder is doing inside. */
    public enum Standing {
        /** It is inside, and not about to leave. */
        INSIDE,
        /** It is not ready yet: it counts for the limit, but not for the floor ({@link Permit#ready}). */
        STARTING,
        /** It waits until the floor allows it to leave. */
        LEAVING,
        /**
         * It may leave and is about to: it counts for the limit, but no longer for the floor
         * ({@link Permit#startRelease}).
         */
        STOPPING,
        /** An operator has asked it to leave. */
        ASKED
    }

    /**
     * A caller that waits.
     *
     * @param units how many units it requests
     * @param thread the name of the waiting thread; empty if a future waits, and for other processes
     * @param since how long it has been waiting
     * @param owner the process, if several processes share the turnstile
     */
    public record Waiter(int units, Optional<String> thread, Duration since, Optional<Owner> owner) {}

    /**
     * A process that shares the turnstile.
     *
     * @param pid its process id, in its own pid namespace
     * @param command the name it goes by
     * @param life whether it is alive
     * @param child the process that it runs while inside, if any
     * @param stopped whether a signal such as ^Z has stopped it or its child; it keeps its place until it is continued
     *     and leaves
     * @param host the machine that it runs on, if several machines share the turnstile
     */
    public record Owner(
            long pid, String command, Life life, OptionalLong child, boolean stopped, Optional<String> host) {}

    /** Whether a process is alive. */
    public enum Life {
        /** The process is alive. */
        ALIVE,
        /** The process, on another machine perhaps, has not been heard of for half its lease. */
        SILENT,
        /** The process has crashed or exited; what it left behind is about to be cleared. */
        DEAD,
        /** The process is dead, but its child is alive and keeps the place until it exits. */
        ORPHANED_CHILD
    }
}
