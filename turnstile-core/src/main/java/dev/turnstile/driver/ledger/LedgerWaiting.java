package dev.turnstile.driver.ledger;

import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.driver.Patience;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How the threads of this process wait. A platform thread sleeps on a bell of its own, as long as there are some;
 * others park, and the keeper sleeps for them. The first in line spins for a moment first.
 *
 * <p>Whoever waits looks for the dead now and then, the sooner the nearer its turn: who died inside, or ahead in line,
 * or after it had let somebody in and before it had rung.
 */
final class LedgerWaiting {
    /** How often the first in line looks for the dead; the others less often. */
    static final long LOOK_NANOS = 50_000_000;

    private static final long LOOK_NANOS_MAX = 1_000_000_000;
    private static final int SPINS = 300; // some 10 microseconds: a few short sections

    private final OpenLedger ledger;
    private final WaiterThread keeper;
    private final int bells;
    private final AtomicInteger bellsTaken = new AtomicInteger(1); // the first is the keeper's

    LedgerWaiting(OpenLedger ledger, WaiterThread keeper) {
        this.ledger = ledger;
        bells = Math.min(RequestWord.BELLS_MAX, ledger.store().bells());
        this.keeper = keeper;
    }

    /** A bell for this thread alone, or 0 for the keeper's. */
    int takeBell() {
        if (Thread.currentThread().isVirtual()) {
            return 0;
        }
        int taken = bellsTaken.get();
        while (taken != (1 << bells) - 1) {
            int free = Integer.numberOfTrailingZeros(~taken);
            if (bellsTaken.compareAndSet(taken, taken | 1 << free)) {
                ledger.store().bell(free).quiet(); // before its request is in the ledger
                return free;
            }
            taken = bellsTaken.get();
        }
        return 0;
    }

    void giveBack(int bell) {
        if (bell != 0) {
            bellsTaken.getAndUpdate(taken -> taken & ~(1 << bell));
        }
    }

    /**
     * Waits until the waiter has ended, which it also does when patience is over, or somebody calls it off. However
     * that comes, and also if this throws, an interrupt is kept in the thread's status.
     *
     * @param bell of its own, and quiet since before its request was in the ledger; or 0
     * @param look whether to look at the ledger before sleeping
     */
    void await(LedgerWaiter waiter, int bell, boolean look, Patience patience, BooleanSupplier calledOff) {
        Interest interest = new Interest(patience, calledOff);
        try {
            if (bell == 0) {
                park(waiter, interest);
            } else {
                sleep(waiter, ledger.store().bell(bell), look, interest);
            }
        } finally {
            interest.keepInterrupt();
        }
    }

    /** Whether a thread still wants what it waits for. */
    private static final class Interest {
        final Patience patience;
        private final BooleanSupplier calledOff;
        private boolean interrupted;

        Interest(Patience patience, BooleanSupplier calledOff) {
            this.patience = patience;
            this.calledOff = calledOff;
        }

        /** Takes the interrupt status, which would keep the thread from sleeping. */
        boolean isOver() {
            interrupted |= Thread.interrupted();
            return calledOff.getAsBoolean() || patience.isOver() || (interrupted && patience.interruptible());
        }

        void keepInterrupt() {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void sleep(LedgerWaiter waiter, Bell bell, boolean mustLook, Interest interest) {
        Interrupts interrupts = new Interrupts(bell);
        long looked = System.nanoTime();
        boolean looks = mustLook;
        while (true) {
            if (looks) {
                bell.quiet();
                waiter.look(ledger.cells());
            }
            looks = true;
            if (!waiter.hasEnded() && interest.isOver()) {
                waiter.giveUp(ledger.cells());
            }
            if (waiter.hasEnded()) {
                return;
            }
            int ahead = waiter.position();
            if (ahead == 0 && spin(bell)) {
                continue;
            }
            long period = Math.min(LOOK_NANOS_MAX, LOOK_NANOS * (ahead + 1));
            interrupts.sleep(Math.min(period, left(interest.patience)));
            long now = System.nanoTime();
            if (now - looked >= period) {
                looked = now;
                ledger.clearUp();
            }
        }
    }

    /**
     * Not for long, and without yielding: beside those who want the processor for themselves, a yield takes
     * milliseconds.
     */
    private static boolean spin(Bell bell) {
        for (int i = 0; i < SPINS && !bell.isRung(); i++) {
            Thread.onSpinWait();
        }
        return bell.isRung();
    }

    private void park(LedgerWaiter waiter, Interest interest) {
        keeper.add(waiter);
        while (!waiter.hasEnded()) {
            if (interest.isOver()) {
                waiter.giveUp(ledger.cells());
            } else {
                LockSupport.parkNanos(waiter, left(interest.patience));
            }
        }
    }

    private static long left(Patience patience) {
        return patience.deadlineNanos() == Patience.FOR_EVER
                ? Long.MAX_VALUE
                : Math.max(0, patience.deadlineNanos() - System.nanoTime());
    }
}
