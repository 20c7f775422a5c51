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
 * One node at a time leaves a window and comes back, or comes and leaves, and the others stay where they are: what
 * kamei-2019, section 3.3, measures. Every message travels for one unit of time, and nothing else takes time. There is
 * no chance in it. Nodes come into being when they are first needed, so that a system may be large.
 *
 * @param <M> what the nodes send each other
 */
final class Solo<M extends Message> {
    private final NodeSystem<M> system;
    private final Map<Integer, Node<M>> nodes = new HashMap<>();
    private final Queue<Letter<M>> letters = new ArrayDeque<>(); // all travel equally long: in the order of arrival
    private long now;
    private long messages;
    private long words;

    private record Letter<M>(int from, int to, M message, long arrives) {}

    /** What leaving and coming back took, whichever came first. */
    record Pair(long messages, long words, long leaving, long entering) {}

    Solo(NodeSystem<M> system) {
        this.system = system;
    }

    /**
     * One leaves and comes back, or comes and leaves; then all is as it was.
     *
     * @throws IllegalStateException when it can't
     */
    Pair pair(int node) {
        messages = 0;
        words = 0;
        boolean wasInside = node(node).region() == Region.CRITICAL;
        long first = cross(node);
        long second = cross(node);
        return new Pair(messages, words, wasInside ? first : second, wasInside ? second : first);
    }

    /** To the other side; returns when it is there, and then all that has been sent arrives. */
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
            throw new IllegalStateException("p" + index + " waits for ever, alone as it is");
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
                throw new IllegalStateException("nothing is left to chance here");
            }

            @Override
            public void restartTimer() {}
        };
    }
}
