package dev.turnstile;

/**
 * The turnstile was closed, before or while the caller waited. Nothing was acquired; a retry on the same turnstile does
 * not help.
 *
 * <pre>{@code
 * catch (TurnstileClosedException e) { shutDown(); }
 * }</pre>
 */
public final class TurnstileClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** For the turnstile of that name. */
    public TurnstileClosedException(String name) {
        super("turnstile '" + name + "' is closed");
    }
}
