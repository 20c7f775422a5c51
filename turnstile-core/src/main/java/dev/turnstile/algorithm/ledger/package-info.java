/**
 * The ledger algorithm: all holders and waiters as one value that changes as a whole. If a process is killed at any
 * instruction, it has changed the ledger completely or not at all.
 *
 * <p>Read {@link dev.turnstile.algorithm.ledger.Ledger} first: it defines the possible moves. Then read
 * {@link dev.turnstile.algorithm.ledger.LedgerWriter}, which commits a move atomically, and
 * {@link dev.turnstile.algorithm.ledger.LedgerProcess}, the state machine of one request.
 */
package dev.turnstile.algorithm.ledger;
