package dev.turnstile.algorithm.ledger;

/**
 * Who tells the others what a move has done to their requests.
 *
 * <pre>{@code
 * Bells silent = who -> {};
 * }</pre>
 */
@FunctionalInterface
public interface Bells {
    /** This request was let in or out, asked to leave, or removed, by somebody else's move. */
    void ring(long who);

    /** This request is the next in line: it should be awake soon. */
    default void nudge(long who) {}
}
