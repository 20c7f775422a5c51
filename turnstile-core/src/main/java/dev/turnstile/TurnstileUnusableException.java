package dev.turnstile;

/**
 * Thrown if a turnstile's storage cannot be used: its file is damaged, has another version, belongs to another user, or
 * cannot be read or written. Nothing is acquired. The message says what was found and what to do. A retry alone does
 * not help.
 *
 * <pre>{@code
 * catch (TurnstileUnusableException unusable) { System.err.println(unusable.getMessage()); }
 * }</pre>
 */
public final class TurnstileUnusableException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Constructs an exception with a message that says what was found and what to do. */
    public TurnstileUnusableException(String found) {
        super(found);
    }

    /** Constructs an exception with a message that says what was found and what to do, and its cause. */
    public TurnstileUnusableException(String found, Throwable cause) {
        super(found, cause);
    }
}
