package dev.turnstile.algorithm.rung;

import java.util.ArrayList;
import java.util.List;

/**
 * The tree of (n,k)-GTEX and its groups, omori-2002, section 5, for every n > k >= 1.
 *
 * <p>The root, whose label is the empty word, stands for all n processes. Each inner node x has two sons: x0 for the
 * lower half of its processes, and x1 for the upper half. If the halves differ, the lower one is larger. The tree is
 * complete. Its depth bl is the largest t with (k+1) 2^t <= n, so that a leaf has from k+1 to 2k+2 processes (lemma 5).
 */
final class Tournament {
    private final int k;
    private final int bl;
    private final List<Node> nodes = new ArrayList<>(); // each node precedes its sons, the lower son first

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

    /** Returns the depth of the tree: the number of matches that a process plays after the one in its leaf. */
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

    /** Returns m(x), the maximum number of processes inside node x at once: all of a leaf's, or k from each son. */
    int most(Node x) {
        return isLeaf(x) ? x.size() : 2 * k;
    }

    /** Returns Q(x): each rung lets one fewer through, until k are left. */
    int rungs(Node x) {
        return most(x) - k;
    }

    /** Returns g(i,t), the node of depth t to whose group i belongs. */
    Node g(int i, int t) {
        int at = 0;
        for (int depth = 0; depth < t; depth++) {
            int lowerSon = at + 1;
            int upperSon = lowerSon + (1 << (bl - depth)) - 1; // after all nodes below the lower son
            at = i < nodes.get(at).half() ? lowerSon : upperSon;
        }
        return nodes.get(at);
    }
}
