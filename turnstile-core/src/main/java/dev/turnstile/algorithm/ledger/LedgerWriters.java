package dev.turnstile.algorithm.ledger;

/**
 * A pool of writers. Each writer serves one step at a time.
 *
 * <pre>{@code
 * LedgerWriter writer = writers.take();
 * try {
 *     writer.read(shared);
 *     return writer.ledger().held();
 * } finally {
 *     writers.giveBack(writer);
 * }
 * }</pre>
 */
public interface LedgerWriters {
    /** Returns a writer for exclusive use until it is given back. */
    LedgerWriter borrow();

    /** Takes a writer back. */
    void recycle(LedgerWriter writer);

    /**
     * Returns the number of words of a page, the same for every writer. Returns 0 if the ledger is not on pages in the
     * shared cells, so that no request can enter by the root alone.
     */
    default int pageWords() {
        return 0;
    }
}
