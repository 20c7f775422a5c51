package dev.turnstile.driver.threads;

import dev.turnstile.driver.AbstractPermit;
import dev.turnstile.driver.Slots;
import dev.turnstile.machine.Process;
import java.util.List;

/**
 * The permit of the thread driver: a process that is inside.
 *
 * <p>The slot is assigned when it is first requested, so that callers that never need it do not pay for it. A
 * concurrent close must not leak the slot. {@link #slot} first records that the slot is requested, then checks that the
 * permit is held. {@link #close} first closes, then checks whether the slot was requested. So one of the two sees the
 * other.
 */
final class ThreadPermit extends AbstractPermit {
    private final ThreadTurnstile gate;
    final Process process;
    private volatile Place place; // set, under the lock of this, when the slot is first requested

    /** The slots and, in a watched turnstile, the thread that took them and when. */
    static final class Place {
        final String thread;
        final long since;
        volatile List<Integer> slots = List.of(); // empty until assigned
        long fence;

        Place(String thread, long since) {
            this.thread = thread;
            this.since = since;
        }
    }

    ThreadPermit(ThreadTurnstile gate, Process process, int units) {
        super(units);
        this.gate = gate;
        this.process = process;
    }

    @Override
    protected String gateName() {
        return gate.name();
    }

    @Override
    public List<Integer> slots() {
        return place().slots;
    }

    @Override
    public long fence() {
        return place().fence;
    }

    /** Returns the place, assigning it first if necessary. */
    Place place() {
        return place("", 0);
    }

    /** Returns the place like {@link #place()}. If this call assigns it, records the thread and the time. */
    synchronized Place place(String thread, long since) {
        if (place == null) {
            place = new Place(thread, since);
        }
        if (place.slots.isEmpty()) {
            if (!isHeld()) {
                throw neverAsked();
            }
            Slots.Grant grant = gate.slots.take(units(), this);
            place.fence = grant.fence();
            place.slots = grant.slots();
        }
        return place;
    }

    @Override
    public void close() {
        if (closeOnce()) {
            if (place != null) {
                giveSlotsBack();
            }
            gate.leave(process);
        }
    }

    private synchronized void giveSlotsBack() {
        gate.slots.returnSlots(place.slots);
    }

    @Override
    protected void releasePart(int part) {
        shrink(part);
        gate.leave(process.split(part));
    }

    /** Gives back the highest slots, if any are assigned. */
    private synchronized void shrink(int part) {
        lessen(part);
        if (place != null) {
            List<Integer> all = place.slots;
            place.slots = List.copyOf(all.subList(0, units()));
            gate.slots.returnSlots(all.subList(units(), all.size()));
        }
    }
}
