package dev.turnstile.algorithm.ledger;

/**
 * Storage that keeps a ledger as one versioned value, such as a row of a table. Replacing is linearizable.
 *
 * <pre>{@code
 * LedgerValue seen = register.read();
 * Commit outcome = register.replace(seen, next);     // CONFLICT if another client replaced it in between
 * }</pre>
 */
public interface LedgerRegister {
    /** Returns the current value, never an older one than this client has read or written before. */
    LedgerValue read();

    /** Replaces the value seen with the next one, provided that the version seen is still the current one. */
    Commit replace(LedgerValue seen, LedgerValue next);
}
