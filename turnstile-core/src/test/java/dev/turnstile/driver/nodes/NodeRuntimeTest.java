package dev.turnstile.driver.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.driver.nodes.NodeRequest.State;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Callers of nodes in three settings: in one JVM, where the acting thread delivers; on a slow network, where messages
 * are in flight for a while; and with each node in a runtime of its own on that network, as between machines.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class NodeRuntimeTest {
    private static final int NODES = 5;
    private static final int DELAY_NANOS_MAX = 200_000;
    private static final long EPOCH_NANOS = 20_000_000;
    private static final long SEED = Long.getLong("turnstile.seed", 18);

    /** The location of the nodes. */
    enum Place {
        ONE_JVM,
        SLOW,
        APART
    }

    /** The nodes of a system, at the given place. */
    private static final class World<M extends Message> implements AutoCloseable {
        private final SlowNetwork<M> network = new SlowNetwork<>(SEED, DELAY_NANOS_MAX);
        private final SlotTable slots = new SlotTable(); // shared by all, because no algorithm assigns slots yet
        private final List<NodeRuntime<M>> runtimes = new ArrayList<>();
        private final AtomicInteger next = new AtomicInteger();

        World(NodeSystem<M> system, Place place) {
            if (place == Place.ONE_JVM) {
                runtimes.add(NodeRuntime.inOneJvm(system, slots));
            } else if (place == Place.SLOW) {
                runtimes.add(runtime(system, all(system.sizes().participants())));
                network.route(
                        0,
                        IntStream.range(0, system.sizes().participants())
                                .mapToObj(i -> runtimes.getFirst())
                                .toList());
            } else {
                for (int i = 0; i < system.sizes().participants(); i++) {
                    runtimes.add(runtime(system, only(i)));
                }
                network.route(0, runtimes);
            }
        }

        private NodeRuntime<M> runtime(NodeSystem<M> system, BitSet local) {
            return new NodeRuntime<>(system, local, network.new Line(), Timers.NEVER, slots);
        }

        NodeRuntime<M> some() {
            return runtimes.get(Math.floorMod(next.getAndIncrement(), runtimes.size()));
        }

        NodeRequest enter(int units) {
            return some().enter(units);
        }

        void settle() {
            while (network.inFlight() > 0) {
                Thread.onSpinWait();
            }
        }

        int held() {
            return runtimes.stream().mapToInt(NodeRuntime::held).sum();
        }

        @Override
        public void close() throws InterruptedException {
            runtimes.forEach(NodeRuntime::close);
            network.close();
        }
    }

    private static BitSet all(int nodes) {
        BitSet all = new BitSet();
        all.set(0, nodes);
        return all;
    }

    private static BitSet only(int node) {
        BitSet one = new BitSet();
        one.set(node);
        return one;
    }

    /** Algorithms whose messages come to rest, because no network here circulates them forever. */
    static Stream<Arguments> everywhere() {
        return Stream.of("raymond", "lamport", "srimani-reddy", "forest", "kmex", "window")
                .flatMap(name -> Stream.of(Place.values()).map(place -> Arguments.of(name, place)));
    }

    private static World<?> world(String algorithm, int places, Place place) {
        return new World<>(Catalogue.messagePassing(algorithm).system(NODES, places), place);
    }

    private static void await(NodeRequest request, State from) {
        Thread thread = Thread.currentThread();
        request.onChange(() -> LockSupport.unpark(thread));
        while (request.state() == from) {
            LockSupport.parkNanos(
                    TimeUnit.MILLISECONDS.toNanos(50)); // a timeout, so that a missed notification shows as a delay
        }
    }

    private static NodeRequest inside(NodeRequest request) {
        await(request, State.WAITING);
        assertThat(request.state()).isEqualTo(State.INSIDE);
        return request;
    }

    /** With more callers than nodes, of which some give up, the limit holds, slots are unique, and fences grow. */
    @ParameterizedTest
    @MethodSource("everywhere")
    void manyCallersNeverExceedTheLimitAndAllEnter(String algorithm, Place place) throws Exception {
        int places = Catalogue.find(algorithm).holdersBlockOthers() ? 1 : 2;
        try (World<?> world = world(algorithm, places, place)) {
            AtomicInteger inside = new AtomicInteger();
            AtomicReference<Throwable> wrong = new AtomicReference<>();
            Map<Integer, Long> fences = new HashMap<>();
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < NODES + 3; t++) {
                Random random = new Random(SEED + t);
                threads.add(Thread.ofPlatform().daemon().start(() -> {
                    try {
                        for (int round = 0; round < 40; round++) {
                            comeAndGo(world, random, inside, places, fences);
                        }
                    } catch (Throwable failure) {
                        wrong.compareAndSet(null, failure);
                    }
                }));
            }
            while (wrong.get() == null && areAlive(threads)) {
                LockSupport.parkNanos(DELAY_NANOS_MAX);
            }
            assertThat(wrong.get()).as("seed %d", SEED).isNull();
            world.settle();
            assertThat(world.held()).isZero();
            for (NodeRuntime<?> runtime : world.runtimes) {
                inside(runtime.enter(1)).leave(1);
            }
        }
    }

    private static void comeAndGo(
            World<?> world, Random random, AtomicInteger inside, int places, Map<Integer, Long> fences) {
        NodeRequest request = world.enter(1);
        if (random.nextInt(4) == 0) {
            LockSupport.parkNanos(random.nextInt(DELAY_NANOS_MAX));
            if (request.cancel()) {
                assertThat(request.state()).isEqualTo(State.OUT);
                return;
            }
        }
        inside(request);
        assertThat(inside.incrementAndGet()).isLessThanOrEqualTo(places);
        synchronized (fences) {
            NodeRequest.Grant grant = request.grant().orElseThrow();
            assertThat(grant.slots())
                    .singleElement()
                    .satisfies(slot -> assertThat(slot).isBetween(0, places - 1));
            long before = fences.getOrDefault(grant.slots().getFirst(), 0L);
            assertThat(grant.fence()).isGreaterThan(before);
            fences.put(grant.slots().getFirst(), grant.fence());
        }
        inside.decrementAndGet();
        request.leave(1);
    }

    @ParameterizedTest
    @CsvSource({"raymond, ONE_JVM", "raymond, SLOW", "lamport, ONE_JVM", "lamport, SLOW"})
    void severalUnitsAreCollectedByOneRequestAtATime(String algorithm, Place place) throws Exception {
        int enoughForThree = 6;
        try (World<?> world = new World<>(Catalogue.messagePassing(algorithm).system(enoughForThree, 2), place)) {
            NodeRequest first = inside(world.enter(2));
            NodeRequest second = world.enter(2);
            NodeRequest third = world.enter(2); // if it collected too, each could get one
            NodeRequest fourth = world.enter(2); // waits in line for nodes
            assertThat(first.grant().orElseThrow().slots()).containsExactly(0, 1);
            first.leave(1);
            world.settle();
            assertThat(List.of(second, third)).extracting(NodeRequest::state).containsOnly(State.WAITING);
            assertThat(world.held()).isEqualTo(1);
            first.leave(1);
            inside(second);
            assertThat(world.held()).isEqualTo(2);
            assertThat(third.cancel()).isTrue();
            assertThat(fourth.state()).isEqualTo(State.WAITING);
            second.leave(2);
            inside(fourth).leave(2);
            assertThat(world.held()).isZero();
        }
    }

    @Test
    void severalUnitsAcrossMachinesAreRefused() throws Exception {
        try (World<?> world = world("raymond", 2, Place.APART)) {
            assertThat(world.some().unitsMax()).isEqualTo(1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.enter(2))
                    .withMessageContaining("units must be between 1 and 1, not 2");
        }
    }

    @ParameterizedTest
    @CsvSource({"raymond, ONE_JVM", "raymond, SLOW", "kmex, ONE_JVM", "kmex, SLOW"})
    void aLoweredLimitTakesEffectAtOnce(String algorithm, Place place) throws Exception {
        int places = 3;
        try (World<?> world = world(algorithm, places, place)) {
            NodeRuntime<?> runtime = world.some();
            NodeRequest one = inside(runtime.enter(1));
            runtime.limit(1);
            List<NodeRequest> more = List.of(runtime.enter(1), runtime.enter(1), runtime.enter(1));
            world.settle();
            assertThat(more).as("one is inside").extracting(NodeRequest::state).containsOnly(State.WAITING);
            assertThat(more.get(1).cancel()).isTrue();
            one.leave(1);
            List<NodeRequest> two = List.of(more.getFirst(), more.getLast());
            while (two.stream().allMatch(request -> request.state() == State.WAITING)) {
                Thread.onSpinWait();
            }
            world.settle();
            assertThat(runtime.held()).isEqualTo(1);
            boolean isFirst = two.getFirst().state() == State.INSIDE;
            two.get(isFirst ? 0 : 1).leave(1);
            inside(two.get(isFirst ? 1 : 0));
            runtime.limit(2);
            inside(runtime.enter(1));
            assertThat(runtime.held()).isEqualTo(2);
        }
    }

    /** Callers that find no idle node wait in one line, in order. */
    @Test
    void aCallerTakesTheFirstNodeThatBecomesIdle() {
        try (NodeRuntime<?> runtime = NodeRuntime.inOneJvm(new SingleServer(2, 2), new SlotTable())) {
            List<NodeRequest> requests = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                requests.add(runtime.enter(1));
            }
            assertThat(runtime.enterIfIdle(1)).isEmpty();
            requests.get(1).leave(1);
            assertThat(requests.get(2).state()).isEqualTo(State.INSIDE);
            assertThat(requests.get(3).cancel()).isTrue();
            requests.get(0).leave(1);
            assertThat(requests.get(4).state()).isEqualTo(State.INSIDE);
            requests.get(2).leave(1);
            assertThat(runtime.enterIfIdle(1)).isPresent();
        }
    }

    /** A token that stays where it was used last is used again without a message. */
    @Test
    void aFreeTokenOfTheSameNodeIsUsedWithoutAMessage() {
        AtomicInteger sent = new AtomicInteger();
        NodeSystem<?> forest =
                Catalogue.messagePassing("forest:nu=0,token=last-seen").system(NODES, 1);
        try (NodeRuntime<?> runtime = counting(forest, sent)) {
            runtime.enter(1).leave(1);
            sent.set(0);
            for (int i = 0; i < 10; i++) {
                NodeRequest request = runtime.enter(1);
                assertThat(request.state()).isEqualTo(State.INSIDE);
                request.leave(1);
            }
            assertThat(sent.get()).isZero();
        }
    }

    private static <M extends Message> NodeRuntime<M> counting(NodeSystem<M> system, AtomicInteger sent) {
        DirectTransport<M> direct = new DirectTransport<>();
        Transport<M> counting = new Transport<>() {
            @Override
            public void start(NodeRuntime<M> receiver) {
                direct.start(receiver);
            }

            @Override
            public void send(Envelope<M> envelope) {
                sent.incrementAndGet();
                direct.send(envelope);
            }
        };
        return new NodeRuntime<>(system, all(system.sizes().participants()), counting, Timers.NEVER, new SlotTable());
    }

    /**
     * When a node announces that it has entered or left, that is already counted, so a snapshot shows a state of the
     * algorithm.
     */
    @Test
    void aMoveIsCountedBeforeAnotherNodeLearnsOfIt() {
        List<Integer> heldWhenSent = new ArrayList<>();
        DirectTransport<SingleServer.Word> direct = new DirectTransport<>();
        Transport<SingleServer.Word> watching = new Transport<>() {
            private NodeRuntime<SingleServer.Word> runtime;

            @Override
            public void start(NodeRuntime<SingleServer.Word> receiver) {
                runtime = receiver;
                direct.start(receiver);
            }

            @Override
            public void send(Envelope<SingleServer.Word> envelope) {
                if (envelope.message() instanceof SingleServer.Word.Take
                        || envelope.message() instanceof SingleServer.Word.Back) {
                    heldWhenSent.add(runtime.held());
                }
                direct.send(envelope);
            }
        };
        try (NodeRuntime<SingleServer.Word> runtime =
                new NodeRuntime<>(new SingleServer(3, 1), all(3), watching, Timers.NEVER, new SlotTable())) {
            NodeRequest clerk = runtime.enter(1);
            NodeRequest other = runtime.enter(1);
            clerk.leave(1); // sends a Take
            other.leave(1); // sends a Back
            assertThat(heldWhenSent).containsExactly(0, 0);
        }
    }

    /**
     * Messages of the first epoch are in flight when it ends. If they had an effect, the limit would be exceeded by
     * one.
     */
    @Test
    void inANewEpochHoldersStayWaitersAskAgainAndOldMessagesAreDropped() throws Exception {
        try (World<SingleServer.Word> world = new World<>(new SingleServer(NODES, 2), Place.SLOW)) {
            NodeRuntime<SingleServer.Word> runtime = world.some();
            NodeRequest first = inside(runtime.enter(1)); // at the clerk
            NodeRequest second = inside(runtime.enter(1));
            NodeRequest.Grant before = second.grant().orElseThrow();
            NodeRequest third = runtime.enter(1);
            world.network.holdBack(true);
            NodeRequest fourth = runtime.enter(1);
            assertThat(world.network.inFlight()).isPositive();
            int[] held = runtime.suspend(() -> {});
            assertThat(IntStream.of(held).sum()).isEqualTo(2);
            NodeRequest fifth = runtime.enter(1); // asks in the next epoch
            assertThat(fourth.cancel()).isTrue();
            world.network.route(
                    1, IntStream.range(0, NODES).mapToObj(i -> runtime).toList());
            runtime.resume(1, new SingleServer(NODES, 2, held), all(NODES));
            world.network.holdBack(false);
            world.settle();
            assertThat(runtime.dropped()).isPositive();
            assertThat(List.of(first, second)).extracting(NodeRequest::state).containsOnly(State.INSIDE);
            assertThat(List.of(third, fifth)).extracting(NodeRequest::state).containsOnly(State.WAITING);
            assertThat(second.grant()).as("a holder keeps its slot and fence").contains(before);
            second.leave(1);
            first.leave(1);
            inside(third);
            inside(fifth);
            assertThat(runtime.held()).isEqualTo(2);
            assertThat(third.grant().orElseThrow().fence()).isGreaterThan(1L << 40);
            third.leave(1);
            fifth.leave(1);
        }
    }

    @Test
    void aReleaseBetweenEpochsIsReportedAndTakesEffectInTheNextEpoch() throws Exception {
        try (World<SingleServer.Word> world = new World<>(new SingleServer(3, 1), Place.ONE_JVM)) {
            NodeRuntime<SingleServer.Word> runtime = world.some();
            NodeRequest holder = runtime.enter(1);
            NodeRequest waiter = runtime.enter(1);
            AtomicInteger told = new AtomicInteger();
            int[] reported = runtime.suspend(told::incrementAndGet);
            holder.leave(1);
            assertThat(told.get()).isEqualTo(1);
            assertThat(holder.state()).isEqualTo(State.OUT);
            assertThat(runtime.heldByNode()).containsOnly(0);
            NodeRequest later = runtime.enter(1); // has the node that became free
            runtime.resume(1, new SingleServer(3, 1, reported), all(3));
            NodeRequest next = waiter.state() == State.INSIDE ? waiter : later;
            NodeRequest last = next == waiter ? later : waiter;
            assertThat(next.state()).isEqualTo(State.INSIDE);
            assertThat(last.state()).isEqualTo(State.WAITING);
            next.leave(1);
            assertThat(last.state()).isEqualTo(State.INSIDE);
        }
    }

    @Test
    void anEpochThatOmitsAHolderOrIsOutOfOrderIsRefused() throws Exception {
        try (World<SingleServer.Word> world = new World<>(new SingleServer(3, 1), Place.ONE_JVM)) {
            NodeRuntime<SingleServer.Word> runtime = world.some();
            NodeRequest holder = runtime.enter(1);
            SingleServer nobody = new SingleServer(3, 1);
            assertThatIllegalStateException()
                    .isThrownBy(() -> runtime.resume(1, nobody, all(3)))
                    .withMessageContaining("epoch 0 has not ended here");
            int[] held = runtime.suspend(() -> {});
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> runtime.resume(1, nobody, all(3)))
                    .withMessageContaining("a caller holds 1 units at node 0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> runtime.resume(0, new SingleServer(3, 1, held), all(3)))
                    .withMessageContaining("epoch 0 is not after epoch 0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> runtime.resume(1, new SingleServer(3, 1, held), only(0)))
                    .withMessageContaining("3 nodes with 1 units each are here, not 1");
            runtime.resume(1, new SingleServer(3, 1, held), all(3));
            assertThat(holder.state()).isEqualTo(State.INSIDE);
        }
    }

    @Test
    void aHolderThatAsksForItsSlotLateHasNoneThatWasUsedInTheNextEpoch() throws Exception {
        try (World<SingleServer.Word> world = new World<>(new SingleServer(2, 2), Place.APART)) {
            NodeRuntime<SingleServer.Word> early = world.runtimes.get(0);
            NodeRuntime<SingleServer.Word> late = world.runtimes.get(1);
            NodeRequest holder = inside(late.enter(1));
            world.runtimes.forEach(runtime -> runtime.suspend(() -> {}));
            world.network.route(1, world.runtimes);
            early.resume(1, new SingleServer(2, 2, 0, 1), only(0));
            NodeRequest other = inside(early.enter(1));
            NodeRequest.Grant used = other.grant().orElseThrow();
            other.leave(1);
            assertThat(used.fence()).isGreaterThan(1L << 40);
            assertThat(holder.grant().orElseThrow().slots()).doesNotContainAnyElementsOf(used.slots());
            late.resume(1, new SingleServer(2, 2, 0, 1), only(1));
            holder.leave(1);
        }
    }

    /** Three machines become two. The one left out held nothing, and the others have new numbers. */
    @Test
    void machinesContinueWithoutAMissingOneUnderNewNumbersAndKeepEarlyMessages() throws Exception {
        try (World<SingleServer.Word> world = new World<>(new SingleServer(3, 1), Place.APART)) {
            NodeRuntime<SingleServer.Word> gone = world.runtimes.get(0);
            NodeRuntime<SingleServer.Word> first = world.runtimes.get(1);
            NodeRuntime<SingleServer.Word> second = world.runtimes.get(2);
            NodeRequest holder = inside(second.enter(1));
            NodeRequest waiter = first.enter(1);
            gone.close();
            assertThat(first.suspend(() -> {})).containsExactly(0);
            assertThat(second.suspend(() -> {})).containsExactly(1);
            world.network.route(1, List.of(second, first));
            first.resume(1, new SingleServer(2, 1, 1, 0), only(1)); // asks the second, which is not there yet
            world.settle();
            second.resume(1, new SingleServer(2, 1, 1, 0), only(0));
            assertThat(holder.state()).isEqualTo(State.INSIDE);
            holder.leave(1);
            inside(waiter);
            assertThat(second.held() + first.held()).isEqualTo(1);
            waiter.leave(1);
            inside(second.enter(1)).leave(1);
        }
    }

    /** Epochs end again and again under load. Every caller enters once, and the limit is never exceeded. */
    @ParameterizedTest
    @CsvSource({"ONE_JVM", "SLOW", "APART"})
    void callersEnterAndLeaveWhileEpochsChange(Place place) throws Exception {
        int places = 2;
        try (World<SingleServer.Word> world = new World<>(new SingleServer(NODES, places), place)) {
            AtomicInteger inside = new AtomicInteger();
            AtomicReference<Throwable> wrong = new AtomicReference<>();
            Map<Integer, Long> fences = new HashMap<>();
            Set<Thread> threads = new HashSet<>();
            for (int t = 0; t < NODES + 2; t++) {
                Random random = new Random(SEED + t);
                threads.add(Thread.ofPlatform().daemon().start(() -> {
                    try {
                        for (int round = 0; round < 50; round++) {
                            comeAndGo(world, random, inside, places, fences);
                        }
                    } catch (Throwable failure) {
                        wrong.compareAndSet(null, failure);
                    }
                }));
            }
            for (long epoch = 1; wrong.get() == null && areAlive(threads); epoch++) {
                nextEpoch(world, epoch, places);
                LockSupport.parkNanos(EPOCH_NANOS); // some enter meanwhile; nothing else depends on the duration
            }
            assertThat(wrong.get()).as("seed %d", SEED).isNull();
            assertThat(world.held()).isZero();
        }
    }

    /** Returns whether some have not ended. If one has failed inside, the others may wait for it forever. */
    private static boolean areAlive(Collection<Thread> threads) {
        return threads.stream().anyMatch(Thread::isAlive);
    }

    /** Proceeds as the members would: all stop, all report, all begin. */
    private static void nextEpoch(World<SingleServer.Word> world, long epoch, int places) {
        world.runtimes.forEach(runtime -> runtime.suspend(() -> {}));
        int[] census = world.runtimes.stream()
                .flatMapToInt(runtime -> IntStream.of(runtime.heldByNode()))
                .toArray();
        List<NodeRuntime<SingleServer.Word>> routes = IntStream.range(0, NODES)
                .mapToObj(i -> world.runtimes.get(world.runtimes.size() == 1 ? 0 : i))
                .toList();
        world.network.route(epoch, routes);
        for (int i = 0; i < world.runtimes.size(); i++) {
            BitSet local = world.runtimes.size() == 1 ? all(NODES) : only(i);
            world.runtimes.get(i).resume(epoch, new SingleServer(NODES, places, census), local);
        }
    }

    @Test
    void invalidMessagesAreDropped() throws Exception {
        try (World<SingleServer.Word> world = new World<>(new SingleServer(3, 1), Place.APART)) {
            NodeRuntime<SingleServer.Word> runtime = world.runtimes.getFirst();
            runtime.receive(new Envelope<>(0, 1, 2, new SingleServer.Word.Back())); // not local
            runtime.receive(new Envelope<>(0, 7, 0, new SingleServer.Word.Back())); // no such node
            runtime.receive(new Envelope<>(0, 0, 0, new SingleServer.Word.Back())); // to itself
            runtime.receive(new Envelope<>(0, 1, 0, new SingleServer.Word.Ask(-1))); // invalid
            assertThat(runtime.dropped()).isEqualTo(4);
            assertThat(inside(runtime.enter(1)).state()).isEqualTo(State.INSIDE);
        }
    }

    @Test
    void theNumberOfEarlyMessagesKeptIsBounded() throws Exception {
        try (World<SingleServer.Word> world = new World<>(new SingleServer(2, 1), Place.APART)) {
            NodeRuntime<SingleServer.Word> runtime = world.runtimes.getFirst();
            for (int i = 0; i < 1_003; i++) {
                runtime.receive(new Envelope<>(1, 1, 0, new SingleServer.Word.Ask(i)));
            }
            assertThat(runtime.dropped()).isEqualTo(3);
        }
    }

    @Test
    void closingCancelsWaitersAndLetsHoldersLeave() throws Exception {
        try (World<SingleServer.Word> world = new World<>(new SingleServer(2, 1), Place.ONE_JVM)) {
            NodeRuntime<SingleServer.Word> runtime = world.some();
            NodeRequest holder = runtime.enter(1);
            NodeRequest waiter = runtime.enter(1);
            NodeRequest inLine = runtime.enter(1);
            AtomicInteger told = new AtomicInteger();
            waiter.onChange(told::incrementAndGet);
            inLine.onChange(told::incrementAndGet);
            runtime.close();
            assertThat(List.of(waiter, inLine)).extracting(NodeRequest::state).containsOnly(State.OUT);
            assertThat(told.get()).isEqualTo(2);
            assertThat(holder.state()).isEqualTo(State.INSIDE);
            holder.leave(1);
            assertThat(runtime.held()).isZero();
            assertThat(runtime.enter(1).state()).isEqualTo(State.OUT);
        }
    }

    @Test
    void aTimeoutOfAnEarlierEpochIsIgnored() {
        List<Integer> restarted = new ArrayList<>();
        NodeSystem<?> tree = Catalogue.messagePassing("tree").system(3, 1);
        assertThat(timeouts(tree, restarted)).isTrue();
        assertThat(restarted)
                .as("timers of the nodes that await one, from the start")
                .isNotEmpty();
    }

    private static <M extends Message> boolean timeouts(NodeSystem<M> tree, List<Integer> restarted) {
        AtomicInteger sent = new AtomicInteger();
        Transport<M> counting = new Transport<>() {
            @Override
            public void start(NodeRuntime<M> receiver) {}

            @Override
            public void send(Envelope<M> envelope) {
                sent.incrementAndGet();
            }
        };
        try (NodeRuntime<M> runtime = new NodeRuntime<>(
                tree,
                all(tree.sizes().participants()),
                counting,
                (epoch, node, timer) -> restarted.add(node),
                new SlotTable())) {
            runtime.timeout(-1, restarted.getFirst());
            boolean isQuiet = sent.get() == 0;
            runtime.timeout(0, restarted.getFirst());
            return isQuiet && sent.get() > 0;
        }
    }
}
