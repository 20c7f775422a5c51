package dev.turnstile;

/**
 * What a turnstile is kept in can't be used: its file is damaged, of another version, somebody else's, or can't be read
 * or written. Nothing was acquired. The message says what was found and what to do; a retry alone does not help.
 *
 * <pre>{@code
 * catch (TurnstileUnusableException unusable) { System.err.println(unusable.getMessage()); }
 * }</pre>
 */
public final class TurnstileUnusableException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** With what was found, and what to do. */
    public TurnstileUnusableException(String found) {
        super(found);
    }

    /** As the other, with the cause. */
    public TurnstileUnusableException(String found, Throwable cause) {
        super(found, cause);
    }
}
