/**
 * Turnstiles between machines, on a store that people already run.
 *
 * <p>Read {@link dev.turnstile.driver.store.Store} and {@link dev.turnstile.driver.store.Register} first: what a
 * database, or another store, has to provide. Then {@link dev.turnstile.driver.store.StoreDriver}, which opens
 * turnstiles. {@code StoreHub} is what a process has once per store: the connection and the session, which
 * {@code SessionKeeper} keeps alive. {@code OpenRegister} is one turnstile in it: its thread makes the calls that the
 * {@link dev.turnstile.algorithm.store.Clerk} asks for.
 */
package dev.turnstile.driver.store;
