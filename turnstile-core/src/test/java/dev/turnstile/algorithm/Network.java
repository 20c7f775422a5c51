package dev.turnstile.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The nodes of a system, with a FIFO channel from each node to each other node. A test decides which message arrives
 * next.
 */
public final class Network<M extends Message> {
    private final NodeSystem<M> system;
    private final int n;
    private final List<Node<M>> nodes = new ArrayList<>();
    private final List<Deque<M>> channels = new ArrayList<>();
    private final Random chance;
    private final Deque<Integer> decided = new ArrayDeque<>(); // choices fixed by a test, the next first
    private int sent;

    public Network(NodeSystem<M> system) {
        this(system, 0);
    }

    /** Creates a network whose random choices start from a seed. */
    public Network(NodeSystem<M> system, long seed) {
        this.system = system;
        chance = new Random(seed);
        n = system.sizes().participants();
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
                assertThat(to).as("no node sends to itself").isNotEqualTo(i).isBetween(0, n - 1);
                channel(i, to).add(message);
                sent++;
            }

            @Override
            public int choose(int bound) {
                int chosen = decided.isEmpty() ? chance.nextInt(bound) : decided.remove();
                assertThat(chosen).isBetween(0, bound - 1);
                return chosen;
            }

            @Override
            public void restartTimer() {}
        };
    }

    /** Fixes the outcomes of the next choices. */
    public Network<M> decide(int... choices) {
        IntStream.of(choices).forEach(decided::add);
        return this;
    }

    private Deque<M> channel(int from, int to) {
        return channels.get(from * n + to);
    }

    public Node<M> node(int i) {
        return nodes.get(i);
    }

    public Region region(int i) {
        return nodes.get(i).region();
    }

    public void acquire(int i) {
        acquire(i, 1);
    }

    public void acquire(int i, int units) {
        nodes.get(i).acquire(units, from(i));
    }

    public void release(int i) {
        nodes.get(i).release(from(i));
    }

    public void cancel(int i) {
        nodes.get(i).cancel(from(i));
    }

    public void timeout(int i) {
        nodes.get(i).timeout(from(i));
    }

    /** Returns the messages in flight on a channel, oldest first. */
    public List<M> onTheWay(int from, int to) {
        return List.copyOf(channel(from, to));
    }

    /** Delivers the oldest message of that channel. */
    public M deliver(int from, int to) {
        M message = channel(from, to).remove();
        arrives(from, to, message);
        return message;
    }

    /** Delivers a message that the test makes up. */
    public void arrives(int from, int to, M message) {
        assertThat(system.fits(message)).as("%s fits", message).isTrue();
        nodes.get(to).receive(from, message, from(to));
    }

    /** Delivers a random message in flight; returns false if there is none. */
    public boolean deliverAny(Random random) {
        int[] full = IntStream.range(0, n * n)
                .filter(channel -> !channels.get(channel).isEmpty())
                .toArray();
        if (full.length > 0) {
            int channel = full[random.nextInt(full.length)];
            deliver(channel / n, channel % n);
        }
        return full.length > 0;
    }

    /** Delivers all messages in flight, and all that are sent in response. */
    public void deliverAll() {
        deliverAllBut(-1);
    }

    /** Delivers all messages as {@link #deliverAll} does, and lets running timers expire whenever none is in flight. */
    public void deliverAllAndTimeOut() {
        deliverAll();
        for (int i = 0; i < n; i++) {
            if (nodes.get(i).timer().isPresent()) {
                timeout(i);
                deliverAll();
                i = -1;
            }
        }
    }

    /** Delivers all messages as {@link #deliverAll} does, except those from or to that node. */
    public void deliverAllBut(int slow) {
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

    /** Returns the number of messages sent since the last call. */
    public int sent() {
        int since = sent;
        sent = 0;
        return since;
    }

    public int inside() {
        return (int)
                nodes.stream().filter(node -> node.region() == Region.CRITICAL).count();
    }

    /** Returns the tokens at nodes and in flight. */
    public long tokens() {
        return nodes.stream().mapToLong(Node::tokens).sum()
                + channels.stream()
                        .flatMap(Collection::stream)
                        .mapToLong(Message::tokens)
                        .sum();
    }

    /**
     * Takes many random steps, including cancels. At most k nodes are inside, and in the end every waiting node enters.
     */
    public void runAtRandom(int k, int steps, long seed) {
        Random random = new Random(seed);
        int entries = 0;
        for (int step = 0; step < steps; step++) {
            entries += actAtRandom(random) ? 1 : 0;
            check(random.nextInt(n), k, "seed %d, step %d".formatted(seed, step));
        }
        assertThat(entries).as("the run made progress; seed %d", seed).isGreaterThan(steps / 1_000);
        drain(k, seed);
    }

    /** Delivers a message, or lets a random node acquire, release or cancel. Returns whether that ended an entry. */
    public boolean actAtRandom(Random random) {
        int i = random.nextInt(n);
        return (random.nextInt(4) == 0 || !deliverAny(random)) && act(i, random);
    }

    private boolean act(int i, Random random) {
        boolean inside = region(i) == Region.CRITICAL;
        if (nodes.get(i).timer().isPresent() && random.nextBoolean()) {
            timeout(i);
            return false;
        }
        if (region(i) == Region.REMAINDER) {
            acquire(i);
        } else if (inside) {
            release(i);
        } else if (random.nextInt(8) == 0) {
            cancel(i);
        }
        return inside;
    }

    private void check(int i, int k, String when) {
        assertThat(inside()).as(when).isLessThanOrEqualTo(k);
        if (system.facts().tokens() > 0) {
            assertThat(tokens()).as("tokens; %s", when).isEqualTo(system.facts().tokens());
        }
        nodes.get(i).state((name, value, min, max) -> {
            if (value < min || value > max) {
                throw new AssertionError("%s is %d, not %d to %d; %s".formatted(name, value, min, max, when));
            }
            return value;
        });
    }

    private void drain(int k, long seed) {
        for (int round = 0; round <= n; round++) {
            deliverAllAndTimeOut();
            assertThat(inside()).as("seed %d", seed).isLessThanOrEqualTo(k);
            for (int i = 0; i < n; i++) {
                if (region(i) == Region.CRITICAL) {
                    release(i);
                }
            }
        }
        assertThat(nodes)
                .as("no node is left waiting; seed %d", seed)
                .allMatch(node -> node.region() == Region.REMAINDER);
    }
}
