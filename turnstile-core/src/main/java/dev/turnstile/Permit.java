package dev.turnstile;

/**
 * What a caller holds while inside. It is an object of its own, not tied to a thread: any thread may close it, and whoever
 * keeps it open keeps the place taken, also when the thread that acquired it is gone.
 *
 * <p>Not reentrant: acquiring twice takes two places.
 *
 * <pre>{@code
 * try (Permit permit = gate.acquire()) {
 *     render(permit.slot());
 * }
 * }</pre>
 */
public interface Permit extends AutoCloseable {
    /** How many units it holds. */
    int units();

    /**
     * Which of the places 0 to k-1 this is: a number that no other holder has at the same time, the smallest that is free.
     * It is given when first asked for, and then stays until the permit is closed. After {@link Turnstile#limit(int)} has
     * shrunk the limit, those still inside may have larger ones.
     *
     * @throws IllegalStateException if the permit was closed before anybody asked
     */
    int slot();

    /**
     * A number that grows with every grant of this {@link #slot}: larger than that of any earlier holder. A resource that
     * remembers the largest fence it has seen for a slot can turn away those who come too late.
     *
     * @throws IllegalStateException if the permit was closed before anybody asked for its slot or fence
     */
    long fence();

    /** Whether it is still held: not closed. */
    boolean isHeld();

    /**
     * Gives the place back, and hands it to the next in line. Never blocks. Closing again, from whichever thread, does
     * nothing. What this thread did before happens-before what the next holder does inside.
     */
    @Override
    void close();
}
