package dev.turnstile.algorithm.quorum.coterie;

import java.util.stream.IntStream;

/**
 * A binary tree, filled level by level from node 0: the way from the root to oneself, and on to the left as far as
 * there are nodes. Ways meet at the root, and none goes on where another ends, since they end at leaves.
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

    /** Those from whom the way to the left leads to it, itself, and all below it, level by level. */
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

    /** The leftmost node so many levels below one, where there is one. */
    private static int firstBelow(int node, int down) {
        return ((node + 1) << down) - 1;
    }

    private static int level(int node) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(node + 1);
    }
}
