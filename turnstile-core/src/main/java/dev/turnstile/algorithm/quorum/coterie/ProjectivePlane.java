package dev.turnstile.algorithm.quorum.coterie;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Nodes are points, quorums are lines: in the plane of order q there are q^2+q+1 of either, each line has q+1 points,
 * and every two lines meet in exactly one. Line i has the points i + d modulo q^2+q+1, for d in a perfect difference
 * set with 0, so that i is one of them.
 *
 * <p>Between these numbers, it is the smallest plane that is large enough, m points, and a point s that is no node
 * stands for the node s mod n. Lines still meet, and may get shorter. (Of up to three nodes it is the triangle, as if 1
 * were a prime power.)
 *
 * <p>No quorum contains another, for any n. Up to 57 nodes, the tests look at each. (With 0, 1, 5 as a line of the
 * plane of order 2 it would not hold for four nodes.) From there on m is less than 2n. Let the image of line K be
 * within that of another line J. Then each point of K is in J, or in J moved by n, or in J moved by -n, modulo m. These
 * three are lines, which share one point each with K or are K, and K has more than three. So K is one of the two moved
 * ones, and all of its points but two have been moved without passing the end of the numbers: before that they were
 * within m-n consecutive numbers, q-1 of them. All their differences differ, so that m-n is more than (q-1)(q-2)/2. But
 * powers of primes are too close together for that.
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

    /** That of the smallest plane with as many points, or more. */
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
