/**
 * One suite for every combination of algorithm and driver. To use it, extend
 * {@link dev.turnstile.conformance.TurnstileConformance} and say how a turnstile is opened.
 */
package dev.turnstile.conformance;
