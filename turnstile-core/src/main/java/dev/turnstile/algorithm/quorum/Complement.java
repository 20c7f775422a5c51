package dev.turnstile.algorithm.quorum;

import static dev.turnstile.machine.AbstractNodeSystem.checkUnits;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.Timer;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.Optional;

/**
 * A system with inside and outside exchanged (kamei-2019, theorem 1, after Kakugawa 2015). A system that keeps at least
 * l and at most k nodes inside keeps at least n-k and at most n-l outside. So a node that is outside in the original
 * system is inside in its complement, and enters the complement by leaving the original. This turns an algorithm for
 * k-exclusion into one for (n-k)-inclusion, and vice versa.
 *
 * <p>Each node has one unit. A crashed node is neither inside nor outside, so this is for systems without crashes.
 *
 * <pre>{@code
 * NodeSystem<?> atMost2 = new Complement<>(new Mutin(Coterie.of("majority", 5), 3, 5));
 * NodeSystem<?> atLeast3 = new Complement<>(new Raymond(5, 2));
 * }</pre>
 *
 * @param <M> the messages that its nodes send each other
 */
public final class Complement<M extends Message> implements NodeSystem<M> {
    private final NodeSystem<M> system;

    /** Creates the complement of a system. */
    public Complement(NodeSystem<M> system) {
        this.system = system;
    }

    @Override
    public Sizes sizes() {
        Sizes inner = system.sizes();
        int n = inner.participants();
        return new Sizes(n, n - inner.floor(), n - inner.limit(), 1);
    }

    @Override
    public Class<M> messages() {
        return system.messages();
    }

    @Override
    public boolean fits(M message) {
        return system.fits(message);
    }

    @Override
    public NodeFacts<M> facts() {
        return system.facts();
    }

    @Override
    public Node<M> node(int index) {
        return new Opposite<>(system.node(index));
    }

    private record Opposite<M extends Message>(Node<M> node) implements Node<M> {
        @Override
        public Region region() {
            return switch (node.region()) {
                case REMAINDER -> Region.CRITICAL;
                case TRYING -> Region.EXIT;
                case CRITICAL -> Region.REMAINDER;
                case EXIT -> Region.TRYING;
            };
        }

        @Override
        public void acquire(int units, Outbox<M> out) {
            checkUnits(units, 1);
            node.release(out);
        }

        @Override
        public void release(Outbox<M> out) {
            node.acquire(1, out);
        }

        @Override
        public void cancel(Outbox<M> out) {
            node.cancel(out);
        }

        @Override
        public void receive(int from, M message, Outbox<M> out) {
            node.receive(from, message, out);
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
        public long tokens() {
            return node.tokens();
        }

        @Override
        public void state(Fields fields) {
            node.state(fields);
        }
    }
}
