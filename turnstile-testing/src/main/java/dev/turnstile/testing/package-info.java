/** What the tests of all modules and the conformance suite share. */
package dev.turnstile.testing;
