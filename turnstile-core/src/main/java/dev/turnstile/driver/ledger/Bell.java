package dev.turnstile.driver.ledger;

/**
 * A signal that one thread sleeps on and other threads ring, possibly from another process.
 *
 * <pre>{@code
 * bell.quiet();
 * if (!granted()) {
 *     bell.sleep(50_000_000);     // returns at once if the bell was rung after quiet()
 * }
 * }</pre>
 */
public interface Bell {
    /**
     * Resets the bell, so that it records every ring from now on. Call this before checking the condition that a ring
     * may announce.
     */
    void quiet();

    /**
     * Returns whether the bell was rung since {@link #quiet}. Returns false if the bell can't tell without sleeping.
     */
    boolean isRung();

    /**
     * Sleeps until the bell is rung, but no longer than the given time. Returns at once if the bell was rung since
     * {@link #quiet}. May return spuriously.
     */
    void sleep(long nanos);

    /** Rings the bell. */
    void ring();
}
