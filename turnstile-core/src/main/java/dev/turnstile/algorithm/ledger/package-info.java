/**
 * The ledger: who is inside and who waits as one value, changed as a whole, so that a process that is killed at any
 * instruction has changed it completely or not at all. {@link dev.turnstile.algorithm.ledger.Ledger} says what can
 * happen, {@link dev.turnstile.algorithm.ledger.LedgerWriter} makes it happen at once,
 * {@link dev.turnstile.algorithm.ledger.LedgerProcess} is one request on its way.
 */
package dev.turnstile.algorithm.ledger;
