package dev.turnstile.algorithm.tree;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;

/**
 * A tree whose nodes know which of their neighbours is nearer to the root, node 0. The parent of a node has a smaller
 * number.
 *
 * <p>A node numbers its channels: 0 leads to the parent, the next ones to the children in their order; the root has
 * children only. What comes in on channel i goes out on i+1, and so walks round the whole tree, twice over every edge:
 * the virtual ring of datta-2009, figure 4, with 2(n-1) channels.
 *
 * <pre>{@code
 * OrientedTree tree = OrientedTree.of("0.0.1", 4);     // 1 and 2 hang on 0, and 3 on 1
 * tree.channels(1);                                    // 0, 3
 * }</pre>
 */
public final class OrientedTree {
    /** What {@link #of} understands, for people. */
    public static final String SHAPES = "balanced|path|star|random-SEED|parents of 1, 2, .. such as 0.0.1";

    /** The form of what may be given as a shape. */
    public static final Pattern FORM = Pattern.compile("balanced|path|star|random-\\d{1,9}|\\d{1,9}(\\.\\d{1,9})*");

    private static final int NODES_MAX = 1 << 20;

    /** Returns how many nodes a tree of that shape can have at most; where its parents are listed, just that many. */
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
     * A tree of so many nodes, by the name of its shape: {@code balanced} (two children each), {@code path},
     * {@code star}, {@code random-7} (each hangs on some earlier one, by that seed), or the parents of nodes 1, 2, ..
     * with dots between them.
     *
     * @throws IllegalArgumentException when there is no such tree; it says what is wrong
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
     * Each hangs on an earlier one, each of which is as likely: a hash of seed and node decides, always in the same
     * way.
     */
    static OrientedTree random(int nodes, long seed) {
        return new OrientedTree(nodes, i -> (int) Long.remainderUnsigned(mixed(mixed(seed) + i), i));
    }

    /** The finaliser of MurmurHash3, variant 13 (Stafford 2011): every bit of the result depends on all bits. */
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

    /** How many nodes there are. */
    public int nodes() {
        return channels.length;
    }

    /** The neighbours of a node, in the order of its channels. */
    public int[] channels(int node) {
        return channels[node].clone();
    }
}
