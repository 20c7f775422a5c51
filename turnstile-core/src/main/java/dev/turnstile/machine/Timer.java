package dev.turnstile.machine;

/**
 * A timer of a node. A machine has no clock, so it states how many messages its timer must outlast. The runtime turns
 * that into a duration.
 *
 * <pre>{@code
 * Timer round = new Timer("round", 2 * (n - 1));     // one message there and back through a tree of n nodes
 * }</pre>
 *
 * @param name a one-word name for what expires
 * @param hops the number of messages, sent one after another, that the timer outlasts
 */
public record Timer(String name, int hops) {
    /**
     * Checks the number of messages.
     *
     * @throws IllegalArgumentException if {@code hops} is less than 1
     */
    public Timer {
        if (hops < 1) {
            throw new IllegalArgumentException("a timer outlasts at least 1 message, not " + hops);
        }
    }
}
