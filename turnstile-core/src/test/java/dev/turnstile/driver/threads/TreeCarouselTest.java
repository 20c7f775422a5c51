package dev.turnstile.driver.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.tree.OrientedTree;
import dev.turnstile.algorithm.tree.Telling;
import dev.turnstile.algorithm.tree.Tree;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mail that goes round for ever, and only as long as it must. */
final class TreeCarouselTest {
    private static final int N = 4;
    private static final int UNITS = 3;

    private final Tree tree = new Tree(OrientedTree.of("path", N), UNITS, UNITS, 0);
    private final int[] wanted = new int[N];
    private final List<Node<Telling>> nodes = new ArrayList<>();
    private final Carousel<Telling> mail;
    private int arrivals;

    TreeCarouselTest() {
        for (int i = 0; i < N; i++) {
            nodes.add(new Counted(tree.node(i)));
        }
        mail = new Carousel<>(nodes, i -> wanted[i], tree.arrivalsToSettle());
    }

    /** A node that counts what it receives. */
    private final class Counted implements Node<Telling> {
        private final Node<Telling> node;

        Counted(Node<Telling> node) {
            this.node = node;
        }

        @Override
        public Region region() {
            return node.region();
        }

        @Override
        public void acquire(int units, Outbox<Telling> out) {
            node.acquire(units, out);
        }

        @Override
        public void release(Outbox<Telling> out) {
            node.release(out);
        }

        @Override
        public void cancel(Outbox<Telling> out) {
            node.cancel(out);
        }

        @Override
        public void giveBack(int units, Outbox<Telling> out) {
            node.giveBack(units, out);
        }

        @Override
        public void receive(int from, Telling message, Outbox<Telling> out) {
            arrivals++;
            node.receive(from, message, out);
        }

        @Override
        public int units() {
            return node.units();
        }

        @Override
        public Optional<Timer> timer() {
            return node.timer();
        }

        @Override
        public void timeout(Outbox<Telling> out) {
            node.timeout(out);
        }

        @Override
        public void state(Fields fields) {
            node.state(fields);
        }
    }

    private void acquire(int node, int units) {
        mail.act(node, out -> ask(node, units, out));
    }

    private void ask(int node, int units, Outbox<Telling> out) {
        wanted[node] = units;
        nodes.get(node).acquire(units, out);
    }

    private int arrivals() {
        int since = arrivals;
        arrivals = 0;
        return since;
    }

    @Test
    void whoAsksAloneIsInsideWhenTheCallReturns() {
        for (int node = 0; node < N; node++) {
            acquire(node, UNITS);
            assertThat(mail.reached(node)).isEqualTo(Region.CRITICAL);
            mail.act(node, nodes.get(node)::release);
            assertThat(mail.reached(node)).isEqualTo(Region.REMAINDER);
        }
    }

    @Test
    void itDoesNotTurnWhileNobodyWaits() {
        acquire(1, 2);
        assertThat(arrivals()).isPositive();
        mail.act(1, out -> nodes.get(1).giveBack(1, out));
        assertThat(arrivals()).isZero();
        mail.act(1, nodes.get(1)::release);
        assertThat(arrivals()).isZero();
    }

    @Test
    void itStopsAsSoonAsTheLastWhoWaitsIsInside() {
        acquire(3, 1);
        assertThat(arrivals()).isLessThan((int) tree.arrivalsToSettle());
        acquire(1, 3);
        arrivals();
        mail.act(3, nodes.get(3)::release);
        assertThat(mail.reached(1)).isEqualTo(Region.CRITICAL);
        assertThat(arrivals()).isBetween(1, (int) tree.arrivalsToSettle());
    }

    @Test
    void forWhoCanNotEnterItTurnsAsLongAsThatCouldLetItInAndNotLonger() {
        acquire(1, 2);
        arrivals();
        acquire(2, 2);
        assertThat(mail.reached(2)).isEqualTo(Region.TRYING);
        assertThat(arrivals()).isEqualTo((int) tree.arrivalsToSettle());
        mail.act(2, nodes.get(2)::cancel);
        assertThat(mail.reached(2)).isEqualTo(Region.REMAINDER);
        assertThat(arrivals()).as("nobody waits any more").isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3})
    void whoActsBeforeOthersGetsWhatTheyHaveReserved(int first) {
        acquire(1, 2);
        for (int other = 0; other < N; other++) {
            if (other != 1 && other != first) {
                acquire(other, 2);
            }
        }
        mail.tryBeforeOthers(first, List.of(out -> ask(first, 1, out)));
        assertThat(mail.reached(first)).isEqualTo(Region.CRITICAL);
        for (int other = 0; other < N; other++) {
            if (other != 1 && other != first) {
                assertThat(mail.reached(other)).as("node %d", other).isEqualTo(Region.TRYING);
                assertThat(nodes.get(other).units())
                        .as("node %d asks again", other)
                        .isEqualTo(2);
            }
        }
        mail.act(1, nodes.get(1)::release);
        mail.act(first, nodes.get(first)::release);
        for (int round = 0; round < N; round++) {
            for (int other = 0; other < N; other++) {
                if (mail.reached(other) == Region.CRITICAL) {
                    mail.act(other, nodes.get(other)::release);
                }
            }
        }
        assertThat(nodes).allMatch(node -> node.region() == Region.REMAINDER);
    }
}
