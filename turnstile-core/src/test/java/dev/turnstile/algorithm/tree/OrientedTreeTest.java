package dev.turnstile.algorithm.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shapes of trees, and the walk round them. */
final class OrientedTreeTest {
    private static String channels(String shape, int nodes) {
        OrientedTree tree = OrientedTree.of(shape, nodes);
        assertThat(tree.nodes()).isEqualTo(nodes);
        return IntStream.range(0, nodes)
                .mapToObj(i -> Arrays.toString(tree.channels(i)))
                .toList()
                .toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "path      | 4 | [[1], [0, 2], [1, 3], [2]]",
                "star      | 4 | [[1, 2, 3], [0], [0], [0]]",
                "balanced  | 6 | [[1, 2], [0, 3, 4], [0, 5], [1], [1], [2]]",
                "0.0.1     | 4 | [[1, 2], [0, 3], [0], [1]]",
                "0         | 2 | [[1], [0]]",
                "path      | 2 | [[1], [0]]",
                "star      | 1 | [[]]",
                "random-7  | 1 | [[]]",
                "random-7  | 2 | [[1], [0]]"
            })
    void theParentIsTheFirstChannelAndTheChildrenFollowInOrder(String shape, int nodes, String channels) {
        assertThat(channels(shape, nodes)).isEqualTo(channels);
    }

    @Test
    void changingReturnedChannelsDoesNotChangeTheTree() {
        OrientedTree tree = OrientedTree.of("path", 3);
        tree.channels(1)[0] = 2;
        assertThat(tree.channels(1)).containsExactly(0, 2);
    }

    @Test
    void equalSeedsGiveEqualTreesAndSeedsDiffer() {
        assertThat(channels("random-7", 20)).isEqualTo(channels("random-7", 20));
        assertThat(IntStream.range(0, 50).mapToObj(seed -> channels("random-" + seed, 20)))
                .doesNotHaveDuplicates();
    }

    @Test
    void everyEarlierNodeIsEquallyLikelyToBeTheParent() {
        int[] children = new int[3];
        for (int seed = 0; seed < 3000; seed++) {
            children[OrientedTree.of("random-" + seed, 4).channels(3)[0]]++;
        }
        for (int parent = 0; parent < 3; parent++) {
            assertThat(children[parent]).as("node %d", parent).isBetween(850, 1150);
        }
    }

    /** Returns the walk of a message that the root sends on channel 0, until it is back there. */
    private static List<String> walk(OrientedTree tree) {
        List<String> edges = new ArrayList<>();
        int at = 0;
        int out = 0;
        do {
            int to = tree.channels(at)[out];
            edges.add(at + ">" + to);
            int cameFrom = at;
            int[] channels = tree.channels(to);
            int in = IntStream.range(0, channels.length)
                    .filter(i -> channels[i] == cameFrom)
                    .findFirst()
                    .orElseThrow();
            at = to;
            out = (in + 1) % channels.length;
        } while ((at != 0 || out != 0) && edges.size() < 4 * tree.nodes());
        return edges;
    }

    @ParameterizedTest
    @ValueSource(strings = {"balanced", "path", "star", "random-0", "random-1", "random-7", "random-123456789"})
    void forwardingOnTheNextChannelWalksOverEveryEdgeOnceInEachDirection(String shape) {
        for (int nodes = 2; nodes < 40; nodes++) {
            assertThat(walk(OrientedTree.of(shape, nodes)))
                    .as("%s of %d", shape, nodes)
                    .doesNotHaveDuplicates()
                    .hasSize(2 * (nodes - 1));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Path",
                "path ",
                "random",
                "random-",
                "random--1",
                "random-1234567890",
                "0.",
                ".0",
                "0..1",
                "0,0"
            })
    void anUnknownShapeIsRejectedWithAListOfShapes(String shape) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OrientedTree.of(shape, 3))
                .withMessage("shape must be balanced|path|star|random-SEED|parents of 1, 2, .. such as 0.0.1, not '"
                        + shape + "'");
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 1, 1", "0.2, 3, 2, 2", "0.0.999999999, 4, 3, 999999999"})
    void aParentMustHaveASmallerNumber(String shape, int nodes, int node, int parent) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OrientedTree.of(shape, nodes))
                .withMessage("shape " + shape + ": the parent of node " + node + " must have a smaller number, not "
                        + parent);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void aListOfParentsDeterminesTheNumberOfNodes(int nodes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OrientedTree.of("0.0.1", nodes))
                .withMessage("shape 0.0.1 is a tree of 4 nodes, not " + nodes);
    }

    @ParameterizedTest
    @CsvSource({"path, 0", "star, -1", "balanced, 1048577", "random-1, 0"})
    void theNumberOfNodesIsChecked(String shape, int nodes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OrientedTree.of(shape, nodes))
                .withMessage("n must be between 1 and 1048576, not " + nodes);
    }
}
