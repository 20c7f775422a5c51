package dev.turnstile.lab.toy;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import java.util.Set;

/**
 * A system that is like another one in everything; a test overrides in what it differs.
 *
 * @param <M> what the nodes send each other
 */
public abstract class Forwarding<M extends Message> implements NodeSystem<M> {
    /** The other one. */
    protected final NodeSystem<M> real;

    /** Is like that one. */
    protected Forwarding(NodeSystem<M> real) {
        this.real = real;
    }

    @Override
    public int nodes() {
        return real.nodes();
    }

    @Override
    public int places() {
        return real.places();
    }

    @Override
    public int floor() {
        return real.floor();
    }

    @Override
    public int unitsMax() {
        return real.unitsMax();
    }

    @Override
    public boolean isDivisible() {
        return real.isDivisible();
    }

    @Override
    public Class<M> messages() {
        return real.messages();
    }

    @Override
    public boolean asks(int node) {
        return real.asks(node);
    }

    @Override
    public int[] neighbours(int node) {
        return real.neighbours(node);
    }

    @Override
    public Node<M> node(int index) {
        return real.node(index);
    }

    @Override
    public int outcomes() {
        return real.outcomes();
    }

    @Override
    public long tokens() {
        return real.tokens();
    }

    @Override
    public boolean stabilises() {
        return real.stabilises();
    }

    @Override
    public Set<Class<? extends M>> timersOutlast() {
        return real.timersOutlast();
    }

    @Override
    public long arrivalsToSettle() {
        return real.arrivalsToSettle();
    }

    @Override
    public long bytesAtLeast() {
        return real.bytesAtLeast();
    }

    @Override
    public boolean holdersBlockOthers() {
        return real.holdersBlockOthers();
    }

    @Override
    public boolean holdsWhenStopped() {
        return real.holdsWhenStopped();
    }

    @Override
    public boolean ends(M message) {
        return real.ends(message);
    }

    @Override
    public Set<Class<? extends M>> mayOvertake() {
        return real.mayOvertake();
    }

    @Override
    public boolean hasStamps() {
        return real.hasStamps();
    }

    @Override
    public boolean isVoid(M message, Node<M> receiver) {
        return real.isVoid(message, receiver);
    }

    @Override
    public M restamped(int from, M message, Fields stamps) {
        return real.restamped(from, message, stamps);
    }

    @Override
    public boolean fits(M message) {
        return real.fits(message);
    }

    @Override
    public M message(Fields fields) {
        return real.message(fields);
    }
}
