package dev.turnstile.algorithm;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.Timer;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * A system of k clusters of about n/k nodes, with one place each (bulgannawar-1995, section 5). It makes k-exclusion
 * out of an algorithm for mutual exclusion. Node i belongs to cluster i mod k, where it is node i div k.
 *
 * <p>Nodes of one cluster never use the place of another. A node that stays inside keeps its cluster out, even while
 * places of other clusters are free.
 */
final class Partitioned<M extends Message> implements NodeSystem<M> {
    private final int n;
    private final List<NodeSystem<M>> clusters = new ArrayList<>();

    /**
     * Creates a system of n nodes and k places. The last argument creates a cluster with one place, given its number of
     * nodes.
     *
     * @throws IllegalArgumentException if n or k is out of range; the message states the range
     */
    Partitioned(int nodes, int places, IntFunction<NodeSystem<M>> cluster) {
        if (nodes < 1) {
            throw new IllegalArgumentException("n must be between 1 and " + Integer.MAX_VALUE + ", not " + nodes);
        }
        if (places < 1 || places > nodes) {
            throw new IllegalArgumentException("k must be between 1 and n = " + nodes + ", not " + places);
        }
        n = nodes;
        for (int c = 0; c < places; c++) {
            clusters.add(cluster.apply((nodes - 1 - c) / places + 1));
        }
    }

    @Override
    public Sizes sizes() {
        return new Sizes(n, clusters.size(), 0, 1);
    }

    @Override
    public long arrivalsToSettle() {
        return clusters.stream().mapToLong(NodeSystem::arrivalsToSettle).sum();
    }

    /** Combines the facts of the clusters, which are all of one kind. Counts are added up. */
    @Override
    public NodeFacts<M> facts() {
        List<NodeFacts<M>> inner = clusters.stream().map(NodeSystem::facts).toList();
        NodeFacts<M> one = inner.getFirst();
        NodeFacts<M> all = NodeFacts.<M>of(n)
                .withOutcomes(inner.stream().mapToInt(NodeFacts::outcomes).max().orElseThrow())
                .withTokens(inner.stream().mapToLong(NodeFacts::tokens).sum())
                .withBytesAtLeast(
                        inner.stream().mapToLong(NodeFacts::bytesAtLeast).sum())
                .withStabilises(one.stabilises())
                .withTimersOutlasting(one.timersOutlast())
                .withOvertaking(one.mayOvertake())
                .withVoid((message, receiver) -> receiver instanceof Partitioned<M>.Member member
                        && inner.get(member.cluster).isVoid().test(message, member.inner));
        all = one.arbitrary().map(all::withArbitrary).orElse(all);
        return one.stamps().isEmpty()
                ? all
                : all.withStamps((from, message, stamps) -> inner.get(from % k())
                        .stamps()
                        .orElseThrow()
                        .restamped(from / k(), message, new Groups(stamps, k(), from % k())));
    }

    private int k() {
        return clusters.size();
    }

    @Override
    public boolean holdersBlockOthers() {
        return k() > 1;
    }

    @Override
    public Class<M> messages() {
        return clusters.getFirst().messages();
    }

    @Override
    public boolean fits(M message) {
        return clusters.stream().anyMatch(cluster -> cluster.fits(message));
    }

    /** A visitor that keeps the stamps of different clusters in different groups. */
    private record Groups(Fields fields, int clusters, int cluster) implements Fields {
        @Override
        public long range(String name, long value, long min, long max) {
            return fields.range(name, value, min, max);
        }

        @Override
        public long stamp(String name, long value, int group) {
            return fields.stamp(name, value, group * clusters + cluster);
        }

        @Override
        public int label(String name, int value, List<String> labels) {
            return fields.label(name, value, labels);
        }

        @Override
        public boolean flag(String name, boolean value) {
            return fields.flag(name, value);
        }

        @Override
        public <E extends Enum<E>> E choice(String name, E value, E[] all) {
            return fields.choice(name, value, all);
        }
    }

    @Override
    public Node<M> node(int index) {
        return new Member(index % k(), clusters.get(index % k()).node(index / k()));
    }

    /** A node of a cluster. Node numbers are translated on the way out and on the way in. */
    private final class Member implements Node<M> {
        private final int cluster;
        private final Node<M> inner;
        private final Translated translated = new Translated();

        Member(int cluster, Node<M> inner) {
            this.cluster = cluster;
            this.inner = inner;
        }

        @Override
        public Region region() {
            return inner.region();
        }

        @Override
        public long tokens() {
            return inner.tokens();
        }

        @Override
        public void acquire(int units, Outbox<M> out) {
            inner.acquire(units, translated.to(out));
        }

        @Override
        public void release(Outbox<M> out) {
            inner.release(translated.to(out));
        }

        @Override
        public void cancel(Outbox<M> out) {
            inner.cancel(translated.to(out));
        }

        @Override
        public void receive(int from, M message, Outbox<M> out) {
            inner.receive(from / k(), message, translated.to(out));
        }

        @Override
        public Optional<Timer> timer() {
            return inner.timer();
        }

        @Override
        public void timeout(Outbox<M> out) {
            inner.timeout(translated.to(out));
        }

        @Override
        public void state(Fields fields) {
            inner.state(new Groups(fields, k(), cluster));
        }

        private final class Translated implements Outbox<M> {
            private Outbox<M> outer;

            Outbox<M> to(Outbox<M> out) {
                outer = out;
                return this;
            }

            @Override
            public void send(int to, M message) {
                outer.send(to * k() + cluster, message);
            }

            @Override
            public int choose(int bound) {
                return outer.choose(bound);
            }

            @Override
            public void restartTimer() {
                outer.restartTimer();
            }
        }
    }
}
