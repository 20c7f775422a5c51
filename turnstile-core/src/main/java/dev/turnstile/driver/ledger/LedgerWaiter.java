package dev.turnstile.driver.ledger;

import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Region;
import java.util.Optional;

/**
 * A request that waits to enter or to leave. The waiting thread, which may give up, and the waiter thread both step its
 * process. They take turns under this object's lock.
 */
final class LedgerWaiter {
    final LedgerProcess process;
    final Optional<Thread> thread;
    private final Runnable tell;
    private volatile boolean ended;
    private boolean notified;
    private Optional<RuntimeException> failure = Optional.empty();

    /** Creates a waiter. The first thread to notice that the wait has ended runs {@code tell}, once. */
    LedgerWaiter(LedgerProcess process, Optional<Thread> thread, Runnable tell) {
        this.process = process;
        this.thread = thread;
        this.tell = tell;
    }

    /** Steps the process as far as it goes. */
    synchronized void look(Cells cells) {
        if (!ended) {
            try {
                process.runUntilBlocked(cells);
                end();
            } catch (TurnstileUnusableException replaced) {
                fail(replaced);
            }
        }
    }

    /**
     * Gives up waiting. The request remains inside or outside as it was before, unless it succeeded at the same moment.
     */
    synchronized void giveUp(Cells cells) {
        look(cells); // it may have succeeded unnoticed
        if (ended) {
            return;
        }
        if (process.isHeldBack()) {
            process.stay();
        } else {
            process.withdraw();
        }
        look(cells);
    }

    /** Gives up waiting. A request that was to enter is outside afterwards, even if it was admitted meanwhile. */
    synchronized void withdraw(Cells cells) {
        boolean entering = process.region() == Region.TRYING;
        giveUp(cells);
        if (entering && process.region() == Region.CRITICAL) {
            process.abandon();
            process.runUntilBlocked(cells);
        }
    }

    private void end() {
        Region region = process.region();
        ended = region == Region.CRITICAL || region == Region.REMAINDER;
        if (ended && !notified) {
            notified = true;
            tell.run();
        }
    }

    /** Ends the wait with a failure. */
    synchronized void fail(RuntimeException reason) {
        failure = Optional.of(reason);
        ended = true;
        if (!notified) {
            notified = true;
            tell.run();
        }
    }

    /** Throws the failure that ended the wait, if there was one. */
    synchronized void rethrow() {
        failure.ifPresent(reason -> {
            throw reason;
        });
    }

    /** Returns how many requests were ahead of it in line at the last look. */
    synchronized int position() {
        return process.position();
    }

    boolean hasEnded() {
        return ended;
    }
}
