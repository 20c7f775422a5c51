package dev.turnstile.lab.explore;

/**
 * A machine threw while it made a move, or a variable of it left its domain: a finding, not a failure of the search.
 */
final class MachineFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MachineFailed(RuntimeException cause) {
        super(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
    }
}
