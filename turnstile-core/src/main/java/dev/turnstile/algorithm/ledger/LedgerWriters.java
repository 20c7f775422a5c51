package dev.turnstile.algorithm.ledger;

/**
 * Where pens are to be had: one is used by one step at a time.
 *
 * <pre>{@code
 * Pen pen = pens.take();
 * try {
 *     pen.read(shared);
 * } finally {
 *     pens.giveBack(pen);
 * }
 * }</pre>
 */
public interface LedgerWriters {
    /** A pen that nobody else uses until it is given back. */
    LedgerWriter take();

    /** Takes it back. */
    void giveBack(LedgerWriter pen);

    /**
     * Returns how many words a page has, of every pen. 0 where the ledger is not on pages in the shared cells: then
     * there is no short way in by the root alone.
     */
    default int pageWords() {
        return 0;
    }
}
