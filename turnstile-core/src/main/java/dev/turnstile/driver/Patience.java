package dev.turnstile.driver;

import java.time.Duration;

/**
 * How long a caller waits, and whether an interrupt ends the wait.
 *
 * <pre>{@code
 * Patience patience = Patience.until(Duration.ofSeconds(5));
 * while (!granted && !patience.isOver()) { .. }
 * }</pre>
 *
 * @param deadlineNanos the deadline, in terms of {@link System#nanoTime}
 * @param interruptible whether an interrupt ends the wait
 */
public record Patience(long deadlineNanos, boolean interruptible) {
    /** A deadline that is never reached. */
    public static final long FOR_EVER = Long.MAX_VALUE;

    /** Waits without a deadline, until an interrupt. */
    public static final Patience INTERRUPTIBLE = new Patience(FOR_EVER, true);

    /** Waits without a deadline, whatever happens. */
    public static final Patience UNINTERRUPTIBLE = new Patience(FOR_EVER, false);

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 4); // some decades

    /** Waits until the timeout elapses, or an interrupt. A timeout that is zero or negative has already elapsed. */
    public static Patience until(Duration timeout) {
        Duration wait = timeout.isPositive() ? timeout : Duration.ZERO;
        long nanos = (wait.compareTo(LONGEST) > 0 ? LONGEST : wait).toNanos();
        return new Patience(System.nanoTime() + nanos, true);
    }

    /** Returns true if the deadline has passed. */
    public boolean isOver() {
        return deadlineNanos != FOR_EVER && deadlineNanos - System.nanoTime() <= 0;
    }
}
