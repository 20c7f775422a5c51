package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.facts.NodeFacts;

/** A system whose nodes run the protocol on a tree that is given, found, or changes. */
abstract class TreeSystem<M extends Message> extends AbstractNodeSystem<M> {
    private static final int ROUNDS_TO_SETTLE = 6; // see arrivalsToSettle

    /** The parameters that all nodes share. */
    final Protocol protocol;

    TreeSystem(Protocol protocol, Class<M> messages) {
        super(sizes(protocol), messages);
        this.protocol = protocol;
    }

    private static Sizes sizes(Protocol protocol) {
        Sizes sizes = checked(protocol.nodes(), protocol.l(), Protocol.UNITS_MAX);
        if (protocol.k() < 1 || protocol.k() > protocol.l()) {
            throw new IllegalArgumentException(
                    "the most units of one node must be between 1 and all " + protocol.l() + ", not " + protocol.k());
        }
        return sizes.withUnitsEach(protocol.k());
    }

    @Override
    public NodeFacts<M> facts() {
        return super.facts().withTokens(protocol.tokens()).withStabilises(protocol.has(TreeStage.CONTROLLED));
    }

    /**
     * {@inheritDoc}
     *
     * <p>A round takes 2(n-1) channels for each of the l+3 tokens. Within one round, the priority token is with a
     * process that waits. In the next two rounds, the pusher drives all that others have reserved to that process, and
     * nothing behind it is reserved on the way. Starting takes two rounds of the controller.
     */
    @Override
    public final long arrivalsToSettle() {
        return ROUNDS_TO_SETTLE * 2L * (n - 1) * (k + 3);
    }
}
