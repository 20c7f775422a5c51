package dev.turnstile.driver;

import java.time.Duration;

/**
 * How long a caller waits, and whether an interrupt ends it.
 *
 * <pre>{@code
 * Patience patience = Patience.until(Duration.ofSeconds(5));
 * }</pre>
 *
 * @param deadlineNanos by {@link System#nanoTime}
 * @param interruptible whether an interrupt ends the wait
 */
public record Patience(long deadlineNanos, boolean interruptible) {
    /** A deadline that never comes. */
    public static final long FOR_EVER = Long.MAX_VALUE;

    /** Until an interrupt. */
    public static final Patience INTERRUPTIBLE = new Patience(FOR_EVER, true);

    /** Until it comes. */
    public static final Patience UNINTERRUPTIBLE = new Patience(FOR_EVER, false);

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 4); // some decades

    /** Until the timeout, or an interrupt. A timeout that is not positive is over at once. */
    public static Patience until(Duration timeout) {
        Duration wait = timeout.isPositive() ? timeout : Duration.ZERO;
        long nanos = (wait.compareTo(LONGEST) > 0 ? LONGEST : wait).toNanos();
        return new Patience(System.nanoTime() + nanos, true);
    }

    /** Whether the deadline has come. */
    public boolean isOver() {
        return deadlineNanos != FOR_EVER && deadlineNanos - System.nanoTime() <= 0;
    }
}
