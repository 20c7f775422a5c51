/**
 * Utilities that the tests of all modules and the conformance suite share. {@link dev.turnstile.testing.Seed} makes
 * random tests repeatable, {@link dev.turnstile.testing.Proxy} cuts links, and {@link dev.turnstile.testing.StormLog}
 * judges what processes have logged.
 */
package dev.turnstile.testing;
