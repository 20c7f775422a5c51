package dev.turnstile;

/**
 * Thrown if a permit was lost before it was released: an operator revoked it, or the turnstile's file was deleted or
 * replaced. Since then another holder may have been inside, so the work done meanwhile may need checking.
 * {@link Permit#onLost} reports the loss at once; this exception reports it at the end.
 *
 * <pre>{@code
 * catch (PermitLostException lost) { rollBack(); }
 * }</pre>
 */
public final class PermitLostException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Constructs an exception for a permit of the turnstile of that name. */
    public PermitLostException(String name) {
        super("the permit of '" + name + "' was revoked before it was released");
    }

    /**
     * Constructs an exception for a permit of the turnstile of that name, which became unusable for the given cause.
     */
    public PermitLostException(String name, TurnstileUnusableException cause) {
        super("the permit of '" + name + "' was lost: " + cause.getMessage(), cause);
    }
}
