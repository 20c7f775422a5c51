package dev.turnstile.algorithm.quorum.coterie;

import java.util.stream.IntStream;

/**
 * Majorities of an even number of nodes in which node 0 has two votes. Half of the nodes are enough with node 0;
 * without it, one more than half is needed.
 *
 * <p>A quorum takes consecutive nodes on the ring, starting with the node itself. Starting with the opposite node, one
 * vote is missing when node 0 is reached. Its two votes would be one too many, so node n-1 is left out.
 */
record TieBreakQuorums(int nodes) implements Quorums {
    @Override
    public int[] of(int node) {
        return IntStream.range(0, nodes).filter(member -> has(node, member)).toArray();
    }

    @Override
    public int[] askers(int member) {
        return IntStream.range(0, nodes).filter(node -> has(node, member)).toArray();
    }

    private boolean has(int node, int member) {
        int half = nodes / 2;
        if (node == half) {
            return member == 0 || (member >= half && member < nodes - 1);
        }
        boolean without0 = node > 0 && node < half;
        return Math.floorMod(member - node, nodes) < (without0 ? half + 1 : half);
    }
}
