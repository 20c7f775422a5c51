package dev.turnstile.algorithm.ledger;

/** Thrown when the shared memory or the register does not hold what it should. */
public final class DamagedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception that says what was found instead. */
    public DamagedException(String found) {
        super("found " + found);
    }
}
