package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Message;

/** A system whose nodes run the protocol of the tree, on one that is given, found, or changes. */
abstract class TreeSystem<M extends Message> extends AbstractNodeSystem<M> {
    private static final int ROUNDS_TO_SETTLE = 6; // see arrivalsToSettle

    /** What they agree on. */
    final Protocol protocol;

    TreeSystem(int nodes, Protocol protocol, Class<M> messages) {
        super(nodes, protocol.l(), Protocol.UNITS_MAX, messages);
        if (protocol.k() < 1 || protocol.k() > protocol.l()) {
            throw new IllegalArgumentException(
                    "a node can ask for between 1 and all " + protocol.l() + " units at most, not " + protocol.k());
        }
        this.protocol = protocol;
    }

    @Override
    public final int unitsMax() {
        return protocol.k();
    }

    @Override
    public final long tokens() {
        return protocol.tokens();
    }

    @Override
    public final boolean stabilises() {
        return protocol.has(Stage.CONTROLLED);
    }

    /**
     * A round is 2(n-1) channels for each of the l+3 tokens. Within one the priority token is with somebody who waits. In the next two the
     * pusher takes all that others have reserved along to that one, and behind it nothing is reserved on the way. To begin takes two
     * rounds of the controller.
     */
    @Override
    public final long arrivalsToSettle() {
        return ROUNDS_TO_SETTLE * 2L * (n - 1) * (k + 3);
    }
}
