package dev.turnstile.algorithm.quorum.coterie;

/** Everybody alone. */
final class DisjointQuorums implements Quorums {
    @Override
    public int[] of(int node) {
        return new int[] {node};
    }

    @Override
    public int[] askers(int member) {
        return of(member);
    }
}
