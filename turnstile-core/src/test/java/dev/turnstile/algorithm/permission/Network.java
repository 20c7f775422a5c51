package dev.turnstile.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The nodes of a system, with a FIFO channel from each to each other one; a test says which message arrives next. */
final class Network<M extends Message> {
    private final int n;
    private final List<Node<M>> nodes = new ArrayList<>();
    private final List<Deque<M>> channels = new ArrayList<>();
    private final Random chance;
    private int sent;

    public Network(NodeSystem<M> system) {
        this(system, 0);
    }

    /** What the nodes leave to chance starts from a seed. */
    public Network(NodeSystem<M> system, long seed) {
        chance = new Random(seed);
        n = system.nodes();
        for (int i = 0; i < n; i++) {
            nodes.add(system.node(i));
        }
        for (int i = 0; i < n * n; i++) {
            channels.add(new ArrayDeque<>());
        }
    }

    private Outbox<M> from(int i) {
        return new Outbox<>() {
            @Override
            public void send(int to, M message) {
                assertThat(to).as("nobody sends to itself").isNotEqualTo(i).isBetween(0, n - 1);
                channel(i, to).add(message);
                sent++;
            }

            @Override
            public int choose(int bound) {
                return chance.nextInt(bound);
            }

            @Override
            public void restartTimer() {}
        };
    }

    private Deque<M> channel(int from, int to) {
        return channels.get(from * n + to);
    }

    Node<M> node(int i) {
        return nodes.get(i);
    }

    Region region(int i) {
        return nodes.get(i).region();
    }

    void acquire(int i) {
        acquire(i, 1);
    }

    void acquire(int i, int units) {
        nodes.get(i).acquire(units, from(i));
    }

    void release(int i) {
        nodes.get(i).release(from(i));
    }

    void cancel(int i) {
        nodes.get(i).cancel(from(i));
    }

    /** What is on its way, oldest first. */
    List<M> onTheWay(int from, int to) {
        return List.copyOf(channel(from, to));
    }

    /** The oldest message of that channel arrives. */
    M deliver(int from, int to) {
        M message = channel(from, to).remove();
        nodes.get(to).receive(from, message, from(to));
        return message;
    }

    /** Everything on its way arrives, and what is sent because of it. */
    void deliverAll() {
        deliverAllBut(-1);
    }

    /** As {@link #deliverAll}, but nothing from or to that node. */
    void deliverAllBut(int slow) {
        boolean some = true;
        while (some) {
            some = false;
            for (int from = 0; from < n; from++) {
                for (int to = 0; to < n; to++) {
                    if (from != slow && to != slow && !channel(from, to).isEmpty()) {
                        deliver(from, to);
                        some = true;
                    }
                }
            }
        }
    }

    /** How many messages were sent since the last question. */
    int sent() {
        int since = sent;
        sent = 0;
        return since;
    }

    int inside() {
        return (int)
                nodes.stream().filter(node -> node.region() == Region.CRITICAL).count();
    }

    /** Many steps at random, some of which give up; at most k are inside, and in the end everybody who wants to comes in. */
    void runAtRandom(int k, int steps, long seed) {
        Random random = new Random(seed);
        int entries = 0;
        for (int step = 0; step < steps; step++) {
            int i = random.nextInt(n);
            List<Integer> full = IntStream.range(0, n * n)
                    .filter(channel -> !channels.get(channel).isEmpty())
                    .boxed()
                    .toList();
            if (!full.isEmpty() && random.nextInt(4) != 0) {
                int channel = full.get(random.nextInt(full.size()));
                deliver(channel / n, channel % n);
            } else if (region(i) == Region.REMAINDER) {
                acquire(i);
            } else if (region(i) == Region.CRITICAL) {
                release(i);
                entries++;
            } else if (random.nextInt(8) == 0) {
                cancel(i);
            }
            assertThat(inside()).as("seed %d, step %d", seed, step).isLessThanOrEqualTo(k);
        }
        assertThat(entries).as("it got somewhere; seed %d", seed).isGreaterThan(steps / 1_000);
        drain(k, seed);
    }

    private void drain(int k, long seed) {
        for (int round = 0; round <= n; round++) {
            deliverAll();
            assertThat(inside()).as("seed %d", seed).isLessThanOrEqualTo(k);
            for (int i = 0; i < n; i++) {
                if (region(i) == Region.CRITICAL) {
                    release(i);
                }
            }
        }
        assertThat(nodes)
                .as("nobody is left waiting; seed %d", seed)
                .allMatch(node -> node.region() == Region.REMAINDER);
    }
}
