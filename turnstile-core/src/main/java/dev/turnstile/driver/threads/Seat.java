package dev.turnstile.driver.threads;

import dev.turnstile.driver.Leaving;
import dev.turnstile.driver.Semaphores;
import dev.turnstile.machine.Process;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * The permit of the thread driver: a process that is inside.
 *
 * <p>The slot is given when first asked for, so that those who never ask do not pay for it. A close at the same moment must
 * not leave the slot behind: {@link #slot} first says that it asks and then looks whether the permit is held, {@link #close}
 * first closes and then looks whether anybody asked; one of the two sees the other.
 */
final class Seat implements Semaphores.Divisible {
    private static final VarHandle CLOSED;

    static {
        try {
            CLOSED = MethodHandles.lookup().findVarHandle(Seat.class, "closed", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ThreadTurnstile gate;
    final Process process;
    private int units; // changed by split, while held
    private volatile int closed; // 0 or 1
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

    Seat(ThreadTurnstile gate, Process process, int units) {
        this.gate = gate;
        this.process = process;
        this.units = units;
    }

    @Override
    public int units() {
        return units;
    }

    @Override
    public boolean isHeld() {
        return closed == 0;
    }

    @Override
    public int slot() {
        return slots().getFirst();
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
                throw Leaving.neverAsked(gate.name());
            }
            Slots.Grant grant = gate.slots.take(units, this);
            place.fence = grant.fence();
            place.slots = grant.slots();
        }
        return place;
    }

    @Override
    public void close() {
        if ((int) CLOSED.getAndSet(this, 1) == 0) {
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
    public void giveBack(int part) {
        shrink(part);
        gate.leave(process.split(part));
    }

    /** The slots that it gives back, if it has any, are the highest. */
    private synchronized void shrink(int part) {
        units -= part;
        if (place != null) {
            List<Integer> all = place.slots;
            place.slots = List.copyOf(all.subList(0, units));
            gate.slots.giveBack(all.subList(units, all.size()));
        }
    }

    @Override
    public String toString() {
        return "Permit[" + gate.name() + ", units=" + units + (isHeld() ? ", held]" : ", closed]");
    }
}
