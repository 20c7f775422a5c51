package dev.turnstile.algorithm.ledger;

/**
 * There is no room in the ledger for one more who is inside or waits.
 *
 * <pre>{@code
 * Turnstile.atMost(3).named("render").participants(2000).open(Mapped.here());    // room for 2000
 * }</pre>
 */
public final class LedgerFullException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    LedgerFullException(int entries) {
        super("there is room for " + entries + " at once, inside or waiting, and all of it is taken;"
                + " open it for more participants");
    }
}
