package dev.turnstile.algorithm.rung;

import java.util.ArrayList;
import java.util.List;

/**
 * The tree of (n,k)-GTEX and its groups, omori-2002, section 5, for every n > k >= 1.
 *
 * <p>The root, whose label is the empty word, stands for all n processes. Each node x has two sons: x0 for the lower
 * half of its processes (the larger one, if they differ) and x1 for the upper half. The tree is complete and has depth
 * bl, the largest t with (k+1) 2^t <= n, so that a leaf has from k+1 to 2k+2 processes (lemma 5).
 */
final class Tournament {
    private final int k;
    private final int bl;
    private final List<Node> nodes = new ArrayList<>(); // a node stands before its sons, the lower one first

    /** Node x: its label, its depth, the processes from..to-1 of G_x, and the number of its first turn. */
    record Node(String label, int depth, int from, int to, int firstTurn) {
        int size() {
            return to - from;
        }

        int half() {
            return from + (size() + 1) / 2;
        }

        @Override
        public String toString() {
            return label.isEmpty() ? "root" : label;
        }
    }

    Tournament(int n, int k) {
        this.k = k;
        int depth = 0;
        while ((long) (k + 1) << (depth + 1) <= n) {
            depth++;
        }
        bl = depth;
        grow("", 0, n);
    }

    private void grow(String label, int from, int to) {
        int turns = nodes.isEmpty() ? 0 : nodes.getLast().firstTurn() + rungs(nodes.getLast());
        Node node = new Node(label, label.length(), from, to, turns);
        nodes.add(node);
        if (node.depth() < bl) {
            grow(label + "0", from, node.half());
            grow(label + "1", node.half(), to);
        }
    }

    /** The depth of the tree: as many matches does a process play after the one in its leaf. */
    int bl() {
        return bl;
    }

    List<Node> nodes() {
        return nodes;
    }

    List<Node> leaves() {
        return nodes.stream().filter(this::isLeaf).toList();
    }

    private boolean isLeaf(Node x) {
        return x.depth() == bl;
    }

    /** m(x): the most processes that can be inside node x at once, all of a leaf, or k from each son. */
    int most(Node x) {
        return isLeaf(x) ? x.size() : 2 * k;
    }

    /** Q(x): each rung lets one fewer through, until k are left. */
    int rungs(Node x) {
        return most(x) - k;
    }

    /** g(i,t): the node of depth t to whose group i belongs. */
    Node g(int i, int t) {
        int at = 0;
        for (int depth = 0; depth < t; depth++) {
            int lowerSon = at + 1;
            int upperSon = lowerSon + (1 << (bl - depth)) - 1; // behind all nodes of the lower one
            at = i < nodes.get(at).half() ? lowerSon : upperSon;
        }
        return nodes.get(at);
    }
}
