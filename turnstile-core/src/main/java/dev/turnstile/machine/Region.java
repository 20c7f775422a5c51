package dev.turnstile.machine;

/**
 * The part of its cycle that a process or node is in.
 *
 * <p>The cycle is REMAINDER, TRYING, CRITICAL, EXIT and back to REMAINDER. An attempt or a very short protocol may skip
 * TRYING or EXIT. A cancelled request of a process may pass through EXIT without having been CRITICAL; that of a node
 * goes straight to REMAINDER.
 *
 * <pre>{@code
 * long inside = processes.stream().filter(p -> p.region() == Region.CRITICAL).count();
 * }</pre>
 */
public enum Region {
    /** The participant holds nothing and requests nothing. */
    REMAINDER,
    /** The participant has requested entry and is not inside yet. */
    TRYING,
    /** The participant is inside. */
    CRITICAL,
    /**
     * A process is leaving, or is passing on a place in line that it gave up. A node is still inside and waits until a
     * window lets it leave.
     */
    EXIT
}
