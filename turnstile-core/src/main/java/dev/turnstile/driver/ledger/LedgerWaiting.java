package dev.turnstile.driver.ledger;

import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.driver.Patience;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The way in which the threads of this process wait. A platform thread sleeps on a bell of its own as long as bells
 * last. Other threads park, and the waiter thread sleeps for them. The first in line spins briefly before it sleeps.
 *
 * <p>Waiters look for crashed members from time to time, more often the nearer their turn. A member may have crashed
 * inside, or ahead in line, or after it admitted a request and before it rang the bell.
 */
final class LedgerWaiting {
    /** The period at which the first in line looks for crashed members. Others look less often. */
    static final long LOOK_NANOS = 50_000_000;

    private static final long LOOK_NANOS_MAX = 1_000_000_000;
    private static final int SPINS = 300; // about 10 microseconds, a few short critical sections

    private final OpenLedger ledger;
    private final WaiterThread waiterThread;
    private final int bells;
    private final AtomicInteger bellsTaken = new AtomicInteger(1); // bell 0 belongs to the waiter thread

    LedgerWaiting(OpenLedger ledger, WaiterThread waiterThread) {
        this.ledger = ledger;
        bells = Math.min(RequestWord.BELLS_MAX, ledger.store().bells());
        this.waiterThread = waiterThread;
    }

    /**
     * Takes a bell for the current thread alone. Returns 0, the waiter thread's bell, if the thread is virtual or no
     * bell is free.
     */
    int takeBell() {
        if (Thread.currentThread().isVirtual()) {
            return 0;
        }
        int taken = bellsTaken.get();
        while (taken != (1 << bells) - 1) {
            int free = Integer.numberOfTrailingZeros(~taken);
            if (bellsTaken.compareAndSet(taken, taken | 1 << free)) {
                ledger.store().bell(free).quiet(); // before the request is in the ledger
                return free;
            }
            taken = bellsTaken.get();
        }
        return 0;
    }

    void returnBell(int bell) {
        if (bell != 0) {
            bellsTaken.getAndUpdate(taken -> taken & ~(1 << bell));
        }
    }

    /**
     * Waits until the waiter has ended. It also ends when its patience is over or the wait is called off. However the
     * wait ends, even by an exception, an interrupt is kept in the thread's interrupt status.
     *
     * @param bell a bell of its own that has been quiet since before the request was in the ledger, or 0
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

    /** The conditions under which a thread continues to wait. */
    private static final class Interest {
        final Patience patience;
        private final BooleanSupplier calledOff;
        private boolean interrupted;

        Interest(Patience patience, BooleanSupplier calledOff) {
            this.patience = patience;
            this.calledOff = calledOff;
        }

        /** Returns whether to stop waiting. Clears the interrupt status, which would keep the thread from sleeping. */
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

    /** Spins briefly, without yielding. A yield takes milliseconds when other threads compete for the processor. */
    private static boolean spin(Bell bell) {
        for (int i = 0; i < SPINS && !bell.isRung(); i++) {
            Thread.onSpinWait();
        }
        return bell.isRung();
    }

    private void park(LedgerWaiter waiter, Interest interest) {
        waiterThread.add(waiter);
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
