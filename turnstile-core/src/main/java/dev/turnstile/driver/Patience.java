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

    private static final long NANOS_MAX = Long.MAX_VALUE / 4; // some decades

    /** Until the timeout, or an interrupt. */
    public static Patience until(Duration timeout) {
        long nanos = timeout.compareTo(Duration.ofNanos(NANOS_MAX)) > 0 ? NANOS_MAX : timeout.toNanos();
        return new Patience(System.nanoTime() + nanos, true);
    }

    /** Whether the deadline has come. */
    public boolean isOver() {
        return deadlineNanos != FOR_EVER && deadlineNanos - System.nanoTime() <= 0;
    }
}
