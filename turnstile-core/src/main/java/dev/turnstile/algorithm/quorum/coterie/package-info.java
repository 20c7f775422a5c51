/**
 * Coteries: the nodes that each node asks, chosen so that any two such sets have a node in common.
 *
 * <p>Read {@link dev.turnstile.algorithm.quorum.coterie.Coterie} first; it names every construction. Each construction
 * is a {@link dev.turnstile.algorithm.quorum.coterie.Quorums} in a file of its own. A plane of prime power order is
 * built from {@code GaloisField} and {@code DifferenceSet}. {@code DisjointQuorums} is broken on purpose, for the lab.
 */
package dev.turnstile.algorithm.quorum.coterie;
