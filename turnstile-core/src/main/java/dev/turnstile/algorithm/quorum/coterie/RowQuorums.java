package dev.turnstile.algorithm.quorum.coterie;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Nodes in rows, numbered row by row. A node asks its whole row, and one node of every other row or of every row below.
 *
 * <p>Of two nodes in different rows, at least one asks a node in the row of the other, which asks that whole row. So
 * the quorums intersect. Only the nodes of a row ask that whole row, except for a single-node row with rows above it.
 * There is no such row, so no quorum contains another. In a row of width v, node i asks the node in column i mod v.
 * Consecutive nodes therefore ask neighbours, and all nodes are asked about equally often. In a square this is the
 * node's own column.
 */
public final class RowQuorums implements Quorums {
    private final int[] starts; // by row: its first node; then n
    private final boolean crumbling; // whether a node asks only in its own row and below

    private RowQuorums(int rows, IntUnaryOperator width, boolean crumbling) {
        starts = new int[rows + 1];
        for (int row = 0; row < rows; row++) {
            starts[row + 1] = starts[row] + width.applyAsInt(row);
        }
        this.crumbling = crumbling;
    }

    /** Returns a grid of floor(sqrt(n)) rows. As many of the last rows as necessary are longer by one. */
    public static RowQuorums grid(int nodes) {
        int rows = (int) Math.sqrt(nodes);
        return new RowQuorums(rows, row -> (nodes + row) / rows, false);
    }

    /**
     * Returns rows of width 1, 2, 3, .. that add up to n, with at most one width left out. A last row for the remaining
     * nodes could be too short: a single node there would be in all quorums, and be a quorum itself.
     */
    static RowQuorums triangle(int nodes) {
        int rows = 1;
        while ((rows + 1) * (rows + 2) / 2 <= nodes) {
            rows++;
        }
        int leftOut = (rows + 1) * (rows + 2) / 2 - nodes;
        return new RowQuorums(rows, row -> row + 1 < leftOut ? row + 1 : row + 2, true);
    }

    @Override
    public int[] of(int node) {
        int own = row(node);
        int first = crumbling ? own : 0;
        int rows = starts.length - 1;
        int[] members = new int[starts[own + 1] - starts[own] + rows - first - 1];
        int size = 0;
        for (int row = first; row < rows; row++) {
            int from = row == own ? starts[row] : chosen(row, node);
            int to = row == own ? starts[row + 1] : from + 1;
            for (int member = from; member < to; member++) {
                members[size++] = member;
            }
        }
        return members;
    }

    /** Returns its whole row, and every node of the other rows, or of the rows above, that has chosen it. */
    @Override
    public int[] askers(int member) {
        int own = row(member);
        int width = starts[own + 1] - starts[own];
        IntStream all = IntStream.range(starts[own], starts[own + 1]);
        int first = member - starts[own];
        IntStream above = IntStream.iterate(first, node -> node < starts[own], node -> node + width);
        if (crumbling) {
            return IntStream.concat(above, all).toArray();
        }
        int next = first + (starts[own + 1] - first + width - 1) / width * width;
        IntStream below = IntStream.iterate(next, node -> node < starts[starts.length - 1], node -> node + width);
        return IntStream.concat(IntStream.concat(above, all), below).toArray();
    }

    /** Returns the node that a node asks in a row other than its own. */
    private int chosen(int row, int node) {
        return starts[row] + node % (starts[row + 1] - starts[row]);
    }

    private int row(int node) {
        int found = Arrays.binarySearch(starts, node);
        return found >= 0 ? found : -found - 2;
    }
}
