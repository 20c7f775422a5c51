package dev.turnstile.algorithm.quorum.coterie;

import java.util.stream.IntStream;

/**
 * Paths in a binary tree that is filled level by level from node 0. A quorum is the path from the root to the node
 * itself, continued to the left down to a leaf. Paths meet at the root. None continues where another ends, since they
 * end at leaves.
 */
record TreeQuorums(int nodes) implements Quorums {
    @Override
    public int[] of(int node) {
        int above = level(node);
        int below = 0;
        for (int member = node; 2 * member + 1 < nodes; member = 2 * member + 1) {
            below++;
        }
        int[] members = new int[above + 1 + below];
        for (int i = above, member = node; i >= 0; i--, member = (member - 1) / 2) {
            members[i] = member;
        }
        for (int i = above + 1; i < members.length; i++) {
            members[i] = 2 * members[i - 1] + 1;
        }
        return members;
    }

    /**
     * Returns the nodes above it whose path to the left leads to it, the member itself, and all nodes below it, level
     * by level.
     */
    @Override
    public int[] askers(int member) {
        int highest = member;
        while (highest % 2 == 1) {
            highest = (highest - 1) / 2; // a left child
        }
        IntStream above = IntStream.iterate(highest, node -> node < member, node -> 2 * node + 1);
        IntStream below = IntStream.iterate(0, down -> firstBelow(member, down) < nodes, down -> down + 1)
                .flatMap(down -> IntStream.range(
                        firstBelow(member, down), Math.min(nodes, firstBelow(member, down) + (1 << down))));
        return IntStream.concat(above, below).toArray();
    }

    /** Returns the leftmost node {@code down} levels below a node, if there is one. */
    private static int firstBelow(int node, int down) {
        return ((node + 1) << down) - 1;
    }

    private static int level(int node) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(node + 1);
    }
}
