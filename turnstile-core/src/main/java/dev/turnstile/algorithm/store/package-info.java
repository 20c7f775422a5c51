/**
 * How processes of several machines share a ledger and notice each other's crashes, with nothing but versioned values
 * that change by compare-and-set.
 *
 * <p>Read {@link dev.turnstile.algorithm.store.SessionRecord} and {@link dev.turnstile.algorithm.store.SessionOwner}
 * first: how a process shows that it is alive, and how it knows until when its permits are valid. Then
 * {@link dev.turnstile.algorithm.store.SessionWatcher}: how another process declares it dead. Then
 * {@link dev.turnstile.algorithm.store.StoredLedger} and {@link dev.turnstile.algorithm.store.Clerk}: how a process
 * commits the moves of all its threads at once.
 */
package dev.turnstile.algorithm.store;
