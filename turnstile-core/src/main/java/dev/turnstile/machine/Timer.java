package dev.turnstile.machine;

/**
 * A timer of a node. A machine has no clock: it says what its timer has to outlast, and the runtime turns that into a
 * duration.
 *
 * <pre>{@code
 * Timer round = new Timer("round", 2 * (n - 1));
 * }</pre>
 *
 * @param name what runs out, in a word
 * @param hops how many messages, sent one after another, the timer outlasts
 */
public record Timer(String name, int hops) {
    /**
     * Checks the number of messages.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public Timer {
        if (hops < 1) {
            throw new IllegalArgumentException("a timer outlasts at least 1 message, not " + hops);
        }
    }
}
