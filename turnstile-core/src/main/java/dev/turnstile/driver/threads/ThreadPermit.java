package dev.turnstile.driver.threads;

import dev.turnstile.driver.AbstractPermit;
import dev.turnstile.driver.Slots;
import dev.turnstile.machine.Process;
import java.util.List;

/**
 * The permit of the thread driver: a process that is inside.
 *
 * <p>The slot is given when first asked for, so that those who never ask do not pay for it. A close at the same moment
 * must not leave the slot behind: {@link #slot} first says that it asks and then looks whether the permit is held,
 * {@link #close} first closes and then looks whether anybody asked; one of the two sees the other.
 */
final class ThreadPermit extends AbstractPermit {
    private final ThreadTurnstile gate;
    final Process process;
    private volatile Place place; // set, under the lock of this, when the slot is first asked for

    /** Which slots, and, if anybody watches, who took them and when. */
    static final class Place {
        final String thread;
        final long since;
        volatile List<Integer> slots = List.of(); // empty until they are given
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

    /** The place, given now if it was not yet. */
    Place place() {
        return place("", 0);
    }

    /** As the other; this is who took it, if nobody has asked before. */
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
        gate.slots.giveBack(place.slots);
    }

    @Override
    protected void giveBack(int part) {
        shrink(part);
        gate.leave(process.split(part));
    }

    /** The slots that it gives back, if it has any, are the highest. */
    private synchronized void shrink(int part) {
        lessen(part);
        if (place != null) {
            List<Integer> all = place.slots;
            place.slots = List.copyOf(all.subList(0, units()));
            gate.slots.giveBack(all.subList(units(), all.size()));
        }
    }
}
