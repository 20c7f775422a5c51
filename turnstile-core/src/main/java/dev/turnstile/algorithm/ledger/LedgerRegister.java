package dev.turnstile.algorithm.ledger;

/**
 * What keeps a ledger as one versioned value, for example a row of a table. Replacing is linearizable.
 *
 * <pre>{@code
 * LedgerValue seen = register.read();
 * Commit outcome = register.replace(seen, next);
 * }</pre>
 */
public interface LedgerRegister {
    /** Returns the current value, never an older one than this client has read or written before. */
    LedgerValue read();

    /** Replaces the value that was seen with the next one, if the version that was seen is still the current one. */
    Commit replace(LedgerValue seen, LedgerValue next);
}
