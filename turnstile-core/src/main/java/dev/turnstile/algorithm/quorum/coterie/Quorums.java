package dev.turnstile.algorithm.quorum.coterie;

/** One construction: which nodes each node asks. Immutable; nodes are those of the coterie, which has checked them. */
public interface Quorums {
    /**
     * The nodes that one asks, ascending, each once, in a new array; it takes no longer than they are many, up to a
     * logarithm.
     */
    int[] of(int node);

    /**
     * The nodes that ask a member, ascending, each once, in a new array; it takes no longer than they are many, up to a
     * logarithm, or as long as a quorum is large.
     */
    int[] askers(int member);
}
