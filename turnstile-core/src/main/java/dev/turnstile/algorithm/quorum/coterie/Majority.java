package dev.turnstile.algorithm.quorum.coterie;

import java.util.stream.IntStream;

/** Majorities: n/2+1 consecutive nodes on the ring, rounded down, starting with the node itself. */
record Majority(int nodes) implements Quorums {
    @Override
    public int[] of(int node) {
        return IntStream.range(0, nodes).filter(member -> has(node, member)).toArray();
    }

    @Override
    public int[] askers(int member) {
        return IntStream.range(0, nodes).filter(node -> has(node, member)).toArray();
    }

    private boolean has(int node, int member) {
        return Math.floorMod(member - node, nodes) <= nodes / 2;
    }
}
