package dev.turnstile.algorithm.quorum.coterie;

import java.util.List;
import java.util.Objects;

/**
 * Who asks whom: for each node a set of nodes, its quorum, so that every two quorums have a node in common. Whoever has
 * the consent of a whole quorum knows that nobody else has; whoever tells a whole quorum is known to everybody who asks
 * one.
 *
 * <pre>{@code
 * Coterie coterie = Coterie.of("grid", 9);     // 0 1 2 / 3 4 5 / 6 7 8
 * coterie.quorum(4);                           // 1, 3, 4, 5, 7
 * coterie.askers(7);                           // 1, 4, 6, 7, 8: those in whose quorums 7 is
 * }</pre>
 *
 * <p>The definition is that of Garcia-Molina and Barbara, "How to assign votes in a distributed system" (1985), as
 * kamei-2019, section 3.4, repeats it: no quorum is empty, every two intersect, and none contains another (it would be
 * a waste to ask more). All three hold for all kinds and every number of nodes. Nodes may share a quorum.
 *
 * <ul>
 *   <li>{@code singleton}: node 0 for all. The only kind in which, with more than two nodes, not everybody is in its
 *       own quorum.
 *   <li>{@code majority}: n/2+1 consecutive nodes, rounded down.
 *   <li>{@code tie}: the same for odd n; for even n, n/2 nodes with node 0, n/2+1 without. The example of kamei-2019
 *       does not ask that the sets of n/2 intersect; node 0 is what they have in common. With two nodes, it is node 0
 *       for both.
 *   <li>{@code grid} (Maekawa 1985): own row and own column of a square, 2 sqrt(n) - 1 nodes; for other n the rows
 *       differ in length by one at most, and of the other rows it is one node each.
 *   <li>{@code triangle}, a crumbling wall (Peleg and Wool 1997): rows of width 1, 2, 3, .., own row and one node of
 *       every row below: as many nodes as there are rows, about sqrt(2n). If n is no such sum, one width is left out,
 *       and nodes in rows that follow ask one more.
 *   <li>{@code plane} (Maekawa 1985): a line of the finite projective plane of order q, q+1 of q^2+q+1 nodes, the least
 *       that is possible if all are to be asked equally often. For other n, that of the next larger plane, with nodes
 *       that stand for two points.
 *   <li>{@code tree} (Agrawal and El Abbadi 1991): from the root to a leaf through oneself in a binary tree, at most
 *       log2(n) + 1 nodes. The root is in all.
 * </ul>
 *
 * <p>Left out: what to ask instead when a member is dead, which majority, triangle and tree are famous for. A node has
 * one quorum here, as the algorithms of kamei-2019 want it.
 *
 * <p>Immutable, and safe to share between threads. Quorums are computed when they are asked for: a coterie itself takes
 * room for sqrt(n) numbers at most, and a plane takes time for n steps when it is made.
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
     * The coterie of a kind for so many nodes, up to 1048576.
     *
     * @throws IllegalArgumentException when there is none; it says which there are
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

    /** Every node asks itself only: no coterie at all, for the lab to show what becomes of an algorithm on it. */
    public static Coterie withoutIntersection(int nodes) {
        return new Coterie("no-intersection", nodes, new DisjointQuorums());
    }

    /** The kinds that there are. */
    public static List<String> kinds() {
        return KINDS;
    }

    /** Its kind, as it was given. */
    public String kind() {
        return kind;
    }

    /** How many nodes there are; they are 0, 1, .. */
    public int nodes() {
        return nodes;
    }

    /**
     * The nodes that one asks, ascending, in a new array. It is one of them, except in a singleton, and in a tie of
     * two.
     *
     * @throws IndexOutOfBoundsException when there is no such node
     */
    public int[] quorum(int node) {
        return quorums.of(Objects.checkIndex(node, nodes));
    }

    /**
     * Returns the nodes that ask a member, ascending, in a new array: those in whose quorums it is. Without a look at
     * the others, except with majorities, where half of all are.
     *
     * @throws IndexOutOfBoundsException when there is no such member
     */
    public int[] askers(int member) {
        return quorums.askers(Objects.checkIndex(member, nodes));
    }

    /** Returns about how many bytes the quorums of all nodes take, if each node keeps its own. */
    public long bytesOfQuorums() {
        return (long) Integer.BYTES * nodes * quorum(nodes / 2).length;
    }

    /** Returns how many bytes it takes if each node keeps a set of nodes. */
    public long bytesOfSets() {
        return (long) nodes * nodes / Byte.SIZE;
    }

    @Override
    public String toString() {
        return kind + " of " + nodes;
    }
}
