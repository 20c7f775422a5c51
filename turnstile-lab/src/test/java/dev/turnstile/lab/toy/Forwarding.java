package dev.turnstile.lab.toy;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.facts.NodeFacts;

/**
 * A system that forwards to another one; a test overrides what differs.
 *
 * @param <M> the type of the messages
 */
public abstract class Forwarding<M extends Message> implements NodeSystem<M> {
    /** The other system. */
    protected final NodeSystem<M> real;

    /** Forwards to the given system. */
    protected Forwarding(NodeSystem<M> real) {
        this.real = real;
    }

    @Override
    public Sizes sizes() {
        return real.sizes();
    }

    @Override
    public Class<M> messages() {
        return real.messages();
    }

    @Override
    public Node<M> node(int index) {
        return real.node(index);
    }

    @Override
    public boolean fits(M message) {
        return real.fits(message);
    }

    @Override
    public boolean isDivisible() {
        return real.isDivisible();
    }

    @Override
    public boolean holdersBlockOthers() {
        return real.holdersBlockOthers();
    }

    @Override
    public long arrivalsToSettle() {
        return real.arrivalsToSettle();
    }

    @Override
    public NodeFacts<M> facts() {
        return real.facts();
    }
}
