package dev.turnstile.algorithm.store;

/**
 * How long a session may be silent, and what follows for its owner and its watchers. The rates of any two clocks differ
 * by less than 1 %: the owner stops a little early, and a watcher waits a little longer.
 *
 * @param millis the lease
 * @param margin by how much the owner's deadline comes before the end of the lease
 * @param patience how long a watcher sees the same record before it declares the session dead
 */
public record Lease(long millis, long margin, long patience) {
    private static final long MARGIN_MIN = 100;
    private static final long REACTION = 50;

    /** Returns the rules for a lease of this many milliseconds. */
    public static Lease ofMillis(long millis) {
        return new Lease(millis, Math.max(millis / 50, MARGIN_MIN), millis + (millis + 49) / 50 + REACTION);
    }
}
