package dev.turnstile.algorithm.tree;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A connected network whose root is node 0.
 *
 * <pre>{@code
 * NetworkGraph graph = NetworkGraph.of("0-1.1-2.2-0", 3);
 * graph.neighbours(1);     // 0, 2
 * }</pre>
 */
public final class NetworkGraph {
    /** The shapes that {@link #of} accepts, as a text for people. */
    public static final String SHAPES = "ring|grid|complete|random-SEED|edges such as 0-1.1-2.2-0";

    /** The syntax of a shape. */
    public static final Pattern FORM =
            Pattern.compile("ring|grid|complete|random-\\d{1,9}|\\d{1,4}-\\d{1,4}(\\.\\d{1,4}-\\d{1,4})*");

    private static final int NODES_MAX = 1 << 12;

    private final int[][] neighbours;

    private NetworkGraph(int nodes, HasEdge edge) {
        neighbours = new int[nodes][];
        Arrays.setAll(
                neighbours,
                i -> IntStream.range(0, nodes)
                        .filter(j -> j != i && edge.test(Math.min(i, j), Math.max(i, j)))
                        .toArray());
    }

    /** Tests whether two nodes are adjacent; the smaller number comes first. */
    @FunctionalInterface
    private interface HasEdge {
        boolean test(int from, int to);
    }

    /**
     * Returns a network of this many nodes: {@code ring}, {@code grid} (as square as possible), {@code complete},
     * {@code random-7} (a random tree and half as many edges more, from the seed 7), or its edges separated by dots.
     *
     * @throws IllegalArgumentException if there is no such network, or it is not connected; the message states what is
     *     wrong
     */
    public static NetworkGraph of(String shape, int nodes) {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException("n must be between 1 and " + NODES_MAX + ", not " + nodes);
        }
        int side = (int) Math.ceil(Math.sqrt(nodes));
        return switch (shape) {
            case "ring" -> new NetworkGraph(nodes, (i, j) -> j == i + 1 || (i == 0 && j == nodes - 1));
            case "complete" -> new NetworkGraph(nodes, (i, j) -> true);
            case "grid" -> new NetworkGraph(nodes, (i, j) -> j == i + side || (j == i + 1 && j % side != 0));
            case String text when text.matches("random-\\d{1,9}") -> random(nodes, text);
            case String text when text.matches("\\d{1,4}-\\d{1,4}(\\.\\d{1,4}-\\d{1,4})*") -> listed(text, nodes);
            default -> throw new IllegalArgumentException("network must be " + SHAPES + ", not '" + shape + "'");
        };
    }

    private static NetworkGraph random(int nodes, String shape) {
        long seed = Long.parseLong(shape.substring("random-".length()));
        OrientedTree tree = OrientedTree.random(nodes, seed);
        OrientedTree more = OrientedTree.random(nodes, 10 * seed + 1);
        return new NetworkGraph(nodes, (i, j) -> isEdge(tree, i, j) || (j % 2 == 0 && isEdge(more, i, j)));
    }

    private static boolean isEdge(OrientedTree tree, int parent, int child) {
        return tree.channels(child)[0] == parent;
    }

    private static NetworkGraph listed(String text, int nodes) {
        Set<List<Integer>> edges = Arrays.stream(text.split("\\.", -1))
                .map(edge -> Arrays.stream(edge.split("-", -1))
                        .map(Integer::valueOf)
                        .sorted()
                        .toList())
                .collect(Collectors.toSet());
        NetworkGraph graph = new NetworkGraph(nodes, (i, j) -> edges.contains(List.of(i, j)));
        for (String number : text.split("[.-]", -1)) {
            if (nodes > 1 && Integer.parseInt(number) >= nodes) {
                throw new IllegalArgumentException(
                        "network " + text + ": the nodes are 0 to " + (nodes - 1) + ", not " + number);
            }
        }
        if (graph.reached() < nodes) {
            throw new IllegalArgumentException("network " + text + " is not connected: " + graph.reached() + " of "
                    + nodes + " nodes can be reached");
        }
        return graph;
    }

    /** Returns how many nodes can be reached from the root. */
    private int reached() {
        boolean[] seen = new boolean[neighbours.length];
        seen[0] = true;
        int[] open = new int[neighbours.length];
        int end = 1;
        for (int at = 0; at < end; at++) {
            for (int next : neighbours[open[at]]) {
                if (!seen[next]) {
                    seen[next] = true;
                    open[end++] = next;
                }
            }
        }
        return end;
    }

    /** Returns the number of nodes. */
    public int nodes() {
        return neighbours.length;
    }

    /** Returns the number of channels: two for each edge. */
    int channels() {
        return Arrays.stream(neighbours).mapToInt(to -> to.length).sum();
    }

    /** Returns the neighbours of a node, in ascending order. */
    public int[] neighbours(int node) {
        return neighbours[node].clone();
    }
}
