package dev.turnstile.algorithm.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A spanning tree that the nodes find themselves. */
final class RootedNetworkTest {
    private static final int UNITS = 3;

    @Test
    void networksHaveTheEdgesOfTheirShape() {
        assertThat(NetworkGraph.of("ring", 4).neighbours(0)).containsExactly(1, 3);
        assertThat(NetworkGraph.of("ring", 2).neighbours(0)).containsExactly(1);
        assertThat(NetworkGraph.of("complete", 4).neighbours(2)).containsExactly(0, 1, 3);
        assertThat(NetworkGraph.of("grid", 9).neighbours(4)).containsExactly(1, 3, 5, 7);
        assertThat(NetworkGraph.of("grid", 9).neighbours(2)).containsExactly(1, 5);
        assertThat(NetworkGraph.of("0-1.1-2.2-0", 3).neighbours(1)).containsExactly(0, 2);
        assertThat(NetworkGraph.of("ring", 1).neighbours(0)).isEmpty();
    }

    @Test
    void allNetworksAreConnected() {
        for (String shape : List.of("ring", "grid", "complete", "random-1", "random-77")) {
            for (int n = 1; n < 30; n++) {
                assertThat(distances(NetworkGraph.of(shape, n)))
                        .as("%s, n = %d", shape, n)
                        .doesNotContain(Integer.MAX_VALUE);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        star         | 3 | network must be ring|grid|complete
        0-1          | 3 | not connected: 2 of 3 nodes can be reached
        0-1.1-7      | 3 | the nodes are 0 to 2, not 7
        ring         | 0 | n must be between 1 and
        """)
    void invalidNetworksAreRejected(String shape, int nodes, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkGraph.of(shape, nodes))
                .withMessageContaining(reason);
    }

    private static int[] distances(NetworkGraph graph) {
        int[] distances = new int[graph.nodes()];
        Arrays.fill(distances, Integer.MAX_VALUE);
        distances[0] = 0;
        for (int round = 0; round < graph.nodes(); round++) {
            for (int i = 0; i < graph.nodes(); i++) {
                for (int j : graph.neighbours(i)) {
                    if (distances[i] != Integer.MAX_VALUE) {
                        distances[j] = Math.min(distances[j], distances[i] + 1);
                    }
                }
            }
        }
        return distances;
    }

    /**
     * Nodes start with arbitrary variables and send beacons in rounds, in any order. Messages in transit arrive in any
     * order of the channels.
     */
    @Test
    void fromAnyConfigurationTheNodesFindASpanningTree() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int n = 2 + random.nextInt(9);
            String shape = List.of("ring", "grid", "complete", "random-" + seed).get(random.nextInt(4));
            NetworkGraph graph = NetworkGraph.of(shape, n);
            Beaconing beaconing = new Beaconing(graph, random);
            for (int round = 0; round < 2 * n + 2; round++) {
                beaconing.round();
            }
            assertTree(graph, beaconing, "seed " + seed + ", " + shape + ", n = " + n);
        }
    }

    private static void assertTree(NetworkGraph graph, Beaconing beaconing, String when) {
        int[] distances = distances(graph);
        for (int i = 1; i < graph.nodes(); i++) {
            int parent = beaconing.parent(i, graph);
            assertThat(distances[parent])
                    .as("distance of %d's parent; %s", i, when)
                    .isEqualTo(distances[i] - 1);
            assertThat(beaconing.isChild(parent, i))
                    .as("%d is a child of %d; %s", i, parent, when)
                    .isTrue();
            for (int other : graph.neighbours(i)) {
                assertThat(beaconing.isChild(other, i) && other != parent)
                        .as("%d is no child of %d; %s", i, other, when)
                        .isFalse();
            }
        }
    }

    private static final class Beaconing {
        private final List<Node<TreeMessage>> nodes = new ArrayList<>();
        private final Random random;
        private final Queue<Runnable> letters = new ArrayDeque<>();

        Beaconing(NetworkGraph graph, Random random) {
            this.random = random;
            RootedNetwork system = new RootedNetwork(graph, UNITS, UNITS, 1, 1_000_000); // no controller
            for (int i = 0; i < graph.nodes(); i++) {
                nodes.add(system.node(i));
                State.scramble(nodes.get(i), bound -> bound > 0 ? random.nextLong(bound) : random.nextLong());
            }
        }

        void round() {
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < nodes.size(); i++) {
                order.add(random.nextInt(i + 1), i);
            }
            order.forEach(i -> nodes.get(i).timeout(from(i, true)));
            while (!letters.isEmpty()) {
                letters.remove().run();
            }
        }

        /** Drops tokens, which are not examined here and would circulate forever. */
        private Outbox<TreeMessage> from(int sender, boolean beacons) {
            return new Outbox<>() {
                @Override
                public void send(int to, TreeMessage message) {
                    if (beacons && message instanceof TreeMessage.Beacon) {
                        letters.add(() -> nodes.get(to).receive(sender, message, from(to, false)));
                    }
                }

                @Override
                public int choose(int bound) {
                    return random.nextInt(bound);
                }

                @Override
                public void restartTimer() {}
            };
        }

        /** Returns the node to which the next beacon of a node says that it is a child. */
        int parent(int node, NetworkGraph graph) {
            List<Integer> found = new ArrayList<>();
            nodes.get(node).timeout(new Outbox<>() {
                @Override
                public void send(int to, TreeMessage message) {
                    if (message instanceof TreeMessage.Beacon(int distance, boolean isYourChild) && isYourChild) {
                        assertThat(distance).isBetween(1, graph.nodes());
                        found.add(to);
                    }
                }

                @Override
                public int choose(int bound) {
                    return 0;
                }

                @Override
                public void restartTimer() {}
            });
            assertThat(found).hasSize(1);
            return found.getFirst();
        }

        boolean isChild(int parent, int child) {
            return State.variables(nodes.get(parent)).contains("child[" + child + "]=true");
        }
    }

    @Test
    void aNodeWithoutAPlaceInTheTreeSendsOnlyBeacons() {
        RootedNetwork system = new RootedNetwork(NetworkGraph.of("ring", 3), UNITS, UNITS, 1, 1);
        Node<TreeMessage> root = system.node(0);
        List<TreeMessage> sent = new ArrayList<>();
        Outbox<TreeMessage> out = new Outbox<>() {
            @Override
            public void send(int to, TreeMessage message) {
                sent.add(message);
            }

            @Override
            public int choose(int bound) {
                return 0;
            }

            @Override
            public void restartTimer() {}
        };
        root.acquire(1, out);
        root.timeout(out);
        assertThat(sent).allMatch(TreeMessage.Beacon.class::isInstance).hasSize(2);
        assertThat(root.region()).isEqualTo(Region.TRYING);
        root.receive(1, new TreeMessage.Beacon(1, true), out);
        root.timeout(out);
        assertThat(sent).anyMatch(TreeMessage.Ctrl.class::isInstance);
    }
}
