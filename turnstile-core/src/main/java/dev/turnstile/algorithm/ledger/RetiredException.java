package dev.turnstile.algorithm.ledger;

/**
 * The ledger is out of use for good: whoever still has it open must open it anew.
 *
 * <pre>{@code
 * catch (RetiredException replaced) { reopen(); }
 * }</pre>
 */
public final class RetiredException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    RetiredException() {
        super("it was replaced by a new one in the meantime; open it again");
    }
}
