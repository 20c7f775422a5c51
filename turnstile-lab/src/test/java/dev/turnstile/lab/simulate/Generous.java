package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;

/** A system that promises fewer places than it gives. */
record Generous<M extends Message>(NodeSystem<M> real, int places) implements NodeSystem<M> {
    @Override
    public int nodes() {
        return real.nodes();
    }

    @Override
    public Class<M> messages() {
        return real.messages();
    }

    @Override
    public Node<M> node(int index) {
        return real.node(index);
    }
}
