package dev.turnstile.driver;

import dev.turnstile.Permit;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What the permits of all drivers share: they are closed once, and know their units. A permit whose leaving may have to
 * wait, or takes steps that others can see, is a {@link PatientPermit}; this one leaves at once, for the price of one
 * atomic exchange.
 *
 * <pre>{@code
 * final class MyPermit extends AbstractPermit {
 *     @Override
 *     public void close() {
 *         if (closeOnce()) {
 *             gate.leave(entry);
 *         }
 *     }
 * }
 * }</pre>
 */
public abstract class AbstractPermit implements Permit {
    private static final int HELD = 0;
    private static final int LEAVING = 1;
    private static final int CLOSED = 2;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(AbstractPermit.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int state; // HELD at first: to write it would cost a fence
    private int units; // changed by giveBack, while held

    /** A permit of so many units, which are inside. */
    protected AbstractPermit(int units) {
        this.units = units;
    }

    /** The name of the turnstile, for messages. */
    protected abstract String gateName();

    @Override
    public final int units() {
        return units;
    }

    @Override
    public final int slot() {
        return slots().getFirst();
    }

    @Override
    public boolean isHeld() {
        return !isClosed();
    }

    /** Closes it; whether it was this call that did. Not for a {@link PatientPermit}, which has a way of its own. */
    protected final boolean closeOnce() {
        return (int) STATE.getAndSet(this, CLOSED) == HELD;
    }

    /**
     * Gives back this many units, at least one and not all; {@link #units} is less by them also if this throws. For one
     * thread at a time, and not while another closes it. Drivers whose permits have several units override this, and
     * call {@link #lessen}.
     */
    protected void giveBack(int part) {
        throw new IllegalArgumentException("a permit of one unit can't be split");
    }

    /** Counts this many units less, from now on. */
    protected final void lessen(int part) {
        units -= part;
    }

    /** Whether it is neither closed nor about to be. */
    protected final boolean isUntouched() {
        return state == HELD;
    }

    /** Whether it is closed. */
    protected final boolean isClosed() {
        return state == CLOSED;
    }

    /** Whether a caller waits to leave with it, or is about to. */
    protected final boolean isLeaving() {
        return state == LEAVING;
    }

    final boolean beginToLeave() {
        return STATE.compareAndSet(this, HELD, LEAVING);
    }

    /** Ends what {@link #beginToLeave} began. */
    final void endToLeave(boolean left) {
        state = left ? CLOSED : HELD;
    }

    /** What {@link Permit#slot} throws if the permit was closed first. */
    protected final IllegalStateException neverAsked() {
        return new IllegalStateException("the permit of '" + gateName() + "' was closed before its slot was asked for");
    }

    @Override
    public String toString() {
        return "Permit[" + gateName() + ", units=" + units + (isClosed() ? ", closed]" : ", held]");
    }
}
