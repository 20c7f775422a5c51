package dev.turnstile.driver.ledger;

import dev.turnstile.PermitLostException;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.driver.Patience;
import dev.turnstile.driver.PatientPermit;
import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The permit of a ledger turnstile, for a request that is inside. */
final class LedgerPermit extends PatientPermit {
    private final LedgerTurnstile gate;
    private final LedgerProcess process;
    private volatile boolean watched; // a task waits for its loss
    private Optional<TurnstileUnusableException> gone =
            Optional.empty(); // set if the file is out of use; written by the thread that leaves

    LedgerPermit(LedgerTurnstile gate, LedgerProcess process, int units) {
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
        ask();
        return process.slots();
    }

    @Override
    public long fence() {
        ask();
        return process.fence();
    }

    @Override
    public boolean isHeld() {
        return !isClosed() && gate.isInside(process.who());
    }

    /** Returns whether the permit is lost, or its holder was asked to leave. */
    boolean isInDanger() {
        return switch (gate.trouble(process.who())) {
            case NONE -> false;
            case ASKED -> !isClosed(); // also while it waits to leave
            case GONE -> isUntouched(); // checked after the ledger, because the permit may have been closed meanwhile
        };
    }

    @Override
    public void onLost(Runnable task) {
        Objects.requireNonNull(task, "the task must not be null");
        watched = true;
        gate.watch(this, task);
        if (isClosed()) {
            gate.forget(this);
        }
    }

    @Override
    protected boolean leave(Patience patience) {
        process.release();
        return stepOut(patience);
    }

    @Override
    protected boolean leaveAtOnce() {
        process.attemptRelease();
        return stepOut(Patience.UNINTERRUPTIBLE);
    }

    @Override
    public void ready() {
        whileHeld(() -> {
            if (!process.isAside()) {
                return false;
            }
            process.ready();
            return stepOut(Patience.UNINTERRUPTIBLE);
        });
    }

    @Override
    protected boolean leaveAnyway() {
        process.abandon();
        return stepOut(Patience.UNINTERRUPTIBLE);
    }

    @Override
    protected boolean stop(Patience patience) {
        if (!gate.ledger().hasFloor()) {
            return false;
        }
        process.stop();
        return stepOut(patience);
    }

    @Override
    protected boolean isStopping() {
        return process.isAside() || !gate.ledger().hasFloor();
    }

    private boolean stepOut(Patience patience) {
        try {
            gate.leave(process, patience);
            return process.region() != Region.CRITICAL;
        } catch (TurnstileUnusableException replaced) {
            gone = Optional.of(replaced);
            return true;
        }
    }

    @Override
    protected void afterLeaving() {
        gate.left(process.who());
        if (watched) {
            gate.forget(this);
        }
        gone.ifPresent(replaced -> {
            throw new PermitLostException(gate.name(), replaced);
        });
        if (process.isLost()) {
            throw new PermitLostException(gate.name());
        }
    }

    @Override
    protected void releasePart(int part) {
        lessen(part);
        LedgerProcess split = process.split(part);
        split.release();
        gate.leave(split, Patience.UNINTERRUPTIBLE);
        if (split.isLost()) {
            throw new PermitLostException(gate.name());
        }
    }

    @Override
    public String toString() {
        return "Permit[" + gate.name() + ", units=" + units() + ", slots=" + process.slots() + ", fence="
                + process.fence() + (isClosed() ? ", closed]" : isHeld() ? ", held]" : ", lost]");
    }
}
