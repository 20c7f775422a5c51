/**
 * The model checker: explicit-state search over the real machines. {@link dev.turnstile.lab.explore.Check} says what to
 * check, {@link dev.turnstile.lab.explore.Report} what came out.
 */
package dev.turnstile.lab.explore;
