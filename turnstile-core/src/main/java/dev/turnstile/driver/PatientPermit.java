package dev.turnstile.driver;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A permit whose leaving may have to wait, as in a window, and may be given up. One caller at a time leaves. A caller
 * that closes it meanwhile need not wait: should the one that leaves stay after all, that one goes on with closing. A
 * caller that releases it meanwhile waits until it is known whether the other one leaves, and leaves itself if not.
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
    private volatile boolean closeWanted; // by one who found another leaving, who may yet stay
    private volatile boolean awaited; // somebody waits, or did, to see whether another leaves
    private volatile boolean asked; // for its slot or fence

    /** A permit of so many units, which are inside. */
    protected PatientPermit(int units) {
        super(units);
    }

    /**
     * Leaves, waiting as long as patience allows; false if it has stayed inside, and the interrupt status tells whether
     * that was why.
     */
    protected abstract boolean leave(Patience patience);

    /** Leaves if that can be had at once; false if it has stayed inside. */
    protected abstract boolean leaveAtOnce();

    /** Leaves at once, whatever the floor says. A driver without such a way waits. */
    protected boolean leaveAnyway() {
        return leave(Patience.UNINTERRUPTIBLE);
    }

    /**
     * Ceases to count for the floor, waiting as long as patience allows; {@link #isStopping} tells whether it has.
     * Returns whether the permit was found to be lost. A driver without floors has nothing to do.
     */
    protected boolean stop(Patience patience) {
        return false;
    }

    /** Whether it does not count for a floor. */
    protected boolean isStopping() {
        return true;
    }

    /** It has left, and the permit is closed. What this throws, the caller that leaves gets. */
    protected void hasLeft() {}

    /**
     * To be called before the slot or the fence is read: they stay readable after the end if they were read before.
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
                return; // the one who leaves will see it, should it want to stay
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
     * Does something with a permit that is held, while no other thread leaves with it; nothing if one does, or has.
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

    /** Whether it does not count for the floor now: because it stops, or is closed. */
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

    /** Whether it is closed now, by whomever. An interrupt matters only if it has to wait. */
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

    /** Waits until the one who leaves has left, or stays; false if patience was over first. */
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
            hasLeft();
        } else if (closeWanted) {
            close();
            return true;
        }
        return left;
    }

    /** The state first, and then it looks for those who wait; they do it the other way round. */
    private void end(boolean left) {
        endToLeave(left);
        if (awaited) {
            synchronized (this) {
                notifyAll();
            }
        }
    }
}
