package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.Set;

/**
 * The tree on any rooted network, as datta-2009 proposes it (section 1): composed with a spanning tree that the nodes
 * find themselves, from any configuration. {@code NetworkProcess} describes how they find it.
 *
 * <p>The counter has enough values for the initial messages of all channels of the network, and one more message in
 * each. Before there is a tree, all these messages can gather in a few channels, and the root may have sent some more.
 *
 * <p>While there is no tree yet, tokens may be lost and duplicated. Once there is one, the protocol is in some
 * configuration on it, and stabilises.
 */
public final class RootedNetwork extends TreeSystem<TreeMessage> {
    private final NetworkGraph graph;
    private final int patience;

    /**
     * Creates the system on a network.
     *
     * @param units l: the number of units
     * @param most k: the most units that one process asks for
     * @param channelMax C_MAX: the most messages of any kind that a channel holds initially
     * @param patience how many of its timeouts the root waits after it sent a controller, before it sends another one
     * @throws IllegalArgumentException if the numbers do not fit; the message states what is allowed
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
            throw new IllegalArgumentException("patience must be at least 1, not " + patience);
        }
        this.graph = graph;
        this.patience = patience;
    }

    /**
     * {@inheritDoc}
     *
     * <p>The timers are those of the beacons. {@code patience} ensures that a round of the controller is over in time.
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
