package dev.turnstile.driver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;

/**
 * A permit whose leaving may have to wait, in a window, and may be given up. One at a time leaves; who wants to close it meanwhile
 * need not wait: should the one who leaves stay after all, it goes on with closing.
 *
 * <pre>{@code
 * final class MyPermit extends Leaving {
 *     protected boolean leave(Patience patience) {
 *         return door.leave(process, patience);
 *     }
 * }
 * }</pre>
 */
public abstract class Leaving implements Semaphores.Divisible {
    private static final int HELD = 0;
    private static final int LEAVING = 1;
    private static final int CLOSED = 2;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Leaving.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int state = HELD;
    private volatile boolean closeWanted; // by one who found another leaving, who may yet stay

    /** For the drivers. */
    protected Leaving() {}

    /**
     * Leaves, waiting as long as patience allows; false if it has stayed inside, and the interrupt status tells whether that was
     * why.
     */
    protected abstract boolean leave(Patience patience);

    /** Leaves if that can be had at once; false if it has stayed inside. */
    protected abstract boolean leaveAtOnce();

    /** It has left, and the permit is closed. */
    protected abstract void hasLeft();

    /** Whether it is neither closed nor about to be. */
    protected final boolean isUntouched() {
        return state == HELD;
    }

    /** Whether it is closed. */
    protected final boolean isClosed() {
        return state == CLOSED;
    }

    /** Whether somebody waits to leave with it, or is about to. */
    protected final boolean isLeaving() {
        return state == LEAVING;
    }

    @Override
    public final void close() {
        while (state != CLOSED) {
            if (beginToLeave()) {
                finish(leave(Patience.UNINTERRUPTIBLE));
                return;
            }
            closeWanted = true;
            if (state == LEAVING) {
                return; // the one who leaves will see it, should it want to stay
            }
        }
    }

    @Override
    public final void release() throws InterruptedException {
        throwIfInterrupted();
        if (beginToLeave() && !finish(leave(Patience.INTERRUPTIBLE))) {
            throwIfInterrupted();
        }
    }

    @Override
    public final boolean tryRelease() {
        return !beginToLeave() || finish(leaveAtOnce());
    }

    @Override
    public final boolean tryRelease(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "the timeout must not be null");
        throwIfInterrupted();
        boolean left = !beginToLeave() || finish(leave(Patience.until(timeout)));
        if (!left) {
            throwIfInterrupted();
        }
        return left;
    }

    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private boolean beginToLeave() {
        return STATE.compareAndSet(this, HELD, LEAVING);
    }

    private boolean finish(boolean left) {
        if (!left) {
            state = HELD;
            if (closeWanted) {
                close();
                return true;
            }
            return false;
        }
        STATE.setRelease(this, CLOSED);
        hasLeft();
        return true;
    }
}
