/**
 * Algorithms in which a node asks: all others for permission, all others for a privilege, or one coordinator.
 *
 * <p>Read {@link dev.turnstile.algorithm.permission.Raymond} first, then
 * {@link dev.turnstile.algorithm.permission.Lamport} and {@link dev.turnstile.algorithm.permission.SrimaniReddy}.
 * {@link dev.turnstile.algorithm.permission.Central} is the baseline.
 */
package dev.turnstile.algorithm.permission;
