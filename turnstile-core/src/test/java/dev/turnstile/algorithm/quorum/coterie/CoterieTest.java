package dev.turnstile.algorithm.quorum.coterie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: the sets are coteries, of the sizes that the corrections to kamei-2019 name. Method: check the definition for
 * every kind and number of nodes up to 150, and random pairs for many nodes. Sets that are no coterie are shown to
 * fail.
 */
final class CoterieTest {
    private static final int NODES_MAX = 150;

    static List<String> kinds() {
        return Coterie.kinds();
    }

    private static IntStream sizes(Coterie coterie) {
        return IntStream.range(0, coterie.nodes()).map(node -> coterie.quorum(node).length);
    }

    private static int[] loads(Coterie coterie) {
        int[] loads = new int[coterie.nodes()];
        for (int node = 0; node < loads.length; node++) {
            Arrays.stream(coterie.quorum(node)).forEach(member -> loads[member]++);
        }
        return loads;
    }

    @Test
    void allKindsAreListed() {
        assertThat(Coterie.kinds())
                .containsExactly("singleton", "majority", "tie", "grid", "triangle", "plane", "tree");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "singleton | 3  | [0] [0] [0]",
                "majority  | 4  | [0, 1, 2] [1, 2, 3] [0, 2, 3] [0, 1, 3]",
                "majority  | 5  | [0, 1, 2] [1, 2, 3] [2, 3, 4] [0, 3, 4] [0, 1, 4]",
                "tie       | 2  | [0] [0]",
                "tie       | 4  | [0, 1] [1, 2, 3] [0, 2] [0, 3]",
                "tie       | 5  | [0, 1, 2] [1, 2, 3] [2, 3, 4] [0, 3, 4] [0, 1, 4]",
                "tie       | 6  | [0, 1, 2] [1, 2, 3, 4] [2, 3, 4, 5] [0, 3, 4] [0, 4, 5] [0, 1, 5]",
                "grid      | 4  | [0, 1, 2] [0, 1, 3] [0, 2, 3] [1, 2, 3]",
                "grid      | 5  | [0, 1, 2] [0, 1, 3] [0, 2, 3, 4] [1, 2, 3, 4] [0, 2, 3, 4]",
                "triangle  | 2  | [0, 1] [0, 1]",
                "triangle  | 3  | [0, 1] [1, 2] [1, 2]",
                "triangle  | 4  | [0, 1] [1, 2, 3] [1, 2, 3] [1, 2, 3]",
                "triangle  | 5  | [0, 1, 2] [0, 1, 3] [2, 3, 4] [2, 3, 4] [2, 3, 4]",
                "plane     | 2  | [0, 1] [0, 1]",
                "plane     | 3  | [0, 1] [1, 2] [0, 2]",
                "plane     | 7  | [0, 1, 3] [1, 2, 4] [2, 3, 5] [3, 4, 6] [0, 4, 5] [1, 5, 6] [0, 2, 6]",
                "plane     | 6  | [0, 1, 3] [1, 2, 4] [2, 3, 5] [0, 3, 4] [0, 4, 5] [0, 1, 5]",
                "tree      | 6  | [0, 1, 3] [0, 1, 3] [0, 2, 5] [0, 1, 3] [0, 1, 4] [0, 2, 5]"
            })
    void smallCoteriesHaveTheseQuorums(String kind, int nodes, String quorums) {
        Coterie coterie = Coterie.of(kind, nodes);
        assertThat(coterie.kind()).isEqualTo(kind);
        assertThat(coterie.nodes()).isEqualTo(nodes);
        assertThat(coterie).hasToString(kind + " of " + nodes);
        assertThat(String.join(
                        " ",
                        IntStream.range(0, nodes)
                                .mapToObj(node -> Arrays.toString(coterie.quorum(node)))
                                .toList()))
                .isEqualTo(quorums);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void noQuorumIsEmptyAnyTwoIntersectAndNoneContainsAnother(String kind) {
        for (int nodes = 1; nodes <= NODES_MAX; nodes++) {
            Coterie coterie = Coterie.of(kind, nodes);
            assertThat(Faults.of(coterie)).as("%s", coterie).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyNodeIsInItsOwnQuorumUnlessOneDecidesForAll(String kind) {
        for (int nodes = 1; nodes <= NODES_MAX; nodes++) {
            Coterie coterie = Coterie.of(kind, nodes);
            boolean oneDecides = kind.equals("singleton") || (kind.equals("tie") && nodes == 2);
            for (int node = 0; node < nodes; node++) {
                assertThat(coterie.quorum(node))
                        .as("%s, node %d", coterie, node)
                        .contains(oneDecides ? 0 : node);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theAskersOfAMemberAreTheNodesWhoseQuorumContainsIt(String kind) {
        for (int nodes = 1; nodes <= NODES_MAX; nodes++) {
            Coterie coterie = Coterie.of(kind, nodes);
            for (int member = 0; member < nodes; member++) {
                int of = member;
                assertThat(coterie.askers(member))
                        .as("%s, node %d", coterie, member)
                        .containsExactly(IntStream.range(0, nodes)
                                .filter(node -> isIn(of, coterie.quorum(node)))
                                .toArray());
            }
        }
    }

    private static boolean isIn(int member, int[] quorum) {
        return Arrays.binarySearch(quorum, member) >= 0;
    }

    @Test
    void aSingletonHasOneNodeAndAMajorityMoreThanHalf() {
        for (int nodes = 1; nodes <= NODES_MAX; nodes++) {
            assertThat(sizes(Coterie.of("singleton", nodes))).containsOnly(1);
            assertThat(sizes(Coterie.of("majority", nodes))).containsOnly(nodes / 2 + 1);
            assertThat(loads(Coterie.of("majority", nodes))).containsOnly(nodes / 2 + 1);
        }
    }

    @Test
    void withNode0HalfOfAnEvenNumberIsEnough() {
        for (int nodes = 1; nodes <= NODES_MAX; nodes++) {
            Coterie coterie = Coterie.of("tie", nodes);
            for (int node = 0; node < nodes; node++) {
                boolean half = nodes % 2 == 0 && isIn(0, coterie.quorum(node));
                assertThat(coterie.quorum(node)).hasSize(half ? nodes / 2 : nodes / 2 + 1);
            }
        }
    }

    @Test
    void aGridQuorumIsARowAndAColumnOrOneNodeMore() {
        for (int nodes = 1; nodes <= NODES_MAX; nodes++) {
            int rows = (int) Math.sqrt(nodes);
            int shortest = nodes / rows + rows - 1;
            assertThat(sizes(Coterie.of("grid", nodes)).distinct())
                    .as("%d nodes", nodes)
                    .contains(shortest)
                    .isSubsetOf(nodes % rows == 0 ? List.of(shortest) : List.of(shortest, shortest + 1));
            if (nodes == rows * rows) {
                assertThat(shortest).isEqualTo(2 * rows - 1);
                assertThat(loads(Coterie.of("grid", nodes))).containsOnly(shortest);
            }
        }
    }

    @Test
    void aTriangleQuorumHasOneNodePerRowOrOneMore() {
        for (int nodes = 1, rows = 1; nodes <= NODES_MAX; nodes++) {
            rows = nodes == (rows + 1) * (rows + 2) / 2 ? rows + 1 : rows;
            boolean whole = nodes == rows * (rows + 1) / 2;
            assertThat(sizes(Coterie.of("triangle", nodes)).distinct())
                    .as("%d nodes", nodes)
                    .isSubsetOf(whole ? List.of(rows) : List.of(rows, rows + 1));
        }
    }

    @Test
    void aTreeQuorumIsAsLongAsTheTreeIsHighOrOneLess() {
        for (int nodes = 1; nodes <= NODES_MAX; nodes++) {
            int levels = Integer.toBinaryString(nodes).length();
            assertThat(sizes(Coterie.of("tree", nodes)).distinct())
                    .contains(levels)
                    .isSubsetOf(levels - 1, levels);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"majority", "tie", "grid", "triangle", "plane"})
    void noNodeIsAskedByMoreThanTwiceTheLargestQuorum(String kind) {
        for (int nodes = 1; nodes <= NODES_MAX; nodes++) {
            Coterie coterie = Coterie.of(kind, nodes);
            int largest = sizes(coterie).max().orElseThrow();
            assertThat(Arrays.stream(loads(coterie)).max().orElseThrow())
                    .as("%s", coterie)
                    .isLessThanOrEqualTo(2 * largest);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void randomPairsOfLargeCoteriesIntersect(String kind) {
        intersect(Coterie.of(kind, 10_000), 500);
        intersect(Coterie.of(kind, 1_000_000), 10);
        intersect(Coterie.of(kind, 1 << 20), 2);
    }

    private static void intersect(Coterie coterie, int pairs) {
        Random chance = new Random(coterie.nodes());
        for (int pair = 0; pair < pairs; pair++) {
            int one = chance.nextInt(coterie.nodes());
            int other = chance.nextInt(coterie.nodes());
            int[] met = coterie.quorum(other);
            assertThat(Arrays.stream(coterie.quorum(one)).anyMatch(member -> isIn(member, met)))
                    .as("%s: %d and %d", coterie, one, other)
                    .isTrue();
        }
    }

    @Test
    void setsThatAreNoCoterieAreDetected() {
        int[] all = {0, 1, 2};
        assertThat(Faults.of(all, all, all)).isEmpty();
        assertThat(Faults.of(all, new int[] {1, 2}, all))
                .containsExactly("that of 0 contains that of 1", "that of 2 contains that of 1");
        assertThat(Faults.of(new int[] {0, 1}, new int[] {0, 1}, new int[] {2}))
                .containsExactly("those of 0 and 2 do not intersect", "those of 1 and 2 do not intersect");
        assertThat(Faults.of(new int[] {0}, new int[0]))
                .containsExactly(
                        "those of 0 and 1 do not intersect", "that of 1 is empty", "that of 0 contains that of 1");
        assertThat(Faults.of(new int[] {0, 0}, new int[] {0, 2}))
                .containsExactly(
                        "that of 0 is not an ascending list of nodes: [0, 0]",
                        "that of 1 is not an ascending list of nodes: [0, 2]");
    }

    /**
     * The first example of kamei-2019 for even n, taken literally, and a triangle whose last row has the remaining
     * nodes.
     */
    @Test
    void printedAndObviousExamplesMayNotBeCoteries() {
        assertThat(Faults.of(new int[] {0, 1}, new int[] {0, 1}, new int[] {2, 3}, new int[] {2, 3}))
                .contains("those of 0 and 2 do not intersect");
        assertThat(Faults.of(new int[] {0, 1, 3}, new int[] {1, 2, 3}, new int[] {1, 2, 3}, new int[] {3}))
                .contains("that of 0 contains that of 3");
    }

    @Test
    void changingAReturnedQuorumDoesNotChangeTheCoterie() {
        for (String kind : Coterie.kinds()) {
            Coterie coterie = Coterie.of(kind, 7);
            int[] before = coterie.quorum(0);
            Arrays.fill(coterie.quorum(0), 6);
            assertThat(coterie.quorum(0)).containsExactly(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Grid", "grid ", "planes"})
    void anUnknownKindIsRejectedWithAListOfKinds(String kind) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Coterie.of(kind, 3))
                .withMessage("coterie must be singleton|majority|tie|grid|triangle|plane|tree, not '" + kind + "'");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1_048_577})
    void theNumberOfNodesIsChecked(int nodes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Coterie.of("grid", nodes))
                .withMessage("n must be between 1 and 1048576, not " + nodes);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3})
    void unknownNodesAreRejected(int node) {
        for (String kind : Coterie.kinds()) {
            Coterie coterie = Coterie.of(kind, 3);
            assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> coterie.quorum(node));
            assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> coterie.askers(node));
        }
    }
}
