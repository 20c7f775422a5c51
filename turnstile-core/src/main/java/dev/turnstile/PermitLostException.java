package dev.turnstile;

/**
 * The permit was lost before it was released: an operator took it away, or the turnstile's file was deleted or
 * replaced. Since then another holder may have been inside; what was done meanwhile may have to be looked at.
 * {@link Permit#onLost} tells at once, this tells at the end.
 *
 * <pre>{@code
 * catch (PermitLostException lost) { rollBack(); }
 * }</pre>
 */
public final class PermitLostException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Of the turnstile of that name. */
    public PermitLostException(String name) {
        super("the permit of '" + name + "' was taken away before it was released");
    }

    /** Of the turnstile of that name, which can't be used any more; says why. */
    public PermitLostException(String name, TurnstileUnusableException cause) {
        super("the permit of '" + name + "' was lost: " + cause.getMessage(), cause);
    }
}
