package dev.turnstile.algorithm.quorum.coterie;

import java.util.stream.IntStream;

/**
 * The majority of an even number of nodes, where node 0 has two votes: with it half of the nodes are enough, without it
 * one more than half is needed.
 *
 * <p>The votes are those of consecutive nodes, from oneself on, round the ring. From the opposite node on, the two
 * votes of node 0 are one more than is missing, and node n-1 is left out instead.
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
