package dev.turnstile.algorithm.tree;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;

/**
 * A tree whose nodes know which of their neighbours is nearer to the root, node 0. The parent of a node has a smaller
 * number.
 *
 * <p>A node numbers its channels. Channel 0 leads to the parent, and the next ones lead to the children in ascending
 * order. The root has only children. What arrives on channel i leaves on channel i+1, and so walks round the whole
 * tree, twice over every edge. This is the virtual ring of datta-2009, figure 4, with 2(n-1) channels.
 *
 * <pre>{@code
 * OrientedTree tree = OrientedTree.of("0.0.1", 4);     // 1 and 2 are children of 0, and 3 is a child of 1
 * tree.channels(1);                                    // 0, 3
 * }</pre>
 */
public final class OrientedTree {
    /** The shapes that {@link #of} accepts, as a text for people. */
    public static final String SHAPES = "balanced|path|star|random-SEED|parents of 1, 2, .. such as 0.0.1";

    /** The syntax of a shape. */
    public static final Pattern FORM = Pattern.compile("balanced|path|star|random-\\d{1,9}|\\d{1,9}(\\.\\d{1,9})*");

    private static final int NODES_MAX = 1 << 20;

    /**
     * Returns the largest number of nodes that a tree of this shape can have. If the shape lists the parents, it is
     * exactly the number of nodes.
     */
    public static int nodesMax(String shape) {
        return Character.isDigit(shape.charAt(0)) ? 1 + shape.split("\\.", -1).length : NODES_MAX;
    }

    private final int[][] channels; // by node: its neighbours, in the order of their labels

    private OrientedTree(int nodes, IntUnaryOperator parentOf) {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException("n must be between 1 and " + NODES_MAX + ", not " + nodes);
        }
        int[] parents = new int[nodes];
        int[] degrees = new int[nodes];
        for (int i = 1; i < nodes; i++) {
            parents[i] = parentOf.applyAsInt(i);
            degrees[i]++;
            degrees[parents[i]]++;
        }
        channels = new int[nodes][];
        Arrays.setAll(channels, i -> new int[degrees[i]]);
        int[] used = new int[nodes];
        for (int i = 1; i < nodes; i++) {
            channels[i][used[i]++] = parents[i];
            channels[parents[i]][used[parents[i]]++] = i;
        }
    }

    /**
     * Returns a tree of this many nodes, by the name of its shape: {@code balanced} (two children each), {@code path},
     * {@code star}, {@code random-7} (the parent of each node is some earlier node, from the seed 7), or the parents of
     * nodes 1, 2, .. separated by dots.
     *
     * @throws IllegalArgumentException if there is no such tree; the message states what is wrong
     */
    public static OrientedTree of(String shape, int nodes) {
        return switch (shape) {
            case "balanced" -> new OrientedTree(nodes, i -> (i - 1) / 2);
            case "path" -> new OrientedTree(nodes, i -> i - 1);
            case "star" -> new OrientedTree(nodes, i -> 0);
            case String text
            when text.matches("random-\\d{1,9}") -> random(nodes, Integer.parseInt(text.substring("random-".length())));
            case String text when text.matches("\\d{1,9}(\\.\\d{1,9})*") -> listed(text, nodes);
            default -> throw new IllegalArgumentException("shape must be " + SHAPES + ", not '" + shape + "'");
        };
    }

    /**
     * Returns a random tree: the parent of each node is an earlier one, all equally likely. A hash of seed and node
     * decides, so the same seed always gives the same tree.
     */
    static OrientedTree random(int nodes, long seed) {
        return new OrientedTree(nodes, i -> (int) Long.remainderUnsigned(mixed(mixed(seed) + i), i));
    }

    /**
     * Mixes the bits of a value: the finaliser of MurmurHash3, variant 13 (Stafford 2011). Every bit of the result
     * depends on all bits.
     */
    private static long mixed(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    private static OrientedTree listed(String text, int nodes) {
        int[] parents =
                Arrays.stream(text.split("\\.", -1)).mapToInt(Integer::parseInt).toArray();
        for (int i = 1; i <= parents.length; i++) {
            if (parents[i - 1] >= i) {
                throw new IllegalArgumentException("shape " + text + ": the parent of node " + i
                        + " must have a smaller number, not " + parents[i - 1]);
            }
        }
        if (nodes > 1 && nodes != parents.length + 1) {
            throw new IllegalArgumentException(
                    "shape " + text + " is a tree of " + (parents.length + 1) + " nodes, not " + nodes);
        }
        return new OrientedTree(nodes, i -> parents[i - 1]);
    }

    /** Returns the number of nodes. */
    public int nodes() {
        return channels.length;
    }

    /** Returns the neighbours of a node, in the order of its channels. */
    public int[] channels(int node) {
        return channels[node].clone();
    }
}
