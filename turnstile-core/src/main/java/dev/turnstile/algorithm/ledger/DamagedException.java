package dev.turnstile.algorithm.ledger;

/** Thrown when the shared memory or the register does not hold a ledger. */
public final class DamagedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    DamagedException(String found) {
        super("found " + found);
    }
}
