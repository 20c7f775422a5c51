package dev.turnstile.lab.explore;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import java.util.Set;

/** A system whose dead count as inside if they died there: what is left of a floor that deaths can break. */
record DeadCounted<M extends Message>(NodeSystem<M> system) implements NodeSystem<M> {
    @Override
    public int nodes() {
        return system.nodes();
    }

    @Override
    public int places() {
        return system.places();
    }

    @Override
    public int floor() {
        return system.floor();
    }

    @Override
    public Class<M> messages() {
        return system.messages();
    }

    @Override
    public boolean asks(int node) {
        return system.asks(node);
    }

    @Override
    public Node<M> node(int index) {
        return system.node(index);
    }

    @Override
    public int outcomes() {
        return system.outcomes();
    }

    @Override
    public Set<Class<? extends M>> timersOutlast() {
        return system.timersOutlast();
    }
}
