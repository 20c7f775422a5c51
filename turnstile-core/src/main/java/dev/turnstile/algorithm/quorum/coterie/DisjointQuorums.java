package dev.turnstile.algorithm.quorum.coterie;

/** Quorums in which every node asks only itself. */
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
