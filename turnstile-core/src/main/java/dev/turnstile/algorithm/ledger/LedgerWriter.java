package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Cells;

/**
 * Reads a {@link Ledger} from its storage and writes it back, as a whole or not at all.
 *
 * <p>Each call receives the shared cells, where a {@link PageWriter} keeps the ledger.
 *
 * <pre>{@code
 * writer.read(shared);
 * writer.ledger().expel(who);
 * boolean done = writer.commit(shared);     // false: read again, and repeat
 * }</pre>
 */
public interface LedgerWriter {
    /**
     * Reads the ledger.
     *
     * @throws RetiredException if the ledger is out of use
     * @throws DamagedException if the storage does not hold a ledger
     */
    void read(Cells shared);

    /** Returns the ledger that was read last, with the changes made since. */
    Ledger ledger();

    /** Replaces the ledger that was read by the changed one. Returns false if another writer has replaced it since. */
    boolean commit(Cells shared);
}
