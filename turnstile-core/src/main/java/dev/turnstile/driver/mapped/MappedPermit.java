package dev.turnstile.driver.mapped;

import dev.turnstile.PermitLostException;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.driver.Patience;
import dev.turnstile.driver.Semaphores;
import dev.turnstile.machine.Region;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;

/** The permit of the mapped driver: a request that is inside. */
final class MappedPermit implements Semaphores.Divisible {
    private static final int HELD = 0;
    private static final int LEAVING = 1;
    private static final int CLOSED = 2;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(MappedPermit.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MappedTurnstile gate;
    private final LedgerProcess process;
    private int units; // changed by giveBack, while held
    private volatile int state = HELD;
    private volatile boolean closeWanted; // by one who found another leaving, who may yet stay
    private volatile boolean watched; // somebody wants to hear when it is lost

    MappedPermit(MappedTurnstile gate, LedgerProcess process, int units) {
        this.gate = gate;
        this.process = process;
        this.units = units;
    }

    @Override
    public int units() {
        return units;
    }

    @Override
    public int slot() {
        return process.slot();
    }

    @Override
    public long fence() {
        return process.fence();
    }

    @Override
    public boolean isHeld() {
        return state != CLOSED && gate.isInside(process.who());
    }

    /** Whether it is held no more, or should not be for much longer. */
    boolean isInDanger() {
        return !gate.isUndisturbed(process.who()) && state == HELD; // in that order: it may be closed meanwhile
    }

    @Override
    public void onLost(Runnable task) {
        watched = true;
        gate.watch(this, Objects.requireNonNull(task, "the task must not be null"));
        if (state == CLOSED) {
            gate.forget(this);
        }
    }

    @Override
    public void close() {
        while (state != CLOSED) {
            if (beginToLeave()) {
                process.release();
                finish(Patience.UNINTERRUPTIBLE);
                return;
            }
            closeWanted = true;
            if (state == LEAVING) {
                return; // the one who leaves will see it, should it want to stay
            }
        }
    }

    @Override
    public void release() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (beginToLeave()) {
            process.release();
            if (!finish(Patience.INTERRUPTIBLE) && Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    @Override
    public boolean tryRelease() {
        if (beginToLeave()) {
            process.attemptRelease();
            return finish(Patience.UNINTERRUPTIBLE);
        }
        return true;
    }

    @Override
    public boolean tryRelease(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "the timeout must not be null");
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!beginToLeave()) {
            return true;
        }
        process.release();
        boolean left = finish(Patience.until(timeout));
        if (!left && Thread.interrupted()) {
            throw new InterruptedException();
        }
        return left;
    }

    private boolean beginToLeave() {
        return STATE.compareAndSet(this, HELD, LEAVING);
    }

    /** Steps out, waiting if need be; false if it has stayed inside, and the interrupt status tells whether that was why. */
    private boolean finish(Patience patience) {
        gate.leave(process, patience);
        if (process.region() == Region.CRITICAL) {
            state = HELD;
            if (closeWanted) {
                close();
                return true;
            }
            return false;
        }
        STATE.setRelease(this, CLOSED);
        gate.left(process.who());
        if (watched) {
            gate.forget(this);
        }
        if (process.isLost()) {
            throw new PermitLostException(gate.name());
        }
        return true;
    }

    @Override
    public void giveBack(int part) {
        units -= part;
        LedgerProcess split = process.split(part);
        split.release();
        gate.leave(split, Patience.UNINTERRUPTIBLE);
        if (split.isLost()) {
            throw new PermitLostException(gate.name());
        }
    }

    @Override
    public String toString() {
        return "Permit[" + gate.name() + ", units=" + units + ", slot=" + slot() + ", fence=" + fence()
                + (state == CLOSED ? ", closed]" : "]");
    }
}
