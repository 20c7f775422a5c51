package dev.turnstile;

/**
 * Thrown if a turnstile is closed, before or during a wait. Nothing is acquired. A retry on the same turnstile does not
 * help.
 *
 * <pre>{@code
 * catch (TurnstileClosedException e) { shutDown(); }
 * }</pre>
 */
public final class TurnstileClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Constructs an exception for the turnstile of that name. */
    public TurnstileClosedException(String name) {
        super(name.isEmpty() ? "the turnstile is closed" : "turnstile '" + name + "' is closed");
    }
}
