package dev.turnstile.algorithm.ledger;

/**
 * The outcome of an attempt to replace a ledger.
 *
 * <pre>{@code
 * while (writer.commit(shared) == Commit.CONFLICT) {
 *     writer.read(shared);
 *     move.accept(writer.ledger());
 * }
 * }</pre>
 */
public enum Commit {
    /** The ledger was replaced. */
    APPLIED,
    /**
     * The ledger was not replaced, and never will be by this attempt, because its version was no longer the current
     * one.
     */
    CONFLICT,
    /**
     * There was no answer. The attempt may have been applied, or may be applied later, as long as the version that it
     * names is the current one.
     */
    UNKNOWN
}
