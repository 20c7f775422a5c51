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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Decides whether a fair run of a small system exists, the slow and simple way: whole configurations in a map, and no
 * components. Configurations from which a recurring goal cannot be reached are removed until nothing changes (Emerson
 * and Lei 1986). The explorer uses none of this code.
 */
final class FairRuns<M extends Message> {
    private final NodeSystem<M> system;
    private final int n;
    private final Setting setting;
    private final Map<Configuration<M>, List<Edge<M>>> edges = new HashMap<>();
    private final Map<Configuration<M>, Set<String>> owed = new HashMap<>();
    private final Deque<Configuration<M>> open = new ArrayDeque<>();

    /**
     * How many messages a channel holds, which nodes never leave, whether timeouts come too early, and whether all
     * starts are tried.
     */
    record Setting(int room, Set<Integer> staying, boolean hasty, boolean anyStart) {}

    /** The variables of every node, and the contents of every channel. */
    record Configuration<M>(List<List<Long>> nodes, List<List<M>> channels) {}

    /**
     * An event, in words, and the configuration it leads to. A run that ends stays in its last configuration forever.
     */
    private record Edge<M>(String what, Configuration<M> to) {}

    FairRuns(NodeSystem<M> system, Setting setting) {
        this.system = system;
        this.setting = setting;
        n = system.sizes().participants();
        starts(new ArrayList<>());
        while (!open.isEmpty()) {
            leave(open.removeFirst());
        }
    }

    int configurations() {
        return edges.size();
    }

    private void starts(List<List<Long>> nodes) {
        if (nodes.size() == n) {
            reach(new Configuration<>(List.copyOf(nodes), Collections.nCopies(n * n, List.of())));
            return;
        }
        for (List<Long> one : setting.anyStart() ? anyOf(nodes.size()) : Set.of(saved(system.node(nodes.size())))) {
            nodes.add(one);
            starts(nodes);
            nodes.removeLast();
        }
    }

    /**
     * Returns all states of a node, by trying the values of its variables: each value requested is tried up to its
     * bound.
     */
    private Set<List<Long>> anyOf(int i) {
        Set<List<Long>> all = new HashSet<>();
        Deque<List<Long>> scripts = new ArrayDeque<>(List.of(List.of()));
        while (!scripts.isEmpty()) {
            List<Long> script = scripts.removeFirst();
            Node<M> node = system.node(i);
            List<Long> bounds = new ArrayList<>();
            State.scramble(node, bound -> {
                bounds.add(bound);
                return bounds.size() <= script.size() ? script.get(bounds.size() - 1) : 0;
            });
            if (bounds.size() == script.size()) {
                all.add(saved(node));
            } else {
                for (long value = 0; value < bounds.get(script.size()); value++) {
                    List<Long> longer = new ArrayList<>(script);
                    longer.add(value);
                    scripts.addLast(longer);
                }
            }
        }
        return all;
    }

    private void reach(Configuration<M> one) {
        if (!edges.containsKey(one)) {
            edges.put(one, new ArrayList<>());
            owed.put(one, owed(one));
            open.addLast(one);
        }
    }

    private static <M extends Message> List<Long> saved(Node<M> node) {
        return Arrays.stream(State.save(node)).boxed().toList();
    }

    private Node<M> node(Configuration<M> one, int i) {
        Node<M> node = system.node(i);
        State.load(node, one.nodes().get(i).stream().mapToLong(value -> value).toArray(), 0);
        return node;
    }

    Region region(Configuration<M> one, int i) {
        return node(one, i).region();
    }

    long tokens(Configuration<M> one) {
        long tokens = one.channels().stream()
                .flatMap(List::stream)
                .mapToLong(Message::tokens)
                .sum();
        for (int i = 0; i < n; i++) {
            tokens += node(one, i).tokens();
        }
        return tokens;
    }

    private boolean timersRunOut(Configuration<M> one) {
        return setting.hasty()
                || one.channels().stream()
                        .flatMap(List::stream)
                        .noneMatch(message -> system.facts().timersOutlast().contains(message.getClass()));
    }

    @FunctionalInterface
    private interface Call<M extends Message> {
        void on(Node<M> node, Outbox<M> out);
    }

    private void leave(Configuration<M> from) {
        for (int i = 0; i < n; i++) {
            Region region = region(from, i);
            if (region == Region.REMAINDER) {
                act("ask " + i, from, i, (node, out) -> node.acquire(1, out));
            }
            if (region == Region.CRITICAL && !setting.staying().contains(i)) {
                act("leave " + i, from, i, Node::release);
            }
            if (node(from, i).timer().isPresent() && timersRunOut(from)) {
                act("timeout " + i, from, i, Node::timeout);
            }
            for (int sender = 0; sender < n; sender++) {
                deliver(from, sender, i);
            }
        }
        if (owed.get(from).isEmpty()) {
            edges.get(from).add(new Edge<>("end", from));
        }
    }

    private void deliver(Configuration<M> from, int sender, int receiver) {
        List<M> channel = from.channels().get(sender * n + receiver);
        if (!channel.isEmpty()) {
            List<List<M>> channels = new ArrayList<>(from.channels());
            channels.set(sender * n + receiver, channel.subList(1, channel.size()));
            act(
                    "deliver " + sender + " " + receiver,
                    new Configuration<>(from.nodes(), channels),
                    receiver,
                    (node, out) -> node.receive(sender, channel.getFirst(), out),
                    from);
        }
    }

    private void act(String what, Configuration<M> from, int i, Call<M> call) {
        act(what, from, i, call, from);
    }

    private void act(String what, Configuration<M> before, int i, Call<M> call, Configuration<M> from) {
        List<List<M>> channels = new ArrayList<>(before.channels());
        Node<M> node = node(before, i);
        call.on(node, new Outbox<>() {
            @Override
            public void send(int to, M message) {
                List<M> longer = new ArrayList<>(channels.get(i * n + to));
                longer.add(message);
                channels.set(i * n + to, List.copyOf(longer));
            }

            @Override
            public int choose(int bound) {
                throw new IllegalStateException("nothing is left to chance here");
            }

            @Override
            public void restartTimer() {}
        });
        if (channels.stream().allMatch(channel -> channel.size() <= setting.room())) {
            List<List<Long>> nodes = new ArrayList<>(before.nodes());
            nodes.set(i, saved(node));
            Configuration<M> to = new Configuration<>(nodes, channels);
            edges.get(from).add(new Edge<>(what, to));
            reach(to);
        }
    }

    /** Returns what must happen eventually, unless it stops being owed. */
    private Set<String> owed(Configuration<M> one) {
        Set<String> found = new HashSet<>();
        for (int i = 0; i < n; i++) {
            if (region(one, i) == Region.CRITICAL && !setting.staying().contains(i)) {
                found.add("leave " + i);
            }
            if (node(one, i).timer().isPresent() && timersRunOut(one)) {
                found.add("timeout " + i);
            }
            for (int sender = 0; sender < n; sender++) {
                if (!one.channels().get(sender * n + i).isEmpty()) {
                    found.add("deliver " + sender + " " + i);
                }
            }
        }
        return found;
    }

    private Set<String> allThatIsEverOwed() {
        Set<String> all = new HashSet<>();
        owed.values().forEach(all::addAll);
        return all;
    }

    /**
     * Returns whether a fair run stays in allowed configurations, by allowed moves, and reaches the goal infinitely
     * often.
     */
    boolean exists(
            Predicate<Configuration<M>> mayBe,
            BiPredicate<Configuration<M>, Configuration<M>> mayGo,
            Predicate<Configuration<M>> wanted) {
        Set<Configuration<M>> left = new HashSet<>(edges.keySet());
        left.removeIf(mayBe.negate());
        List<BiPredicate<Configuration<M>, String>> again = new ArrayList<>();
        again.add((from, what) -> wanted.test(from));
        for (String due : allThatIsEverOwed()) {
            again.add((from, what) -> what.equals(due) || !owed.get(from).contains(due));
        }
        int before;
        do {
            before = left.size();
            again.forEach(constraint -> strike(left, mayGo, constraint));
        } while (left.size() < before);
        return !left.isEmpty();
    }

    /** Keeps only the configurations from which such an edge can be reached. */
    private void strike(
            Set<Configuration<M>> left,
            BiPredicate<Configuration<M>, Configuration<M>> mayGo,
            BiPredicate<Configuration<M>, String> constraint) {
        Set<Configuration<M>> good = new HashSet<>();
        int before;
        do {
            before = good.size();
            for (Configuration<M> from : left) {
                boolean leads = edges.get(from).stream()
                        .filter(edge -> left.contains(edge.to()) && mayGo.test(from, edge.to()))
                        .anyMatch(edge -> good.contains(edge.to()) || constraint.test(from, edge.what()));
                if (leads) {
                    good.add(from);
                }
            }
        } while (good.size() > before);
        left.retainAll(good);
    }
}
