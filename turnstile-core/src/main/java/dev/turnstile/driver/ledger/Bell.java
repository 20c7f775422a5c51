package dev.turnstile.driver.ledger;

/**
 * Something that one thread sleeps on and others ring, perhaps from another process.
 *
 * <pre>{@code
 * bell.quiet();
 * if (!granted()) {
 *     bell.sleep(50_000_000);
 * }
 * }</pre>
 */
public interface Bell {
    /** Notices every ring from now on. To be called before looking for what a ring might tell. */
    void quiet();

    /** Returns whether it was rung since {@link #quiet}; false where that can't be told without sleeping. */
    boolean isRung();

    /**
     * Sleeps until it is rung, unless it was since {@link #quiet}, but not longer than this. May return for no reason.
     */
    void sleep(long nanos);

    /** Rings it. */
    void ring();
}
