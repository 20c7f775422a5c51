package dev.turnstile.algorithm.quorum;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;

/**
 * A system as a part of a larger one, {@link Gcs}: its messages are wrapped, so that both know whose they are. It may start with some
 * nodes inside, though the system itself starts empty: they go in before anybody looks, and everything that is sent arrives.
 *
 * @param <K> what nodes of the part send each other
 */
final class Part<K extends Message> {
    private final NodeSystem<K> system;
    private final Function<K, Gcs.Telling> wrap;
    private final Function<Gcs.Telling, Optional<K>> unwrap;
    private final List<long[]> start; // by node; empty where the system starts as it is

    Part(NodeSystem<K> system, int inside, Function<K, Gcs.Telling> wrap, Function<Gcs.Telling, Optional<K>> unwrap) {
        this.system = system;
        this.wrap = wrap;
        this.unwrap = unwrap;
        start = inside == 0 ? List.of() : start(system, inside);
    }

    NodeSystem<K> system() {
        return system;
    }

    boolean fits(Gcs.Telling message) {
        return unwrap.apply(message).map(system::fits).orElse(false);
    }

    Node<Gcs.Telling> node(int index) {
        Node<K> node = system.node(index);
        if (!start.isEmpty()) {
            State.load(node, start.get(index), 0);
        }
        return new Wrapped(node);
    }

    /** All variables when so many are inside, and nothing is on its way. */
    private static <K extends Message> List<long[]> start(NodeSystem<K> system, int inside) {
        List<Node<K>> nodes = new ArrayList<>();
        for (int i = 0; i < system.nodes(); i++) {
            nodes.add(system.node(i));
        }
        Queue<Letter<K>> letters = new ArrayDeque<>();
        for (int i = 0; i < inside; i++) {
            nodes.get(i).acquire(1, posting(letters, i));
            for (Letter<K> letter = letters.poll(); letter != null; letter = letters.poll()) {
                nodes.get(letter.to()).receive(letter.from(), letter.message(), posting(letters, letter.to()));
            }
            if (nodes.get(i).region() != Region.CRITICAL) {
                throw new IllegalArgumentException("it can't start with " + inside + " inside");
            }
        }
        return nodes.stream().map(State::save).toList();
    }

    private record Letter<K>(int from, int to, K message) {}

    private static <K extends Message> Outbox<K> posting(Queue<Letter<K>> letters, int sender) {
        return new Outbox<>() {
            @Override
            public void send(int to, K message) {
                letters.add(new Letter<>(sender, to, message));
            }

            @Override
            public int choose(int bound) {
                return 0;
            }

            @Override
            public void restartTimer() {}
        };
    }

    private final class Wrapped implements Node<Gcs.Telling> {
        private final Node<K> node;

        Wrapped(Node<K> node) {
            this.node = node;
        }

        @Override
        public Region region() {
            return node.region();
        }

        @Override
        public void acquire(int units, Outbox<Gcs.Telling> out) {
            node.acquire(units, out.wrapping(wrap));
        }

        @Override
        public void release(Outbox<Gcs.Telling> out) {
            node.release(out.wrapping(wrap));
        }

        @Override
        public void cancel(Outbox<Gcs.Telling> out) {
            node.cancel(out.wrapping(wrap));
        }

        @Override
        public void receive(int from, Gcs.Telling message, Outbox<Gcs.Telling> out) {
            node.receive(from, unwrap.apply(message).orElseThrow(), out.wrapping(wrap));
        }

        @Override
        public void state(Fields fields) {
            node.state(fields);
        }
    }
}
