package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Node;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.Arrays;
import java.util.Set;

/**
 * Datta, Devismes, Horn and Larmore (datta-2009): each asks for up to k of l units; from whatever configuration the
 * system is in, there are l units again after a while. What its processes do is told in {@code TreeProcess}.
 *
 * <p>It begins with no token at all: the controller, which the root sends when its timer runs out, finds none, and the
 * root makes them. In the stages without a controller the root makes them at once.
 *
 * <p>While nothing goes wrong not more than l units are ever in use, and everybody gets what it asks for, as long as
 * those inside leave. Those who stay inside keep what they have; of the others, one gets what it asks for if all ask
 * for not more than the rest ((k,l)-liveness). The timer must be longer than a round of the controller.
 *
 * <pre>{@code
 * NodeSystem<?> system = new Tree(OrientedTree.of("path", 8), 5, 3, 1);
 * }</pre>
 */
public final class Tree extends TreeSystem<TreeMessage> {
    private final OrientedTree shape;

    /**
     * The whole protocol, on a tree: l units, at most k of them for each, up to C_MAX messages of any kind in a channel
     * at first.
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

    /** The protocol as far as that stage. */
    public static Tree upTo(TreeStage stage, OrientedTree shape, int units, int most) {
        return new Tree(shape, units, most, Protocol.counters(shape.nodes(), 0), stage, Rule.without(Set.of()));
    }

    /** The whole protocol with some rules only, and so many values of the counter: for the lab. */
    public static Tree with(Set<Rule> rules, int counters, OrientedTree shape, int units, int most) {
        return new Tree(shape, units, most, counters, TreeStage.CONTROLLED, Set.copyOf(rules));
    }

    /** How many values the counter of n nodes has, for channels with up to so many arbitrary messages at first. */
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
