/**
 * The ledger for real callers, whatever keeps its value. {@link dev.turnstile.driver.ledger.LedgerStore} is what keeps
 * it, {@link dev.turnstile.driver.ledger.OpenLedger} the ledger as one process uses it,
 * {@link dev.turnstile.driver.ledger.LedgerTurnstile} what a caller has.
 */
package dev.turnstile.driver.ledger;
