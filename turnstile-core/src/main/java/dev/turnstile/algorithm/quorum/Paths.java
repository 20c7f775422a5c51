package dev.turnstile.algorithm.quorum;

/**
 * A binary tree, filled level by level from node 0: the way from the root to oneself, and on to the left as far as there are nodes.
 * Ways meet at the root, and none goes on where another ends, since they end at leaves.
 */
record Paths(int nodes) implements Quorums {
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

    @Override
    public boolean has(int node, int member) {
        int down = level(member) - level(node);
        // counted from 1, a node is the binary digits of the way to it, with a 1 before them
        return down <= 0 ? (node + 1) >> -down == member + 1 : member + 1 == (node + 1) << down;
    }

    private static int level(int node) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(node + 1);
    }
}
