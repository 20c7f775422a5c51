package dev.turnstile.machine;

/**
 * Where a process or node is in its cycle.
 *
 * <p>The cycle is REMAINDER, TRYING, CRITICAL, EXIT and back to REMAINDER. An attempt or a very short protocol may skip
 * TRYING or EXIT; a cancelled request goes from TRYING to EXIT without having been CRITICAL.
 *
 * <pre>{@code
 * long inside = processes.stream().filter(p -> p.region() == Region.CRITICAL).count();
 * }</pre>
 */
public enum Region {
    /** Wants nothing and holds nothing. */
    REMAINDER,
    /** Has asked to come in and is not inside yet. */
    TRYING,
    /** Is inside. */
    CRITICAL,
    /**
     * A process is on its way out, or passes on a place in line that it gave up. A node is inside still, and waits
     * until a window lets it out.
     */
    EXIT
}
