package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.Set;

/**
 * The tree on any rooted network, as datta-2009 proposes it (section 1): composed with a spanning tree that the nodes
 * find themselves, from whatever configuration. What they do to find it is told in {@code NetworkProcess}.
 *
 * <p>The counter has values for what all channels of the network hold at first, and one message more in each: before
 * there is a tree, all of it can come together in a few of them, and the root may have sent some more.
 *
 * <p>While there is no tree yet, tokens may be lost and doubled; when there is one, the protocol is in some
 * configuration on it, and sets itself right.
 *
 * <pre>{@code
 * NodeSystem<?> system = new RootedNetwork(Graph.of("grid", 9), 3, 2, 1, 18);
 * }</pre>
 */
public final class RootedNetwork extends TreeSystem<TreeMessage> {
    private final NetworkGraph graph;
    private final int patience;

    /**
     * On a network: l units, up to k for each, up to C_MAX messages of any kind in a channel at first. The root sends
     * another controller when so many of its timeouts have passed since it sent the last one.
     */
    public RootedNetwork(NetworkGraph graph, int units, int most, int channelMax, int patience) {
        super(
                new Protocol(
                        graph.nodes(),
                        units,
                        most,
                        Protocol.countersOf(graph.channels(), channelMax + 1),
                        TreeStage.CONTROLLED,
                        Rule.without(Set.of())),
                TreeMessage.class);
        if (patience < 1) {
            throw new IllegalArgumentException("the patience must be at least 1, not " + patience);
        }
        this.graph = graph;
        this.patience = patience;
    }

    /**
     * The timers are those of the beacons. That a round of the controller is over in time, {@code patience} ensures.
     */
    @Override
    public NodeFacts<TreeMessage> facts() {
        return super.facts()
                .withTimersOutlasting(Set.of(TreeMessage.Beacon.class))
                .withArbitrary(this::message)
                .withNeighbours(graph::neighbours);
    }

    @Override
    public boolean fits(TreeMessage message) {
        return message instanceof TreeMessage.Beacon beacon
                ? beacon.distance() >= 0 && beacon.distance() <= n
                : protocol.fits(message);
    }

    private TreeMessage message(Fields fields) {
        return fields.flag("beacon", false)
                ? new TreeMessage.Beacon(fields.range("distance", 0, 0, n), fields.flag("isYourChild", false))
                : protocol.message(fields);
    }

    @Override
    public Node<TreeMessage> node(int index) {
        return new NetworkProcess(protocol, index, n, graph.neighbours(index), patience);
    }
}
