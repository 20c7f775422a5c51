package dev.turnstile.driver;

import dev.turnstile.Permit;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A skeleton for the permits of all drivers: it closes them once and counts their units.
 *
 * <p>This permit leaves at once, at the cost of one atomic exchange. If leaving may have to wait, or takes steps that
 * other threads can see, extend {@link PatientPermit} instead.
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

    private volatile int state; // initially HELD; writing it would cost a fence
    private int units; // changed by giveBack, while held

    /** Constructs a permit for this many units, which are inside. */
    protected AbstractPermit(int units) {
        this.units = units;
    }

    /** Returns the name of the turnstile, for messages. */
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

    /**
     * Closes this permit. Returns true if this call closed it. Not for a {@link PatientPermit}, which closes in its own
     * way.
     */
    protected final boolean closeOnce() {
        return (int) STATE.getAndSet(this, CLOSED) == HELD;
    }

    /**
     * Gives back this many units, at least one but not all. {@link #units} decreases by that number even if this
     * throws. Only one thread may call this at a time, and not while another thread closes the permit. Drivers whose
     * permits have several units override this method and call {@link #lessen}.
     */
    protected void releasePart(int part) {
        throw new IllegalArgumentException("a permit of one unit cannot be split");
    }

    /** Decreases the number of units. */
    protected final void lessen(int part) {
        units -= part;
    }

    /** Returns true if this permit is neither closed nor about to be. */
    protected final boolean isUntouched() {
        return state == HELD;
    }

    /** Returns true if this permit is closed. */
    protected final boolean isClosed() {
        return state == CLOSED;
    }

    /** Returns true if a caller waits to leave with this permit, or is about to. */
    protected final boolean isLeaving() {
        return state == LEAVING;
    }

    final boolean beginToLeave() {
        return STATE.compareAndSet(this, HELD, LEAVING);
    }

    /** Completes what {@link #beginToLeave} began. */
    final void endToLeave(boolean left) {
        state = left ? CLOSED : HELD;
    }

    /** Returns the exception of {@link Permit#slot} for a permit that was closed before its slot was requested. */
    protected final IllegalStateException neverAsked() {
        return new IllegalStateException("the permit of '" + gateName() + "' was closed before its slot was requested");
    }

    @Override
    public String toString() {
        return "Permit[" + gateName() + ", units=" + units + (isClosed() ? ", closed]" : ", held]");
    }
}
