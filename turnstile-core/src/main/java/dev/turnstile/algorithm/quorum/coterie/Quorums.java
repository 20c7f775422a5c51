package dev.turnstile.algorithm.quorum.coterie;

/** One construction of quorums. Immutable. The coterie has checked the nodes that are passed in. */
public interface Quorums {
    /**
     * Returns the nodes that a node asks, in ascending order, without duplicates, in a new array. Takes time
     * proportional to their number, up to a logarithmic factor.
     */
    int[] of(int node);

    /**
     * Returns the nodes that ask a member, in ascending order, without duplicates, in a new array. Takes time
     * proportional to their number, up to a logarithmic factor, or to the size of a quorum.
     */
    int[] askers(int member);
}
