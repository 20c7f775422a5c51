package dev.turnstile.lab.figures;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Measures single nodes: one node at a time leaves a window and comes back, or enters and leaves, while the others stay
 * where they are (kamei-2019, section 3.3). Every message travels for one unit of time, and nothing else takes time.
 * Nothing is random. Nodes are created on first use, so that a system may be large.
 *
 * @param <M> the type of the messages
 */
final class Solo<M extends Message> {
    private final NodeSystem<M> system;
    private final Map<Integer, Node<M>> nodes = new HashMap<>();
    private final Queue<Letter<M>> letters =
            new ArrayDeque<>(); // in the order of arrival, since all travel equally long
    private long now;
    private long messages;
    private long words;

    private record Letter<M>(int from, int to, M message, long arrives) {}

    /** The cost of leaving and coming back, in either order. */
    record Pair(long messages, long words, long leaving, long entering) {}

    Solo(NodeSystem<M> system) {
        this.system = system;
    }

    /**
     * Lets one node leave and come back, or enter and leave. Afterwards the system is in the same state as before.
     *
     * @throws IllegalStateException if the node waits forever
     */
    Pair pair(int node) {
        messages = 0;
        words = 0;
        boolean wasInside = node(node).region() == Region.CRITICAL;
        long first = cross(node);
        long second = cross(node);
        return new Pair(messages, words, wasInside ? first : second, wasInside ? second : first);
    }

    /** Moves the node to the other side, delivers all messages, and returns the time until it got there. */
    private long cross(int index) {
        Node<M> node = node(index);
        boolean leaves = node.region() == Region.CRITICAL;
        Region wanted = leaves ? Region.REMAINDER : Region.CRITICAL;
        long begun = now;
        if (leaves) {
            node.release(outbox(index));
        } else {
            node.acquire(1, outbox(index));
        }
        long took = node.region() == wanted ? 0 : -1;
        for (Letter<M> letter = letters.poll(); letter != null; letter = letters.poll()) {
            now = letter.arrives();
            node(letter.to()).receive(letter.from(), letter.message(), outbox(letter.to()));
            took = took < 0 && node.region() == wanted ? now - begun : took;
        }
        if (took < 0) {
            throw new IllegalStateException("p" + index + " waits forever although no other node moves");
        }
        return took;
    }

    private Node<M> node(int index) {
        return nodes.computeIfAbsent(index, system::node);
    }

    private Outbox<M> outbox(int sender) {
        return new Outbox<>() {
            @Override
            public void send(int to, M message) {
                messages++;
                words += message.words();
                letters.add(new Letter<>(sender, to, message, now + 1));
            }

            @Override
            public int choose(int bound) {
                throw new IllegalStateException("no random choices are allowed here");
            }

            @Override
            public void restartTimer() {}
        };
    }
}
