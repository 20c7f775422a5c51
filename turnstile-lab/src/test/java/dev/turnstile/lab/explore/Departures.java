package dev.turnstile.lab.explore;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All configurations of a window, computed the slow and simple way, with the fewest inside when a node leaves. A
 * property of one configuration cannot express this for a window that starts with fewer inside than must stay. The
 * explorer uses none of this code.
 */
final class Departures<M extends Message> {
    private final NodeSystem<M> system;
    private final int n;
    private final Set<Configuration<M>> seen = new HashSet<>();
    private final Deque<Configuration<M>> open = new ArrayDeque<>();
    private int fewest = Integer.MAX_VALUE;

    private record Configuration<M>(List<List<Long>> nodes, List<List<M>> channels, List<Integer> left) {}

    @FunctionalInterface
    private interface Call<M extends Message> {
        void on(Node<M> node, Outbox<M> out);
    }

    /** Computes all configurations in which each node makes at most {@code requests} requests. */
    Departures(NodeSystem<M> system, int requests) {
        this.system = system;
        n = system.sizes().participants();
        List<List<Long>> nodes = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            nodes.add(saved(system.node(i)));
        }
        reach(new Configuration<>(nodes, Collections.nCopies(n * n, List.of()), Collections.nCopies(n, requests)));
        while (!open.isEmpty()) {
            goOn(open.removeFirst());
        }
    }

    int configurations() {
        return seen.size();
    }

    /** Returns the fewest that were inside, the leaver included, when a node left. */
    int fewestInsideWhenOneLeaves() {
        return fewest;
    }

    private void reach(Configuration<M> one) {
        if (seen.add(one)) {
            open.addLast(one);
        }
    }

    private void goOn(Configuration<M> from) {
        for (int channel = 0; channel < n * n; channel++) {
            if (!from.channels().get(channel).isEmpty()) {
                int sender = channel / n;
                List<List<M>> channels = new ArrayList<>(from.channels());
                M message = channels.get(channel).getFirst();
                channels.set(
                        channel,
                        channels.get(channel).subList(1, channels.get(channel).size()));
                Configuration<M> taken = new Configuration<>(from.nodes(), channels, from.left());
                act(taken, channel % n, 0, (node, out) -> node.receive(sender, message, out));
            }
        }
        for (int i = 0; i < n; i++) {
            Region region = loaded(i, from).region();
            if (region == Region.CRITICAL) {
                act(from, i, 0, Node::release);
            } else if (region == Region.REMAINDER && from.left().get(i) > 0) {
                act(from, i, 1, (node, out) -> node.acquire(1, out));
            }
        }
    }

    private void act(Configuration<M> from, int i, int asked, Call<M> call) {
        Node<M> node = loaded(i, from);
        boolean wasInside = isInside(node);
        List<List<M>> channels = new ArrayList<>(from.channels());
        call.on(node, outbox(i, channels));
        if (wasInside && !isInside(node)) {
            fewest = Math.min(fewest, inside(from));
        }
        List<List<Long>> nodes = new ArrayList<>(from.nodes());
        nodes.set(i, saved(node));
        List<Integer> left = new ArrayList<>(from.left());
        left.set(i, left.get(i) - asked);
        reach(new Configuration<>(nodes, List.copyOf(channels), left));
    }

    private int inside(Configuration<M> one) {
        int inside = 0;
        for (int i = 0; i < n; i++) {
            inside += isInside(loaded(i, one)) ? 1 : 0;
        }
        return inside;
    }

    private static boolean isInside(Node<?> node) {
        return node.region() == Region.CRITICAL || node.region() == Region.EXIT;
    }

    private static <M extends Message> List<Long> saved(Node<M> node) {
        return Arrays.stream(State.save(node)).boxed().toList();
    }

    private Node<M> loaded(int i, Configuration<M> one) {
        Node<M> node = system.node(i);
        State.load(node, one.nodes().get(i).stream().mapToLong(value -> value).toArray(), 0);
        return node;
    }

    private Outbox<M> outbox(int sender, List<List<M>> channels) {
        return new Outbox<>() {
            @Override
            public void send(int to, M message) {
                List<M> longer = new ArrayList<>(channels.get(sender * n + to));
                longer.add(message);
                channels.set(sender * n + to, List.copyOf(longer));
            }

            @Override
            public int choose(int bound) {
                throw new AssertionError("nothing is left to chance");
            }

            @Override
            public void restartTimer() {}
        };
    }
}
