package dev.turnstile.algorithm.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Tokens;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A triangle: the initial messages of all six channels can gather in two of them before there is a tree. */
final class NetworkCounterTest {
    private static final int C_MAX = 7;
    private static final int M = Protocol.counters(3, C_MAX); // 33
    private final RootedNetwork system = new RootedNetwork(NetworkGraph.of("complete", 3), 1, 1, C_MAX, 6);
    private final List<Node<TreeMessage>> nodes = new ArrayList<>();
    private final Map<Integer, Deque<TreeMessage>> channels = new HashMap<>();

    private Deque<TreeMessage> channel(int from, int to) {
        return channels.computeIfAbsent(from * 3 + to, c -> new ArrayDeque<>());
    }

    private Outbox<TreeMessage> from(int i) {
        return new Outbox<>() {
            @Override
            public void send(int to, TreeMessage message) {
                channel(i, to).add(message);
            }

            @Override
            public int choose(int bound) {
                return 0;
            }

            @Override
            public void restartTimer() {}
        };
    }

    private TreeMessage deliver(int from, int to) {
        TreeMessage message = channel(from, to).remove();
        nodes.get(to).receive(from, message, from(to));
        return message;
    }

    private void deliverAll(int from, int to) {
        while (!channel(from, to).isEmpty()) {
            deliver(from, to);
        }
    }

    private void set(int node, Map<String, Long> values) {
        nodes.get(node).state((name, value, min, max) -> {
            long now = values.getOrDefault(name, value);
            assertThat(now).isBetween(min, max);
            return now;
        });
    }

    private int fill(int from, int to, int first, int count) {
        for (int i = 0; i < count; i++) {
            TreeMessage ctrl = new TreeMessage.Ctrl((first + i) % M, false, 0, 0);
            assertThat(system.fits(ctrl)).isTrue();
            channel(from, to).add(ctrl);
        }
        return first + count;
    }

    private long tokens() {
        return nodes.stream().mapToLong(Node::tokens).sum()
                + channels.values().stream()
                        .flatMap(Deque::stream)
                        .mapToLong(TreeMessage::tokens)
                        .sum();
    }

    @Test
    void fromAnyConfigurationTheNetworkStabilises() {
        for (int i = 0; i < 3; i++) {
            nodes.add(system.node(i));
        }
        set(0, Map.of("child[1]", 1L, "child[2]", 1L, "heard[1]", 1L, "heard[2]", 1L));
        set(1, Map.of("heard[0]", 1L, "heard[2]", 0L, "child[0]", 1L, "child[2]", 0L));
        set(1, Map.of("myC", M - 1L));
        set(2, Map.of("heard[0]", 1L, "heard[1]", 0L, "child[0]", 0L, "child[1]", 0L, "myC", M - 1L));
        int next = fill(1, 0, 0, C_MAX);
        next = fill(2, 1, next, C_MAX);
        next = fill(1, 2, next, C_MAX - 1);
        channel(1, 2).add(new TreeMessage.Beacon(1, true)); // as arbitrary as the rest
        next = fill(0, 2, next, C_MAX);
        fill(0, 1, next, C_MAX);

        deliverAll(2, 1); // 1 believes that 2 is its parent, and 0 its child
        deliverAll(1, 2); // 2 is a leaf on 1, and in the end believes that 0 is its parent, and 1 its child
        deliverAll(2, 1);
        deliverAll(0, 2);
        deliverAll(2, 1);
        nodes.get(2).timeout(from(2));
        deliver(2, 1); // 1: 0 is its parent, no child
        deliverAll(0, 1);
        nodes.get(1).timeout(from(1));
        deliver(1, 2); // 2: no child; there is a tree now
        nodes.get(0).timeout(from(0));

        int tooMany = 0;
        int wrong = 0;
        int rounds = 5_000;
        for (int round = 0; round < rounds; round++) {
            if (round % 10 == 9) {
                for (int i = 0; i < 3; i++) {
                    nodes.get(i).timeout(from(i)); // all send beacons, fairly
                }
                deliverAll(1, 2);
                deliverAll(2, 1);
            }
            TreeMessage arrived;
            do { // a round of the controller
                arrived = deliver(1, 0);
                deliverAll(0, 2);
                deliverAll(2, 0);
                deliverAll(0, 1);
            } while (!(arrived instanceof TreeMessage.Ctrl) && !channel(1, 0).isEmpty());
            int inside = 0;
            for (Node<TreeMessage> node : nodes) {
                inside += node.region() == Region.CRITICAL ? 1 : 0;
            }
            if (round > rounds / 2) {
                tooMany += inside > 1 ? 1 : 0;
                wrong += tokens() == Tokens.of(1, 1, 1) ? 0 : 1;
            }
            for (int i = 0; i < 3; i++) {
                Node<TreeMessage> node = nodes.get(i);
                if (node.region() == Region.CRITICAL && round % 3 == i) {
                    node.release(from(i));
                } else if (node.region() == Region.REMAINDER) {
                    node.acquire(1, from(i));
                }
            }
        }
        assertThat(wrong).as("rounds with wrong tokens in the second half").isZero();
        assertThat(tooMany).isZero();
    }

    @Test
    void membersRejectMoreUnitsEachThanThereAre() {
        org.assertj.core.api.Assertions.assertThatIllegalArgumentException()
                .as("members")
                .isThrownBy(() -> new Members(4, 2, 5, 1));
    }

    @Test
    void networksAcceptLongSeedsAndASingleNode() {
        assertThat(NetworkGraph.of("random-123456789", 5).nodes()).isEqualTo(5);
        assertThat(NetworkGraph.of("0-1", 1).neighbours(0)).isEmpty();
    }

    @Test
    void networksRejectMoreUnitsEachThanThereAre() {
        org.assertj.core.api.Assertions.assertThatIllegalArgumentException()
                .as("network")
                .isThrownBy(() -> new RootedNetwork(NetworkGraph.of("ring", 3), 2, 5, 1, 6));
    }
}
