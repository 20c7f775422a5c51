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
public interface Pens {
    /** A pen that nobody else uses until it is given back. */
    Pen take();

    /** Takes it back. */
    void giveBack(Pen pen);

    /** How many words a page has, of every pen. */
    int pageWords();
}
