package dev.turnstile.algorithm.quorum;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Timer;
import java.util.Optional;
import java.util.function.Function;

/**
 * A system inside a larger one, {@link Gcs}. Its messages are wrapped, so that each subsystem recognises its own.
 *
 * @param <K> the messages that nodes of the subsystem send each other
 */
final class Subsystem<K extends Message> {
    private final NodeSystem<K> system;
    private final Function<K, Gcs.GcsMessage> wrap;
    private final Function<Gcs.GcsMessage, Optional<K>> unwrap;

    Subsystem(NodeSystem<K> system, Function<K, Gcs.GcsMessage> wrap, Function<Gcs.GcsMessage, Optional<K>> unwrap) {
        this.system = system;
        this.wrap = wrap;
        this.unwrap = unwrap;
    }

    NodeSystem<K> system() {
        return system;
    }

    boolean fits(Gcs.GcsMessage message) {
        return unwrap.apply(message).map(system::fits).orElse(false);
    }

    Node<Gcs.GcsMessage> node(int index) {
        return new Wrapped(system.node(index));
    }

    private final class Wrapped implements Node<Gcs.GcsMessage> {
        private final Node<K> node;

        Wrapped(Node<K> node) {
            this.node = node;
        }

        @Override
        public Region region() {
            return node.region();
        }

        @Override
        public void acquire(int units, Outbox<Gcs.GcsMessage> out) {
            node.acquire(units, out.wrapping(wrap));
        }

        @Override
        public void release(Outbox<Gcs.GcsMessage> out) {
            node.release(out.wrapping(wrap));
        }

        @Override
        public void cancel(Outbox<Gcs.GcsMessage> out) {
            node.cancel(out.wrapping(wrap));
        }

        @Override
        public void receive(int from, Gcs.GcsMessage message, Outbox<Gcs.GcsMessage> out) {
            node.receive(from, unwrap.apply(message).orElseThrow(), out.wrapping(wrap));
        }

        @Override
        public Optional<Timer> timer() {
            return node.timer();
        }

        @Override
        public void timeout(Outbox<Gcs.GcsMessage> out) {
            node.timeout(out.wrapping(wrap));
        }

        @Override
        public void state(Fields fields) {
            node.state(fields);
        }
    }
}
