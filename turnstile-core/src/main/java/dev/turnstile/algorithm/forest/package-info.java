/**
 * Algorithms in which tokens travel and requests find them: along pointers, or through a collector.
 *
 * <p>Read {@link dev.turnstile.algorithm.forest.TrehelNaimi} first, which has one token.
 * {@link dev.turnstile.algorithm.forest.Forest} extends it to k tokens;
 * {@link dev.turnstile.algorithm.forest.Mechanisms} has the decisions that its paper leaves open.
 * {@link dev.turnstile.algorithm.forest.Makki} is the rival with a collector.
 */
package dev.turnstile.algorithm.forest;
