package dev.turnstile;

/**
 * What runs a turnstile for real: on the threads of one JVM, or between processes.
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
     * @throws IllegalArgumentException when it can't be had as described; it says why
     */
    Turnstile open(Description description);
}
