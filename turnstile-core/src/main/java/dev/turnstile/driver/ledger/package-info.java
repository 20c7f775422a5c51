/**
 * Turnstiles on a ledger, independent of where the ledger is stored.
 *
 * <p>Read {@link dev.turnstile.driver.ledger.LedgerStore} first: it is the interface to the storage. Then read
 * {@link dev.turnstile.driver.ledger.OpenLedger}, the ledger as one process uses it, and
 * {@link dev.turnstile.driver.ledger.LedgerTurnstile}, the turnstile that a caller holds.
 */
package dev.turnstile.driver.ledger;
