package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.facts.NodeFacts;

/** A system whose nodes run the protocol of the tree, on one that is given, found, or changes. */
abstract class TreeSystem<M extends Message> extends AbstractNodeSystem<M> {
    private static final int ROUNDS_TO_SETTLE = 6; // see arrivalsToSettle

    /** What they agree on. */
    final Protocol protocol;

    TreeSystem(Protocol protocol, Class<M> messages) {
        super(sizes(protocol), messages);
        this.protocol = protocol;
    }

    private static Sizes sizes(Protocol protocol) {
        Sizes sizes = checked(protocol.nodes(), protocol.l(), Protocol.UNITS_MAX);
        if (protocol.k() < 1 || protocol.k() > protocol.l()) {
            throw new IllegalArgumentException(
                    "a node can ask for between 1 and all " + protocol.l() + " units at most, not " + protocol.k());
        }
        return sizes.withUnitsEach(protocol.k());
    }

    @Override
    public NodeFacts<M> facts() {
        return super.facts().withTokens(protocol.tokens()).withStabilises(protocol.has(TreeStage.CONTROLLED));
    }

    /**
     * A round is 2(n-1) channels for each of the l+3 tokens. Within one the priority token is with somebody who waits.
     * In the next two the pusher takes all that others have reserved along to that one, and behind it nothing is
     * reserved on the way. To begin takes two rounds of the controller.
     */
    @Override
    public final long arrivalsToSettle() {
        return ROUNDS_TO_SETTLE * 2L * (n - 1) * (k + 3);
    }
}
