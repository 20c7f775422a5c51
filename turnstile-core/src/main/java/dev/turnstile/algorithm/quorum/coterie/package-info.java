/**
 * Coteries: which nodes a node asks, so that any two of them share one.
 *
 * <p>Read {@link dev.turnstile.algorithm.quorum.coterie.Coterie} first; it names every construction. Each construction
 * is a {@link dev.turnstile.algorithm.quorum.coterie.Quorums} in a file of its own. A plane of prime power order is
 * built from {@code GaloisField} and {@code DifferenceSet}. {@code DisjointQuorums} is broken on purpose, for the lab.
 */
package dev.turnstile.algorithm.quorum.coterie;
