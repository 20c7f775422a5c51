package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Cells;

/**
 * Reads a {@link Ledger} from where it is kept and writes it back, as a whole or not at all.
 *
 * <p>Each call is given the shared cells. A {@link PageWriter} keeps the ledger there; a {@link RegisterWriter} has a
 * register of its own and leaves the cells alone.
 *
 * <pre>{@code
 * pen.read(shared);
 * pen.ledger().expel(who);
 * Commit outcome = pen.commit(shared);
 * }</pre>
 */
public interface LedgerWriter {
    /**
     * Reads the ledger.
     *
     * @throws RetiredException if it is out of use
     * @throws DamagedException if what was read can't be a ledger
     */
    void read(Cells shared);

    /** Returns what was read last, and changed since. */
    Ledger ledger();

    /** Replaces the ledger that was read with what has become of it. */
    Commit commit(Cells shared);
}
