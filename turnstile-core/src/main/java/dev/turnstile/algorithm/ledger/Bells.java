package dev.turnstile.algorithm.ledger;

/** Notifies the owners of requests that a move by another request has changed. */
@FunctionalInterface
public interface Bells {
    /**
     * Notifies the owner that another request's move has admitted its request, let it out, asked it to leave, or
     * removed it.
     */
    void ring(long who);

    /** Notifies the owner that its request is the next in line and should be awake soon. The default does nothing. */
    default void nudge(long who) {}
}
