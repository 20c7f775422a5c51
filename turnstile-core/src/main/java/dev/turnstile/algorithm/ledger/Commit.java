package dev.turnstile.algorithm.ledger;

/**
 * What became of an attempt to replace a ledger.
 *
 * <pre>{@code
 * while (pen.commit(shared) == Commit.CONFLICT) {
 *     pen.read(shared);
 *     move.accept(pen.ledger());
 * }
 * }</pre>
 */
public enum Commit {
    /** It was replaced. */
    APPLIED,
    /** It was not replaced and never will be by this attempt: its version was no longer the current one. */
    CONFLICT,
    /**
     * There was no answer. The attempt may have been applied, or may be applied later, as long as the version that it
     * names is the current one.
     */
    UNKNOWN
}
