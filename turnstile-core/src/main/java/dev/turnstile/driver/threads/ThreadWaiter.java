package dev.turnstile.driver.threads;

import dev.turnstile.driver.Patience;
import dev.turnstile.machine.Process;
import java.util.concurrent.locks.LockSupport;

/**
 * A waiter in line.
 *
 * <p>The line's lock guards all its fields except the outcome and whether it is parked. These two carry the message
 * from the thread that decides to the waiter. The deciding thread first sets the outcome, then wakes the waiter if it
 * is parked. The waiter first records that it parks, then checks the outcome.
 */
abstract class ThreadWaiter {
    /** What became of a waiter. */
    enum Outcome {
        WAITING,
        /** Its process is inside. */
        GRANTED,
        /** It gave up by itself. Its process may still have to pass on its place in line. */
        GAVE_UP,
        /** The turnstile was closed. */
        CLOSED,
        /** It requests more than the lowered limit. */
        OVER_LIMIT
    }

    final Process process;
    int units; // grows when it takes over places that other waiters gave up and have yet to pass on
    final long since;
    boolean collects; // takes places one by one until it has all it requested
    ThreadWaiter before;
    ThreadWaiter behind;
    private volatile Outcome outcome = Outcome.WAITING;

    ThreadWaiter(Process process, int units, long since) {
        this.process = process;
        this.units = units;
        this.since = since;
    }

    final Outcome outcome() {
        return outcome;
    }

    final boolean waits() {
        return outcome == Outcome.WAITING;
    }

    final void decide(Outcome decided) {
        outcome = decided;
    }

    /** Notifies the waiter that there is an outcome. Called once, outside the lock. */
    abstract void wake();

    /** Signals that its turn is near. */
    void nudge() {}

    /** A thread that waits. */
    static final class Blocked extends ThreadWaiter {
        final Thread thread = Thread.currentThread();
        private volatile boolean parked;
        private volatile boolean nudged; // its turn is near: it should be awake

        Blocked(Process process, int units, long since) {
            super(process, units, since);
        }

        @Override
        void wake() {
            if (parked) {
                LockSupport.unpark(thread);
            }
        }

        /** Wakes a platform thread, so that it spins. A virtual thread does not spin, and stays parked. */
        @Override
        void nudge() {
            if (thread.isVirtual()) {
                return;
            }
            nudged = true;
            if (parked) {
                LockSupport.unpark(thread);
            }
        }

        /** Returns true if it was nudged since the last call. */
        boolean wasNudged() {
            boolean was = nudged;
            nudged = false;
            return was;
        }

        /** Parks until notified, nudged or interrupted, or until the deadline. May also return spuriously. */
        void park(long deadlineNanos) {
            parked = true;
            if (waits() && !nudged) {
                if (deadlineNanos == Patience.FOR_EVER) {
                    LockSupport.park(this);
                } else {
                    LockSupport.parkNanos(this, deadlineNanos - System.nanoTime());
                }
            }
        }
    }

    /** What a caller that gave up leaves in line. */
    static final class Gone extends ThreadWaiter {
        Gone(Process process) {
            super(process, 1, 0);
            decide(Outcome.GAVE_UP);
        }

        @Override
        void wake() {}
    }

    /** A future that waits. */
    static final class Promised extends ThreadWaiter {
        private final Runnable then;

        Promised(Process process, int units, long since, java.util.function.Consumer<Promised> then) {
            super(process, units, since);
            this.then = () -> then.accept(this);
        }

        @Override
        void wake() {
            then.run();
        }
    }
}
