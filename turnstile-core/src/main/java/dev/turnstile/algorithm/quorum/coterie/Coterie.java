package dev.turnstile.algorithm.quorum.coterie;

import java.util.List;
import java.util.Objects;

/**
 * A quorum for each node: the set of nodes that it asks. Any two quorums have a node in common. A node with the consent
 * of a whole quorum knows that no other node has the consent of one. A node that informs a whole quorum is known to
 * every node that asks one.
 *
 * <pre>{@code
 * Coterie coterie = Coterie.of("grid", 9);     // 0 1 2 / 3 4 5 / 6 7 8
 * coterie.quorum(4);                           // 1, 3, 4, 5, 7
 * coterie.askers(7);                           // 1, 4, 6, 7, 8: the nodes whose quorum contains 7
 * }</pre>
 *
 * <p>The definition is that of Garcia-Molina and Barbara, "How to assign votes in a distributed system" (1985), as
 * kamei-2019, section 3.4, repeats it: no quorum is empty, any two intersect, and none contains another (asking more
 * nodes would be a waste). All three hold for all kinds and every number of nodes. Nodes may share a quorum.
 *
 * <ul>
 *   <li>{@code singleton}: node 0 for all. The only kind in which, with more than two nodes, a node may not be in its
 *       own quorum.
 *   <li>{@code majority}: n/2+1 consecutive nodes, rounded down.
 *   <li>{@code tie}: the same for odd n. For even n, n/2 nodes with node 0, or n/2+1 without. The example of kamei-2019
 *       does not require that the sets of n/2 intersect; here they have node 0 in common. With two nodes, it is node 0
 *       for both.
 *   <li>{@code grid} (Maekawa 1985): the node's row and column in a square, 2 sqrt(n) - 1 nodes. For other n, the rows
 *       differ in length by at most one, and a node asks its row and one node of each other row.
 *   <li>{@code triangle}, a crumbling wall (Peleg and Wool 1997): rows of width 1, 2, 3, .. A node asks its row and one
 *       node of every row below: as many nodes as there are rows, about sqrt(2n). If n is no such sum, one width is
 *       left out, and nodes in the rows that follow ask one more.
 *   <li>{@code plane} (Maekawa 1985): a line of the finite projective plane of order q, q+1 of q^2+q+1 nodes. This is
 *       the smallest possible quorum if all nodes are to be asked equally often. For other n, the next larger plane is
 *       used, and some nodes stand for two points.
 *   <li>{@code tree} (Agrawal and El Abbadi 1991): a path from the root of a binary tree through the node to a leaf, at
 *       most log2(n) + 1 nodes. The root is in all quorums.
 * </ul>
 *
 * <p>Not included: which nodes to ask instead when a member has crashed, for which majority, triangle and tree are well
 * known. Each node has one quorum here, as the algorithms of kamei-2019 require.
 *
 * <p>Immutable and safe to share between threads. Quorums are computed on demand. A coterie itself takes space for at
 * most sqrt(n) numbers, and creating a plane takes n steps.
 */
public final class Coterie {
    private static final int NODES_MAX = 1 << 20;
    private static final List<String> KINDS =
            List.of("singleton", "majority", "tie", "grid", "triangle", "plane", "tree");

    private final String kind;
    private final int nodes;
    private final Quorums quorums;

    public Coterie(String kind, int nodes, Quorums quorums) {
        this.kind = kind;
        this.nodes = nodes;
        this.quorums = quorums;
    }

    /**
     * Returns the coterie of a kind for this many nodes, up to 1048576.
     *
     * @throws IllegalArgumentException if there is no such kind, or the number of nodes is out of range; the message
     *     states what is allowed
     */
    public static Coterie of(String kind, int nodes) {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException("n must be between 1 and " + NODES_MAX + ", not " + nodes);
        }
        Quorums quorums = switch (kind) {
            case "singleton" -> new Coordinator(nodes);
            case "majority" -> new Majority(nodes);
            case "tie" -> nodes % 2 == 0 ? new TieBreakQuorums(nodes) : new Majority(nodes);
            case "grid" -> RowQuorums.grid(nodes);
            case "triangle" -> RowQuorums.triangle(nodes);
            case "plane" -> new ProjectivePlane(nodes);
            case "tree" -> new TreeQuorums(nodes);
            default ->
                throw new IllegalArgumentException(
                        "coterie must be " + String.join("|", KINDS) + ", not '" + kind + "'");
        };
        return new Coterie(kind, nodes, quorums);
    }

    /**
     * Returns quorums in which every node asks only itself. They are no coterie: the lab shows what an algorithm does
     * on them.
     */
    public static Coterie withoutIntersection(int nodes) {
        return new Coterie("no-intersection", nodes, new DisjointQuorums());
    }

    /** Returns the kinds of coteries. */
    public static List<String> kinds() {
        return KINDS;
    }

    /** Returns its kind, as given to {@link #of}. */
    public String kind() {
        return kind;
    }

    /** Returns the number of nodes; they are numbered from 0. */
    public int nodes() {
        return nodes;
    }

    /**
     * Returns the nodes that a node asks, in ascending order, in a new array. The node is one of them, except in a
     * singleton and in a tie of two nodes.
     *
     * @throws IndexOutOfBoundsException if there is no such node
     */
    public int[] quorum(int node) {
        return quorums.of(Objects.checkIndex(node, nodes));
    }

    /**
     * Returns the nodes that ask a member, in ascending order, in a new array: those whose quorum contains it. Looks at
     * no other nodes, except in majorities, where half of all nodes ask each member.
     *
     * @throws IndexOutOfBoundsException if there is no such member
     */
    public int[] askers(int member) {
        return quorums.askers(Objects.checkIndex(member, nodes));
    }

    /** Returns the approximate number of bytes that the quorums of all nodes take if each node keeps its own. */
    public long bytesOfQuorums() {
        return (long) Integer.BYTES * nodes * quorum(nodes / 2).length;
    }

    /** Returns the number of bytes that it takes if each node keeps a set of nodes. */
    public long bytesOfSets() {
        return (long) nodes * nodes / Byte.SIZE;
    }

    @Override
    public String toString() {
        return kind + " of " + nodes;
    }
}
