package dev.turnstile.driver.ledger;

import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Region;
import java.util.Optional;

/**
 * One who waits, to enter or to leave. Several threads may step its process: the one that waits, which may give up, and
 * the keeper; so they take turns.
 */
final class LedgerWaiter {
    final LedgerProcess process;
    final Optional<Thread> thread;
    private final Runnable tell;
    private volatile boolean ended;
    private boolean told;
    private Optional<RuntimeException> failure = Optional.empty();

    /** Whoever notices that it has ended calls {@code tell}, once. */
    LedgerWaiter(LedgerProcess process, Optional<Thread> thread, Runnable tell) {
        this.process = process;
        this.thread = thread;
        this.tell = tell;
    }

    /** Steps as far as it goes. */
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

    /** Gives up: it is inside or not as before, or, if it came through in the same moment, as it wanted. */
    synchronized void giveUp(Cells cells) {
        look(cells); // it may have come through, and nobody has looked yet
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

    /** Gives up; one that wanted to enter is outside afterwards, even if it came in meanwhile. */
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
        if (ended && !told) {
            told = true;
            tell.run();
        }
    }

    /** There is nothing left to wait for. */
    synchronized void fail(RuntimeException reason) {
        failure = Optional.of(reason);
        ended = true;
        if (!told) {
            told = true;
            tell.run();
        }
    }

    /** Throws why it has ended, if that was by a failure. */
    synchronized void rethrow() {
        failure.ifPresent(reason -> {
            throw reason;
        });
    }

    /** How many requests were ahead of it in line when somebody last looked. */
    synchronized int position() {
        return process.position();
    }

    boolean hasEnded() {
        return ended;
    }
}
