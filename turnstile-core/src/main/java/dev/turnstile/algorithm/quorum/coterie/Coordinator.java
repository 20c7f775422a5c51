package dev.turnstile.algorithm.quorum.coterie;

import java.util.stream.IntStream;

/** Quorums in which every node asks node 0. */
record Coordinator(int nodes) implements Quorums {
    @Override
    public int[] of(int node) {
        return new int[1];
    }

    @Override
    public int[] askers(int member) {
        return IntStream.range(0, member == 0 ? nodes : 0).toArray();
    }
}
