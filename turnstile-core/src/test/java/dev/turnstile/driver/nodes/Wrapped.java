package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Timer;
import java.util.Optional;

/** A node that delegates to another one, except where a test overrides it. */
class Wrapped<M extends Message> implements Node<M> {
    private final Node<M> node;

    Wrapped(Node<M> node) {
        this.node = node;
    }

    @Override
    public Region region() {
        return node.region();
    }

    @Override
    public void acquire(int units, Outbox<M> out) {
        node.acquire(units, out);
    }

    @Override
    public void release(Outbox<M> out) {
        node.release(out);
    }

    @Override
    public void cancel(Outbox<M> out) {
        node.cancel(out);
    }

    @Override
    public void releasePart(int units, Outbox<M> out) {
        node.releasePart(units, out);
    }

    @Override
    public void receive(int from, M message, Outbox<M> out) {
        node.receive(from, message, out);
    }

    @Override
    public int units() {
        return node.units();
    }

    @Override
    public Optional<Timer> timer() {
        return node.timer();
    }

    @Override
    public void timeout(Outbox<M> out) {
        node.timeout(out);
    }

    @Override
    public void state(Fields fields) {
        node.state(fields);
    }
}
