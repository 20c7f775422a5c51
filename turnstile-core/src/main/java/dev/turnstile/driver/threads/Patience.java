package dev.turnstile.driver.threads;

import java.time.Duration;

/** How long a caller waits, and whether an interrupt ends it. */
record Patience(long deadlineNanos, boolean interruptible) {
    /** A deadline that never comes. */
    static final long FOR_EVER = Long.MAX_VALUE;

    static final Patience INTERRUPTIBLE = new Patience(FOR_EVER, true);
    static final Patience UNINTERRUPTIBLE = new Patience(FOR_EVER, false);

    private static final long NANOS_MAX = Long.MAX_VALUE / 4; // some decades

    static Patience until(Duration timeout) {
        long nanos = timeout.compareTo(Duration.ofNanos(NANOS_MAX)) > 0 ? NANOS_MAX : timeout.toNanos();
        return new Patience(System.nanoTime() + nanos, true);
    }

    boolean isOver() {
        return deadlineNanos != FOR_EVER && deadlineNanos - System.nanoTime() <= 0;
    }
}
