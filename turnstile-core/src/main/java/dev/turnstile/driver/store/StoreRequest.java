package dev.turnstile.driver.store;

import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.machine.Region;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A request on its way through an {@link OpenRegister}: what its caller waits for, and what it knows. All fields are
 * guarded by the register's lock, except those that say otherwise.
 */
final class StoreRequest {
    final LedgerProcess process;
    final int units;
    final boolean isAttempt;
    private Runnable tell = () -> {};
    private volatile boolean settled; // read without the lock
    private volatile boolean isAwaited = true; // by a thread, not by a future; read without the lock
    private volatile Thread waiter = Thread.currentThread(); // read without the lock
    boolean givesUp; // as soon as the clerk lets go of it
    boolean orphaned; // no caller is interested any more: if it comes in, it leaves again
    boolean stays; // its caller has given up leaving before the store has answered: if it is let out, it is lost
    boolean delivered; // a caller has its permit, or is about to
    boolean closed; // its caller has closed the permit
    boolean lost; // the permit is no longer valid, whatever the ledger says
    long lapses; // of the session, when the permit was delivered
    boolean askedToLeave;
    private Optional<Instant> lostAt = Optional.empty();
    private boolean toldOfLoss;
    private final List<Runnable> onLost = new ArrayList<>();
    private final List<Runnable> onDoubt = new ArrayList<>();

    StoreRequest(LedgerProcess process, int units, boolean isAttempt) {
        this.process = process;
        this.units = units;
        this.isAttempt = isAttempt;
    }

    /** Returns true once the outcome of what the caller waits for is known. */
    boolean isSettled() {
        return settled;
    }

    /** Begins to wait for an outcome, on the current thread unless another one takes over. */
    void begin() {
        settled = false;
        givesUp = false;
        stays = false;
        waitHere();
        tell = this::wakeWaiter;
    }

    void waitHere() {
        waiter = Thread.currentThread();
    }

    /** Returns the thread that waits, unless a future does. */
    Optional<Thread> waiter() {
        return isAwaited ? Optional.of(waiter) : Optional.empty();
    }

    void wakeWaiter() {
        LockSupport.unpark(waiter);
    }

    /** Runs this task once the outcome is known, in place of waking the thread that waits. */
    void whenSettled(Runnable task) {
        tell = task;
        isAwaited = false;
        if (settled) {
            task.run();
        }
    }

    /** Tells the caller that the outcome is known. */
    void settle() {
        if (!settled) {
            settled = true;
            tell.run();
        }
    }

    /** Returns true if its caller does not wait for it any longer. */
    boolean isUnwanted() {
        return orphaned || givesUp;
    }

    /** Returns true if it is about to enter, and would wait in line for that. */
    boolean isJoining() {
        return process.region() == Region.TRYING && !isAttempt && !process.isWithdrawing();
    }

    boolean isInside() {
        return process.region() == Region.CRITICAL;
    }

    /** Returns true if only the floor of a window keeps it from leaving. */
    boolean isWaitingToLeave() {
        return process.isHeldBack();
    }

    boolean isOut() {
        return process.region() == Region.REMAINDER;
    }

    /** Takes note of when the permit was lost, unless that is known already. */
    void lostAt(Instant time) {
        lostAt = lostAt.or(() -> Optional.of(time));
    }

    /** Returns when the permit was lost, if that is known. */
    Optional<Instant> lostAt() {
        return lostAt;
    }

    /** Adds a task to run when the permit is lost. Returns true if it already is. */
    boolean onLost(Runnable task) {
        if (toldOfLoss) {
            return true;
        }
        onLost.add(task);
        return false;
    }

    /** Returns true if a task waits for the loss of the permit. */
    boolean isWatched() {
        return !toldOfLoss && !onLost.isEmpty();
    }

    void onDoubt(Runnable task) {
        onDoubt.add(task);
    }

    /** Runs the tasks for a lost permit, each on a thread of its own, once. */
    void tellLoss() {
        if (!toldOfLoss) {
            toldOfLoss = true;
            onLost.forEach(Thread.ofVirtual()::start);
        }
    }

    void tellDoubt() {
        onDoubt.forEach(Thread.ofVirtual()::start);
    }
}
