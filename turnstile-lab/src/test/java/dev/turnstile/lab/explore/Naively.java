package dev.turnstile.lab.explore;

import dev.turnstile.machine.Fields;
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
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * All configurations of a system, computed the slow and simple way: whole configurations, with the stamps as they are,
 * in a set. The explorer uses none of this code. The outcomes of chance are found by repeating a call with one more
 * answer each time.
 */
final class Naively<M extends Message> {
    private final NodeSystem<M> system;
    private final int n;
    private final Setting setting;
    private final Set<Configuration<M>> seen = new HashSet<>();
    private final Deque<Configuration<M>> open = new ArrayDeque<>();

    /**
     * How many requests each node makes (0 for any number), how many messages a channel holds (0 for any number), and
     * which messages come first.
     */
    record Setting(List<Integer> requests, int room, Set<String> hastened, boolean cancels) {}

    /** The variables of every node, the contents of every channel, and how many requests each node may still make. */
    record Configuration<M>(List<List<Long>> nodes, List<List<M>> channels, List<Integer> left) {}

    /** The result of one call of a node. */
    private record Turn<M>(List<Long> variables, List<Sent<M>> sent) {}

    private record Sent<M>(int to, M message) {}

    /** Thrown if a node makes more choices than there are answers. */
    private static final class AsksForMore extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int bound;

        AsksForMore(int bound) {
            this.bound = bound;
        }
    }

    Naively(NodeSystem<M> system, Setting setting) {
        this.system = system;
        this.setting = setting;
        n = system.sizes().participants();
        List<List<Long>> nodes = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            nodes.add(saved(system.node(i)));
        }
        reach(new Configuration<>(nodes, Collections.nCopies(n * n, List.of()), setting.requests()));
        while (!open.isEmpty()) {
            leave(open.removeFirst());
        }
    }

    Set<Configuration<M>> all() {
        return seen;
    }

    /** Returns the equivalence classes of configurations whose stamps are in the same order. */
    Set<Configuration<M>> classes() {
        Set<Configuration<M>> classes = new HashSet<>();
        seen.forEach(one -> classes.add(ranked(one)));
        return classes;
    }

    /** Returns these classes after messages that will have no effect are removed. */
    Set<Configuration<M>> classesWithoutVoid() {
        Set<Configuration<M>> classes = new HashSet<>();
        seen.forEach(one -> classes.add(ranked(withoutVoid(one))));
        return classes;
    }

    private Configuration<M> withoutVoid(Configuration<M> one) {
        List<List<M>> channels = new ArrayList<>();
        for (int channel = 0; channel < n * n; channel++) {
            Node<M> receiver = loaded(channel % n, one);
            channels.add(one.channels().get(channel).stream()
                    .filter(message -> !system.facts().isVoid().test(message, receiver))
                    .toList());
        }
        return new Configuration<>(one.nodes(), channels, one.left());
    }

    /** Returns whether in some configuration all is at rest, no node is inside, and a node waits. */
    boolean somebodyIsForgotten() {
        return seen.stream().anyMatch(this::isForgotten);
    }

    private boolean isForgotten(Configuration<M> one) {
        boolean waits = false;
        for (int i = 0; i < n; i++) {
            Node<M> node = loaded(i, one);
            if (node.region() == Region.CRITICAL || node.timer().isPresent()) {
                return false;
            }
            waits |= node.region() == Region.TRYING;
        }
        return waits && one.channels().stream().allMatch(List::isEmpty);
    }

    long mostTokens() {
        return seen.stream().mapToLong(this::tokens).max().orElseThrow();
    }

    long fewestTokens() {
        return seen.stream().mapToLong(this::tokens).min().orElseThrow();
    }

    private long tokens(Configuration<M> one) {
        long tokens = one.channels().stream()
                .flatMap(List::stream)
                .mapToLong(Message::tokens)
                .sum();
        for (int i = 0; i < n; i++) {
            tokens += loaded(i, one).tokens();
        }
        return tokens;
    }

    private void reach(Configuration<M> one) {
        boolean full =
                setting.room() > 0 && one.channels().stream().anyMatch(channel -> channel.size() > setting.room());
        if (!full && seen.add(one)) {
            open.addLast(one);
        }
    }

    private static <M extends Message> List<Long> saved(Node<M> node) {
        return Arrays.stream(State.save(node)).boxed().toList();
    }

    private Node<M> loaded(int i, Configuration<M> one) {
        Node<M> node = system.node(i);
        State.load(node, one.nodes().get(i).stream().mapToLong(value -> value).toArray(), 0);
        return node;
    }

    private boolean isFirst(List<M> channel) {
        return !channel.isEmpty()
                && setting.hastened().contains(channel.getFirst().getClass().getSimpleName());
    }

    private void leave(Configuration<M> from) {
        boolean hurries = from.channels().stream().anyMatch(this::isFirst);
        for (int channel = 0; channel < n * n; channel++) {
            List<M> messages = from.channels().get(channel);
            if (!messages.isEmpty() && (!hurries || isFirst(messages))) {
                deliver(from, channel / n, channel % n);
            }
        }
        for (int i = 0; !hurries && i < n; i++) {
            act(from, i);
        }
    }

    private void deliver(Configuration<M> from, int sender, int receiver) {
        List<List<M>> channels = new ArrayList<>(from.channels());
        List<M> rest = new ArrayList<>(channels.get(sender * n + receiver));
        M message = rest.removeFirst();
        channels.set(sender * n + receiver, rest);
        Configuration<M> taken = new Configuration<>(from.nodes(), channels, from.left());
        Node<M> node = loaded(receiver, taken);
        List<Sent<M>> sent = new ArrayList<>();
        node.receive(sender, message, outbox(sent, List.of()));
        reach(after(taken, receiver, new Turn<>(saved(node), sent), 0));
    }

    private void act(Configuration<M> from, int i) {
        Region region = loaded(i, from).region();
        boolean endless = setting.requests().get(i) == 0;
        if (region == Region.REMAINDER && (endless || from.left().get(i) > 0)) {
            turns(from, i, (node, out) -> node.acquire(1, out), turn -> reach(after(from, i, turn, endless ? 0 : 1)));
        }
        if (region == Region.CRITICAL) {
            turns(from, i, Node::release, turn -> reach(after(from, i, turn, 0)));
        }
        if (region == Region.TRYING && setting.cancels()) {
            turns(from, i, Node::cancel, turn -> reach(after(from, i, turn, 0)));
        }
        if (loaded(i, from).timer().isPresent()) {
            turns(from, i, Node::timeout, turn -> reach(after(from, i, turn, 0)));
        }
    }

    @FunctionalInterface
    private interface Call<M extends Message> {
        void on(Node<M> node, Outbox<M> out);
    }

    /** Finds every outcome of a call. */
    private void turns(Configuration<M> from, int i, Call<M> call, Consumer<Turn<M>> found) {
        Deque<List<Integer>> scripts = new ArrayDeque<>(List.of(List.of()));
        while (!scripts.isEmpty()) {
            List<Integer> script = scripts.removeFirst();
            Node<M> node = loaded(i, from);
            List<Sent<M>> sent = new ArrayList<>();
            try {
                call.on(node, outbox(sent, script));
                found.accept(new Turn<>(saved(node), sent));
            } catch (AsksForMore more) {
                for (int choice = 0; choice < more.bound; choice++) {
                    List<Integer> longer = new ArrayList<>(script);
                    longer.add(choice);
                    scripts.addLast(longer);
                }
            }
        }
    }

    private Configuration<M> after(Configuration<M> before, int i, Turn<M> turn, int asked) {
        List<List<Long>> nodes = new ArrayList<>(before.nodes());
        nodes.set(i, turn.variables());
        List<List<M>> channels = new ArrayList<>(before.channels());
        for (Sent<M> sent : turn.sent()) {
            List<M> longer = new ArrayList<>(channels.get(i * n + sent.to()));
            longer.add(sent.message());
            channels.set(i * n + sent.to(), longer);
        }
        List<Integer> left = new ArrayList<>(before.left());
        left.set(i, left.get(i) - asked);
        return new Configuration<>(nodes, channels, left);
    }

    private static <M extends Message> Outbox<M> outbox(List<Sent<M>> sent, List<Integer> script) {
        return new Outbox<>() {
            private int made;

            @Override
            public void send(int to, M message) {
                sent.add(new Sent<>(to, message));
            }

            @Override
            public int choose(int bound) {
                if (made == script.size()) {
                    throw new AsksForMore(bound);
                }
                return script.get(made++);
            }

            @Override
            public void restartTimer() {}
        };
    }

    /** Replaces each stamp by its rank within its group, in the whole configuration. */
    private Configuration<M> ranked(Configuration<M> one) {
        Map<Integer, TreeSet<Long>> groups = new HashMap<>();
        stamped(one, (group, value) -> {
            groups.computeIfAbsent(group, key -> new TreeSet<>()).add(value);
            return value;
        });
        return stamped(
                one, (group, value) -> (long) groups.get(group).headSet(value).size());
    }

    @FunctionalInterface
    private interface Stamping {
        long of(int group, long value);
    }

    private Configuration<M> stamped(Configuration<M> one, Stamping stamping) {
        Fields stamps = new Fields() {
            @Override
            public long range(String name, long value, long min, long max) {
                return value;
            }

            @Override
            public long stamp(String name, long value, int group) {
                return value == Long.MAX_VALUE ? value : stamping.of(group, value);
            }
        };
        List<List<Long>> nodes = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Node<M> node = loaded(i, one);
            node.state(stamps);
            nodes.add(saved(node));
        }
        List<List<M>> channels = new ArrayList<>();
        for (int channel = 0; channel < n * n; channel++) {
            int sender = channel / n;
            channels.add(one.channels().get(channel).stream()
                    .map(message -> system.facts()
                            .stamps()
                            .map(how -> how.restamped(sender, message, stamps))
                            .orElse(message))
                    .toList());
        }
        return new Configuration<>(nodes, channels, one.left());
    }
}
