package dev.turnstile.algorithm.quorum.coterie;

import java.util.stream.IntStream;

/** More than half of all: as many consecutive nodes, from oneself on, round the ring. */
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
