package dev.turnstile.driver.threads;

import dev.turnstile.driver.Patience;
import dev.turnstile.machine.Process;
import java.util.concurrent.locks.LockSupport;

/**
 * One who waits in line. The line's lock guards everything but its outcome and whether it is parked, which are how the
 * one who decides tells the one who waits: first the outcome is set, then whoever is parked is woken; the waiter first
 * says that it parks, then looks at the outcome.
 */
abstract class ThreadWaiter {
    /** What became of a waiter. */
    enum Outcome {
        WAITING,
        /** Its process is inside. */
        GRANTED,
        /** It gave up by itself; its process may still have to pass on its place in line. */
        GAVE_UP,
        /** The turnstile was closed. */
        CLOSED,
        /** It asks for more than the lowered limit. */
        OVER_LIMIT
    }

    final Process process;
    int units; // grows when it takes over what others who gave up have to pass on
    final long since;
    boolean collects; // takes places one by one until it has all that it wants
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

    /** Tells the one who waits that there is an outcome. Called once, outside the lock. */
    abstract void tell();

    /** Says that its turn is near. */
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
        void tell() {
            if (parked) {
                LockSupport.unpark(thread);
            }
        }

        /** A virtual thread does not spin, and so sleeps on. */
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

        /** Whether it was nudged since the last question. */
        boolean wasNudged() {
            boolean was = nudged;
            nudged = false;
            return was;
        }

        /** Parks until told, nudged, interrupted, or the deadline; may also return for no reason. */
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

    /** What is left in line of one who gave up. */
    static final class Gone extends ThreadWaiter {
        Gone(Process process) {
            super(process, 1, 0);
            decide(Outcome.GAVE_UP);
        }

        @Override
        void tell() {}
    }

    /** A future that waits. */
    static final class Promised extends ThreadWaiter {
        private final Runnable then;

        Promised(Process process, int units, long since, java.util.function.Consumer<Promised> then) {
            super(process, units, since);
            this.then = () -> then.accept(this);
        }

        @Override
        void tell() {
            then.run();
        }
    }
}
