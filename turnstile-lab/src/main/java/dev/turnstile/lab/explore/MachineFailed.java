package dev.turnstile.lab.explore;

/**
 * Thrown if a machine throws during a move, or one of its variables leaves its domain. This is a finding, not a failure
 * of the search.
 */
final class MachineFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MachineFailed(RuntimeException cause) {
        super(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
    }
}
