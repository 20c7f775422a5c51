package dev.turnstile;

/**
 * A runtime for turnstiles: the threads of one JVM, or several processes.
 *
 * <pre>{@code
 * Turnstile gate = Turnstile.atMost(3).named("render").open(Mapped.here());
 * }</pre>
 */
@FunctionalInterface
public interface Driver {
    /**
     * Opens a turnstile as described.
     *
     * @throws IllegalArgumentException if this driver cannot open such a turnstile; the message gives the reason
     */
    Turnstile open(Description description);
}
