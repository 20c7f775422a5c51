package dev.turnstile.algorithm.ledger;

/**
 * What the shared memory holds can't be a ledger.
 *
 * <pre>{@code
 * catch (DamagedException damaged) { System.err.println(damaged.getMessage()); }
 * }</pre>
 */
public final class DamagedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    DamagedException(String found) {
        super("found " + found);
    }
}
