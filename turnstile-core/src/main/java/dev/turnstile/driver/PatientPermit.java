package dev.turnstile.driver;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A permit for which leaving may have to wait, as in a window, and may be given up.
 *
 * <p>One caller at a time leaves. If another caller closes the permit meanwhile, that close returns without waiting:
 * should the first caller give up leaving, it goes on to close the permit. A release that races with another release
 * waits for its outcome, and leaves itself if the other one stayed.
 *
 * <pre>{@code
 * final class MyPermit extends PatientPermit {
 *     protected boolean leave(Patience patience) {
 *         return door.leave(process, patience);
 *     }
 * }
 * }</pre>
 */
public abstract class PatientPermit extends AbstractPermit {
    private volatile boolean closeWanted; // set by a close that found another caller leaving, which may still stay
    private volatile boolean
            awaited; // a caller waits, or has waited, for the outcome of another caller's attempt to leave
    private volatile boolean asked; // whether the slot or fence was requested

    /** Constructs a permit for this many units, which are inside. */
    protected PatientPermit(int units) {
        super(units);
    }

    /**
     * Leaves, waiting as long as patience allows. Returns false if the permit stayed inside; then the interrupt status
     * tells whether an interrupt was the reason.
     */
    protected abstract boolean leave(Patience patience);

    /** Leaves if that is possible at once. Returns false if the permit stayed inside. */
    protected abstract boolean leaveAtOnce();

    /** Leaves at once, ignoring the floor. Default, for a driver without this ability: waits. */
    protected boolean leaveAnyway() {
        return leave(Patience.UNINTERRUPTIBLE);
    }

    /**
     * Stops counting for the floor, waiting as long as patience allows. Afterwards {@link #isStopping} tells whether it
     * succeeded. Returns true if the permit was found to be lost. A driver without floors has nothing to do.
     */
    protected boolean stop(Patience patience) {
        return false;
    }

    /** Returns true if this permit does not count for a floor. */
    protected boolean isStopping() {
        return true;
    }

    /**
     * Called after the permit has left and is closed. If this method throws, the exception goes to the caller that
     * left.
     */
    protected void afterLeaving() {}

    /**
     * Records that the slot or the fence is about to be read. Must be called first: only values that were read while
     * the permit was held stay readable after it is closed.
     *
     * @throws IllegalStateException if the permit was closed before the first call
     */
    protected final void ask() {
        if (!asked) {
            if (isClosed()) {
                throw neverAsked();
            }
            asked = true;
        }
    }

    @Override
    public final void close() {
        while (!isClosed()) {
            if (beginToLeave()) {
                finish(() -> leave(Patience.UNINTERRUPTIBLE));
                return;
            }
            closeWanted = true;
            if (isLeaving()) {
                return; // the leaving caller will see closeWanted if it gives up
            }
        }
    }

    @Override
    public final void abandon() {
        if (beginToLeave()) {
            finish(this::leaveAnyway);
        } else {
            close();
        }
    }

    /**
     * Performs an action on a held permit while no other thread leaves with it. Does nothing if another thread is
     * leaving or has left.
     *
     * @param deed returns whether the permit was found to be lost
     */
    protected final void whileHeld(BooleanSupplier deed) {
        if (beginToLeave()) {
            finish(deed);
        }
    }

    @Override
    public final void startRelease() throws InterruptedException {
        stopUnlessOver(Patience.INTERRUPTIBLE);
    }

    @Override
    public final boolean tryStartRelease(Duration timeout) throws InterruptedException {
        return stopUnlessOver(Patience.until(Objects.requireNonNull(timeout, "the timeout must not be null")));
    }

    /** Returns true if the permit does not count for the floor now, because it is stopping or closed. */
    private boolean stopUnlessOver(Patience patience) throws InterruptedException {
        while (!isClosed()) {
            if (beginToLeave()) {
                boolean stops = finish(() -> stop(patience)) || isStopping();
                if (!stops && Thread.interrupted()) {
                    throw new InterruptedException();
                }
                return stops;
            }
            if (!awaitOther(patience)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public final void release() throws InterruptedException {
        leaveUnlessOver(Patience.INTERRUPTIBLE);
    }

    @Override
    public final boolean tryRelease() {
        return beginToLeave() ? finish(this::leaveAtOnce) : isClosed();
    }

    @Override
    public final boolean tryRelease(Duration timeout) throws InterruptedException {
        return leaveUnlessOver(Patience.until(Objects.requireNonNull(timeout, "the timeout must not be null")));
    }

    /**
     * Returns true if the permit is closed now, by any caller. An interrupt matters only if this method has to wait.
     */
    private boolean leaveUnlessOver(Patience patience) throws InterruptedException {
        boolean left = isClosed();
        while (!left) {
            if (beginToLeave()) {
                left = finish(() -> leave(patience));
                if (!left) {
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    return false;
                }
            } else if (awaitOther(patience)) {
                left = isClosed();
            } else {
                return false;
            }
        }
        return true;
    }

    /** Waits until the leaving caller has left or stays. Returns false if patience ended first. */
    private synchronized boolean awaitOther(Patience patience) throws InterruptedException {
        awaited = true;
        while (isLeaving()) {
            if (patience.isOver()) {
                return false;
            }
            if (patience.deadlineNanos() == Patience.FOR_EVER) {
                wait();
            } else {
                TimeUnit.NANOSECONDS.timedWait(this, patience.deadlineNanos() - System.nanoTime());
            }
        }
        return true;
    }

    private boolean finish(BooleanSupplier leaving) {
        boolean left = false;
        try {
            left = leaving.getAsBoolean();
        } finally {
            end(left);
        }
        if (left) {
            afterLeaving();
        } else if (closeWanted) {
            close();
            return true;
        }
        return left;
    }

    /**
     * Sets the state first, then checks for waiters. A waiter does both in the opposite order, so one sees the other.
     */
    private void end(boolean left) {
        endToLeave(left);
        if (awaited) {
            synchronized (this) {
                notifyAll();
            }
        }
    }
}
