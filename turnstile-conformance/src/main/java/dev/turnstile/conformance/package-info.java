/**
 * The test suite that every combination of algorithm and driver must pass.
 *
 * <p>Read {@link dev.turnstile.conformance.TurnstileConformance} first: to test a driver, extend it and define how a
 * turnstile is opened. {@link dev.turnstile.conformance.Ability} lists what a driver need not support.
 * {@link dev.turnstile.conformance.WindowConformance} is the suite for windows.
 */
package dev.turnstile.conformance;
