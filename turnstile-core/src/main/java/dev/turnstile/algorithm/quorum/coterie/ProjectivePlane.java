package dev.turnstile.algorithm.quorum.coterie;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A finite projective plane: nodes are points, and quorums are lines. The plane of order q has q^2+q+1 of either. Each
 * line has q+1 points, and any two lines meet in exactly one point. Line i has the points i + d modulo q^2+q+1, for d
 * in a perfect difference set that contains 0, so i is one of them.
 *
 * <p>For numbers of nodes in between, the smallest plane that is large enough is used. It has m points, and a point s
 * that is not a node stands for the node s mod n. Lines still meet, but may be shorter. (For up to three nodes it is
 * the triangle, as if 1 were a prime power.)
 *
 * <p>No quorum contains another, for any n. For up to 57 nodes, the tests check each. (With 0, 1, 5 as a line of the
 * plane of order 2, it would not hold for four nodes.) Beyond that, m is less than 2n. Suppose that the image of a line
 * K is within that of another line J. Then each point of K is in J, in J shifted by n, or in J shifted by -n, modulo m.
 * These three are lines. Each is K or shares one point with K, and K has more than three points. So K is one of the two
 * shifted lines, and all of its points but two were shifted without wrapping around. These q-1 points were within m-n
 * consecutive numbers before. All their differences differ, so m-n is more than (q-1)(q-2)/2. But powers of primes are
 * too close together for that.
 */
final class ProjectivePlane implements Quorums {
    private final int nodes;
    private final int points;
    private final int[] line; // line 0, ascending; never written to

    ProjectivePlane(int nodes) {
        this.nodes = nodes;
        int order = order(nodes);
        points = points(order);
        line = DifferenceSet.of(order);
    }

    /** Returns the order of the smallest plane with at least this many points. */
    static int order(int nodes) {
        int order = 1;
        while (points(order) < nodes || (order > 1 && !GaloisField.exists(order))) {
            order++;
        }
        return order;
    }

    private static int points(int order) {
        return order * order + order + 1;
    }

    @Override
    public int[] of(int node) {
        return Arrays.stream(line)
                .map(d -> (node + d) % points % nodes)
                .sorted()
                .distinct()
                .toArray();
    }

    @Override
    public int[] askers(int member) {
        return IntStream.iterate(member, point -> point < points, point -> point + nodes)
                .flatMap(point -> Arrays.stream(line).map(d -> Math.floorMod(point - d, points)))
                .filter(node -> node < nodes)
                .sorted()
                .distinct()
                .toArray();
    }
}
