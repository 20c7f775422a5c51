/**
 * The test suite that every combination of algorithm and driver must pass.
 *
 * <p>Read {@link dev.turnstile.conformance.TurnstileConformance} first: to test a driver, extend it and define how a
 * turnstile is opened. {@link dev.turnstile.conformance.Ability} lists what a driver need not support.
 * {@link dev.turnstile.conformance.WindowConformance} is the suite for windows.
 *
 * <p>{@link dev.turnstile.conformance.StoreContract} is the suite for stores between machines.
 * {@link dev.turnstile.conformance.MemoryStore} is the reference for a store, and
 * {@link dev.turnstile.conformance.FaultyStore} makes any store fail as a network does.
 */
package dev.turnstile.conformance;
