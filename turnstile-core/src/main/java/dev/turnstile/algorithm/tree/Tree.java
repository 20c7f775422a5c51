package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Node;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.Arrays;
import java.util.Set;

/**
 * The self-stabilising tree of Datta, Devismes, Horn and Larmore (datta-2009). Each process asks for up to k of l
 * units. From any configuration, the system eventually has exactly l units again. {@code TreeProcess} describes what
 * its processes do.
 *
 * <p>The system starts without any token. The root sends the controller when its timer expires. The controller finds no
 * tokens, so the root creates them. In the stages without a controller, the root creates them at once.
 *
 * <p>Without faults, at most l units are ever in use. Every process gets what it asks for, as long as holders
 * eventually leave. Holders that stay inside keep what they have. If no other process asks for more than the rest, one
 * of them gets what it asks for ((k,l)-liveness). The timer must be longer than a round of the controller.
 */
public final class Tree extends TreeSystem<TreeMessage> {
    private final OrientedTree shape;

    /**
     * Creates the whole protocol on a tree.
     *
     * @param units l: the number of units
     * @param most k: the most units that one process asks for
     * @param channelMax C_MAX: the most messages of any kind that a channel holds initially
     * @throws IllegalArgumentException if the numbers do not fit; the message states what is allowed
     */
    public Tree(OrientedTree shape, int units, int most, int channelMax) {
        this(
                shape,
                units,
                most,
                Protocol.counters(shape.nodes(), channelMax),
                TreeStage.CONTROLLED,
                Rule.without(Set.of()));
    }

    private Tree(OrientedTree shape, int units, int most, int counters, TreeStage stage, Set<Rule> rules) {
        super(new Protocol(shape.nodes(), units, most, counters, stage, rules), TreeMessage.class);
        this.shape = shape;
    }

    /** Creates the protocol up to a stage. */
    public static Tree upTo(TreeStage stage, OrientedTree shape, int units, int most) {
        return new Tree(shape, units, most, Protocol.counters(shape.nodes(), 0), stage, Rule.without(Set.of()));
    }

    /** Creates the whole protocol with only these rules and this many values of the counter, for the lab. */
    public static Tree with(Set<Rule> rules, int counters, OrientedTree shape, int units, int most) {
        return new Tree(shape, units, most, counters, TreeStage.CONTROLLED, Set.copyOf(rules));
    }

    /**
     * Returns how many values the counter of n nodes has if a channel initially holds up to {@code channelMax}
     * arbitrary messages.
     */
    public static int counters(int nodes, int channelMax) {
        return Protocol.counters(nodes, channelMax);
    }

    @Override
    public NodeFacts<TreeMessage> facts() {
        return super.facts()
                .withTimersOutlasting(Set.of(TreeMessage.Ctrl.class))
                .withArbitrary(protocol::message)
                .withNeighbours(
                        node -> Arrays.stream(shape.channels(node)).sorted().toArray());
    }

    @Override
    public boolean isDivisible() {
        return true;
    }

    @Override
    public boolean fits(TreeMessage message) {
        return protocol.fits(message);
    }

    @Override
    public Node<TreeMessage> node(int index) {
        int[] channels = shape.channels(index);
        return new TreeProcess(protocol, index == 0, index == 0, channels, channels.length);
    }
}
