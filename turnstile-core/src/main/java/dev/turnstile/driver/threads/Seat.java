package dev.turnstile.driver.threads;

import dev.turnstile.Permit;
import dev.turnstile.machine.Process;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The permit of the thread driver: a process that is inside.
 *
 * <p>The slot is given when first asked for, so that those who never ask do not pay for it. A close at the same moment must
 * not leave the slot behind: {@link #slot} first says that it asks and then looks whether the permit is held, {@link #close}
 * first closes and then looks whether anybody asked; one of the two sees the other.
 */
final class Seat implements Permit {
    private static final VarHandle CLOSED;
    private static final int NO_SLOT = -1;

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
    private volatile boolean slotAsked;
    private int slot = NO_SLOT; // guarded by this
    private long fence; // guarded by this
    String thread = ""; // set where the gate is watched, before anybody else sees the seat
    long since;

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
    public synchronized int slot() {
        if (slot == NO_SLOT) {
            slotAsked = true;
            if (!isHeld()) {
                throw new IllegalStateException(
                        "the permit of '" + gate.name() + "' was closed before its slot was asked for");
            }
            gate.slots.take(this);
        }
        return slot;
    }

    @Override
    public synchronized long fence() {
        slot();
        return fence;
    }

    /** Called back by {@link Slots#take}. */
    void slotIs(int number, long grant) {
        slot = number;
        fence = grant;
    }

    @Override
    public void close() {
        if ((int) CLOSED.getAndSet(this, 1) == 0) {
            if (slotAsked) {
                giveSlotBack();
            }
            gate.leave(process);
        }
    }

    private synchronized void giveSlotBack() {
        if (slot != NO_SLOT) {
            gate.slots.giveBack(slot);
        }
    }

    /** A permit of its own for so many of the units. For one thread at a time, and not while somebody closes it. */
    Seat split(int part) {
        Seat split = new Seat(gate, process.split(part), part);
        units -= part;
        return split;
    }

    @Override
    public String toString() {
        return "Permit[" + gate.name() + ", units=" + units + (isHeld() ? ", held]" : ", closed]");
    }
}
