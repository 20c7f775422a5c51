package dev.turnstile.driver.store;

import dev.turnstile.PermitLostException;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.driver.Patience;
import dev.turnstile.driver.PatientPermit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** A permit of a turnstile between machines. It is valid until its deadline, which every answered beat moves. */
public final class StorePermit extends PatientPermit {
    private final StoreTurnstile gate;
    private final StoreRequest request;

    StorePermit(StoreTurnstile gate, StoreRequest request, int units) {
        super(units);
        this.gate = gate;
        this.request = request;
    }

    @Override
    protected String gateName() {
        return gate.name();
    }

    /** Returns the id of the session that holds this permit, for a store that can guard a transaction with it. */
    public String session() {
        return gate.register().session().toString();
    }

    /** Returns the name of the turnstile. */
    public String turnstile() {
        return gate.name();
    }

    /** Returns the lease of the session that holds this permit. */
    public Duration lease() {
        return gate.hub().key().lease();
    }

    @Override
    public List<Integer> slots() {
        ask();
        return request.process.slots();
    }

    @Override
    public long fence() {
        ask();
        return request.process.fence();
    }

    @Override
    public boolean isHeld() {
        return !isClosed() && gate.register().isValid(request);
    }

    @Override
    public Optional<Instant> deadline() {
        Optional<Instant> lost = gate.register().lostAt(request);
        return lost.isPresent() ? lost : gate.hub().keeper().untilDeadline().map(Instant.now()::plus);
    }

    @Override
    public void onLost(Runnable task) {
        gate.register().onLost(request, Objects.requireNonNull(task, "the task must not be null"));
    }

    @Override
    public void onDoubt(Runnable task) {
        gate.register().onDoubt(request, Objects.requireNonNull(task, "the task must not be null"));
    }

    @Override
    protected boolean leave(Patience patience) {
        return gate.register().hasFloor()
                ? stepFromFloor(LedgerProcess::release, patience)
                : stepOut(LedgerProcess::release, patience);
    }

    @Override
    protected boolean leaveAtOnce() {
        return gate.register().hasFloor()
                ? stepFromFloor(LedgerProcess::attemptRelease, gate.oneAnswer())
                : stepOut(LedgerProcess::attemptRelease, Patience.UNINTERRUPTIBLE);
    }

    @Override
    protected boolean leaveAnyway() {
        return stepOut(LedgerProcess::abandon, Patience.UNINTERRUPTIBLE);
    }

    @Override
    public void ready() {
        whileHeld(() -> request.process.isAside() && becomeReady());
    }

    /** Returns true if the request is lost. If the store does not answer, it becomes ready when the store does. */
    private boolean becomeReady() {
        gate.leave(request, LedgerProcess::ready, Patience.UNINTERRUPTIBLE);
        return !gate.register().isValid(request);
    }

    @Override
    protected boolean stop(Patience patience) {
        return gate.register().hasFloor() && stepFromFloor(LedgerProcess::stop, patience);
    }

    @Override
    protected boolean isStopping() {
        return request.process.isAside() || !gate.register().hasFloor();
    }

    /** Returns true if the request has left, or will as soon as the store answers. */
    private boolean stepOut(Consumer<LedgerProcess> step, Patience patience) {
        gate.leave(request, step, patience);
        return request.lost || request.orphaned || (!request.isInside() && !request.isWaitingToLeave());
    }

    /**
     * Takes a step that the floor may forbid. Returns true if the request is out, or lost. It is not out before the
     * store has said so: while the store does not answer, other holders may be leaving, too.
     */
    private boolean stepFromFloor(Consumer<LedgerProcess> step, Patience patience) {
        gate.leaveFloor(request, step, patience);
        return !gate.register().isValid(request);
    }

    @Override
    protected void afterLeaving() {
        boolean lost = gate.register().closed(request);
        gate.hub().endIfUnused(gate.register());
        if (lost) {
            throw new PermitLostException(gate.name());
        }
    }

    @Override
    protected void releasePart(int part) {
        lessen(part);
        if (!gate.register().shrink(request, part)) {
            throw new PermitLostException(gate.name());
        }
    }

    @Override
    public String toString() {
        return "Permit[" + gate.name() + ", units=" + units() + ", slots=" + request.process.slots() + ", fence="
                + request.process.fence() + (isClosed() ? ", closed]" : isHeld() ? ", held]" : ", lost]");
    }
}
