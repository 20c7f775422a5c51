package dev.turnstile.driver.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.tree.OrientedTree;
import dev.turnstile.algorithm.tree.Tree;
import dev.turnstile.algorithm.tree.TreeMessage;
import dev.turnstile.driver.nodes.NodeRequest.State;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Sizes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that circulate forever in the algorithm, but here only as long as necessary. */
final class CirculatingTransportTest {
    private static final int N = 4;
    private static final int UNITS = 3;

    private final Tree tree = new Tree(OrientedTree.of("path", N), UNITS, UNITS, 0);
    private final NodeRuntime<TreeMessage> runtime = NodeRuntime.inOneJvm(new Counted(), new SlotTable());
    private int arrivals;

    /** A tree whose nodes count the messages they receive. */
    private final class Counted implements NodeSystem<TreeMessage> {
        @Override
        public Sizes sizes() {
            return tree.sizes();
        }

        @Override
        public boolean fits(TreeMessage message) {
            return tree.fits(message);
        }

        @Override
        public boolean isDivisible() {
            return tree.isDivisible();
        }

        @Override
        public long arrivalsToSettle() {
            return tree.arrivalsToSettle();
        }

        @Override
        public Class<TreeMessage> messages() {
            return tree.messages();
        }

        @Override
        public Node<TreeMessage> node(int index) {
            return new Wrapped<>(tree.node(index)) {
                @Override
                public void receive(int from, TreeMessage message, Outbox<TreeMessage> out) {
                    arrivals++;
                    super.receive(from, message, out);
                }
            };
        }
    }

    private int arrivals() {
        int since = arrivals;
        arrivals = 0;
        return since;
    }

    @Test
    void anUncontendedRequestIsInsideWhenTheCallReturns() {
        for (int round = 0; round < N; round++) {
            List<NodeRequest> all = new ArrayList<>();
            for (int i = 0; i < UNITS; i++) { // each at another node
                all.add(runtime.enter(1));
            }
            assertThat(all).extracting(NodeRequest::state).containsOnly(State.INSIDE);
            all.forEach(request -> request.leave(1));
            assertThat(all).extracting(NodeRequest::state).containsOnly(State.OUT);
            NodeRequest alone = runtime.enter(UNITS);
            assertThat(alone.state()).isEqualTo(State.INSIDE);
            alone.leave(UNITS);
            assertThat(runtime.held()).isZero();
        }
    }

    @Test
    void messagesRestWhileNoNodeWaits() {
        NodeRequest request = runtime.enter(2);
        assertThat(arrivals()).isPositive();
        request.leave(1);
        assertThat(arrivals()).isZero();
        assertThat(request.state()).isEqualTo(State.INSIDE);
        request.leave(1);
        assertThat(arrivals()).isZero();
        assertThat(request.state()).isEqualTo(State.OUT);
    }

    @Test
    void messagesRestAsSoonAsTheLastWaiterIsInside() {
        NodeRequest one = runtime.enter(1);
        assertThat(arrivals()).isLessThan((int) tree.arrivalsToSettle());
        NodeRequest all = runtime.enter(UNITS);
        arrivals();
        one.leave(1);
        assertThat(all.state()).isEqualTo(State.INSIDE);
        assertThat(arrivals()).isBetween(1, (int) tree.arrivalsToSettle());
    }

    @Test
    void messagesCirculateOnlyAsLongAsTheyCouldAdmitARequest() {
        runtime.enter(2);
        arrivals();
        NodeRequest second = runtime.enter(2);
        assertThat(second.state()).isEqualTo(State.WAITING);
        assertThat(arrivals()).isEqualTo((int) tree.arrivalsToSettle());
        assertThat(second.cancel()).isTrue();
        assertThat(second.state()).isEqualTo(State.OUT);
        assertThat(arrivals()).as("no node waits any more").isZero();
    }

    @Test
    void messagesRestWhileAllUnitsAreHeldAndCirculateAgainWhenOneLeaves() {
        NodeRequest all = runtime.enter(UNITS);
        arrivals();
        NodeRequest waiting = runtime.enter(1);
        assertThat(arrivals()).as("nothing can admit it").isZero();
        assertThat(waiting.state()).isEqualTo(State.WAITING);
        all.leave(1);
        assertThat(waiting.state()).isEqualTo(State.INSIDE);
    }

    @Test
    void aRequestBeyondALoweredLimitEntersWhenTheLimitIsRaised() {
        runtime.limit(1);
        runtime.enter(1);
        NodeRequest waiting = runtime.enter(1);
        assertThat(waiting.state()).isEqualTo(State.WAITING);
        runtime.limit(2);
        assertThat(waiting.state()).isEqualTo(State.INSIDE);
    }

    /** The units that a waiter has reserved are free, but no request beyond the limit may enter with them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aLoweredLimitHoldsWhateverWaitersHaveReserved(int limit) {
        NodeRequest two = runtime.enter(2);
        List<NodeRequest> waiting = List.of(runtime.enter(2), runtime.enter(2));
        runtime.limit(limit);
        NodeRequest small = runtime.enter(1);
        waiting.forEach(NodeRequest::cancel);
        assertThat(small.state()).as("2 of %d are inside", limit).isEqualTo(State.WAITING);
        two.leave(1);
        assertThat(small.state()).isEqualTo(limit == 2 ? State.INSIDE : State.WAITING);
        two.leave(1);
        assertThat(small.state()).isEqualTo(State.INSIDE);
        assertThat(runtime.held()).isEqualTo(1);
        runtime.limit(UNITS);
        NodeRequest more = runtime.enter(2);
        assertThat(more.state()).isEqualTo(State.INSIDE);
    }
}
