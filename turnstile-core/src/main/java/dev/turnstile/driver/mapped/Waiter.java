package dev.turnstile.driver.mapped;

import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Region;
import java.util.Optional;

/**
 * One who waits, to enter or to leave. Several threads may step its process: the one that waits, which may give up, and the
 * keeper; so they take turns.
 */
final class Waiter {
    final LedgerProcess process;
    final int units;
    final Optional<Thread> thread;
    private final Runnable tell;
    private volatile boolean ended;

    /** Whoever notices that it has ended calls {@code tell}, once. */
    Waiter(LedgerProcess process, int units, Optional<Thread> thread, Runnable tell) {
        this.process = process;
        this.units = units;
        this.thread = thread;
        this.tell = tell;
    }

    /** Steps as far as it goes. */
    synchronized void look(Cells cells) {
        if (!ended) {
            process.go(cells);
            end();
        }
    }

    /** Gives up: it is inside or not as before, or, if it came through in the same moment, as it wanted. */
    synchronized void giveUp(Cells cells) {
        if (ended) {
            return;
        }
        if (process.isHeldBack()) {
            process.stay();
        } else {
            process.withdraw();
        }
        process.go(cells);
        end();
    }

    private void end() {
        Region region = process.region();
        ended = region == Region.CRITICAL || region == Region.REMAINDER;
        if (ended) {
            tell.run();
        }
    }

    boolean hasEnded() {
        return ended;
    }
}
