package dev.turnstile.algorithm.ledger;

/**
 * Thrown when the ledger has no room for another holder or waiter.
 *
 * <pre>{@code
 * Turnstile.atMost(3).named("render").participants(2000).open(Mapped.here());    // room for 2000
 * }</pre>
 */
public final class LedgerFullException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    LedgerFullException(int entries) {
        super("all " + entries + " places for holders and waiters are taken; open it with more participants");
    }
}
