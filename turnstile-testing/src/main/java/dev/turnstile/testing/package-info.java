/**
 * Utilities that the tests of all modules and the conformance suite share. {@link dev.turnstile.testing.Seed} makes
 * random tests repeatable.
 */
package dev.turnstile.testing;
