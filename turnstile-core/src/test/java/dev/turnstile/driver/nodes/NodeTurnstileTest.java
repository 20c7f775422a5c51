package dev.turnstile.driver.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.Description;
import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.permission.Lamport;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Sizes;
import dev.turnstile.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Message-passing algorithms on the threads of one JVM. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class NodeTurnstileTest {
    private static final int PLACES = 3;
    private static final int THREADS = 8;
    private static final int ROUNDS = 1_500;

    static List<String> algorithms() {
        return Catalogue.messagePassing().stream()
                .filter(Catalogue.forThreads()::contains)
                .map(Algorithm::name)
                .toList();
    }

    /** Returns the algorithms in which a holder does not keep others out of free places. */
    static List<String> generous() {
        return algorithms().stream().filter(NodeTurnstileTest::isGenerous).toList();
    }

    private static boolean isGenerous(String algorithm) {
        return !Catalogue.find(algorithm).holdersBlockOthers();
    }

    private static Turnstile open(String algorithm, int k, int participants) {
        return Turnstile.atMost(k)
                .algorithm(algorithm)
                .participants(participants)
                .open();
    }

    @Test
    void anAlgorithmForTheLabOnlyIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open("forest-as-printed", PLACES, 10))
                .withMessageContaining("forest-as-printed is for the lab only; ")
                .withMessageContaining("use forest");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open("forest-as-printed:nu=0", PLACES, 10))
                .withMessageContaining("is for the lab only");
    }

    @ParameterizedTest
    @MethodSource("generous")
    void anUncontendedAcquireEntersAtOnce(String algorithm) {
        try (Turnstile gate = open(algorithm, PLACES, 10)) {
            for (int round = 0; round < 100; round++) {
                List<Permit> permits = new ArrayList<>();
                for (int i = 0; i < PLACES; i++) {
                    permits.add(gate.tryAcquire().orElseThrow());
                }
                assertThat(gate.tryAcquire()).isEmpty();
                assertThat(gate.snapshot().held()).isEqualTo(PLACES);
                permits.forEach(Permit::close);
                gate.tryAcquire(PLACES).orElseThrow().close();
                assertThat(gate.snapshot().held()).isZero();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void manyThreadsNeverExceedTheLimitAndAllEnter(String algorithm) throws Exception {
        storm(algorithm, Executors.defaultThreadFactory(), false, ROUNDS);
    }

    @ParameterizedTest
    @MethodSource("generous")
    void manyThreadsThatRequestSeveralUnitsAllEnter(String algorithm) throws Exception {
        storm(algorithm, Executors.defaultThreadFactory(), true, ROUNDS);
    }

    /**
     * A virtual thread that parked while holding the lock of the line would never run again, because the others spin
     * for the lock.
     */
    @ParameterizedTest
    @MethodSource("generous")
    void manyVirtualThreadsThatRequestSeveralUnitsAllEnter(String algorithm) throws Exception {
        for (int storm = 0; storm < 40; storm++) {
            storm(algorithm, Thread.ofVirtual().factory(), true, ROUNDS / 5);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void manyVirtualThreadsAllEnter(String algorithm) throws Exception {
        for (int storm = 0; storm < 10; storm++) {
            storm(algorithm, Thread.ofVirtual().factory(), false, ROUNDS / 5);
        }
    }

    private static void storm(String algorithm, ThreadFactory threads, boolean several, int rounds) throws Exception {
        long seed = Seed.of("NodeTurnstileTest, " + algorithm);
        Random seeds = new Random(seed);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Thread> running = new ArrayList<>();
        try (Turnstile gate = open(algorithm, PLACES, THREADS * PLACES + PLACES)) {
            List<CompletableFuture<Void>> done = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                long own = seeds.nextLong();
                CompletableFuture<Void> end = new CompletableFuture<>();
                done.add(end);
                running.add(threads.newThread(() -> {
                    try {
                        manyRounds(gate, new Random(own), several, rounds, inside, most);
                        end.complete(null);
                    } catch (RuntimeException | Error failure) {
                        end.completeExceptionally(failure);
                    }
                }));
            }
            running.forEach(thread -> thread.setDaemon(true));
            running.forEach(Thread::start);
            CompletableFuture<Void> all = CompletableFuture.allOf(done.toArray(CompletableFuture[]::new));
            while (!all.isDone()) {
                running.get(seeds.nextInt(THREADS)).interrupt();
                Thread.sleep(0, 100_000); // interrupts from time to time; nothing depends on when
            }
            all.join();
            assertThat(most.get()).as("seed %d", seed).isBetween(1, PLACES);
            assertThat(inside.get()).isZero();
            assertThat(ForkJoinPool.commonPool().awaitQuiescence(60, TimeUnit.SECONDS))
                    .as("permits that came too late for their futures are given back")
                    .isTrue();
            int units = isGenerous(algorithm) ? PLACES : 1;
            gate.acquireUninterruptibly(units).close();
            assertThat(gate.snapshot().held()).as("seed %d", seed).isZero();
            assertThat(gate.snapshot().waiters()).isEmpty();
            gate.tryAcquire(units).orElseThrow().close();
        }
    }

    private static void manyRounds(
            Turnstile gate, Random random, boolean several, int rounds, AtomicInteger inside, AtomicInteger most) {
        for (int round = 0; round < rounds; round++) {
            int units = several ? 1 + random.nextInt(PLACES) : 1;
            acquireSomehow(gate, random, units).ifPresent(permit -> {
                most.accumulateAndGet(inside.addAndGet(units), Math::max);
                Thread.onSpinWait();
                inside.addAndGet(-units);
                permit.close();
            });
        }
    }

    private static Optional<Permit> acquireSomehow(Turnstile gate, Random random, int units) {
        try {
            return switch (random.nextInt(5)) {
                case 0 -> gate.tryAcquire(units);
                case 1 -> gate.tryAcquire(units, Duration.ofNanos(1 + random.nextInt(50_000)));
                case 2 -> Optional.of(gate.acquireUninterruptibly(units));
                case 3 -> {
                    CompletableFuture<Permit> promised = gate.acquireAsync(units);
                    yield promised.cancel(false) ? Optional.empty() : Optional.of(promised.join());
                }
                default -> Optional.of(gate.acquire(units));
            };
        } catch (InterruptedException interrupted) {
            return Optional.empty();
        }
    }

    @ParameterizedTest
    @MethodSource("generous")
    void aWaiterForSeveralUnitsThatHasNotBegunToCollectIsNotInside(String algorithm) {
        try (Turnstile gate = open(algorithm, 2, 8)) {
            Permit inside = gate.acquireUninterruptibly(2);
            CompletableFuture<Permit> second = gate.acquireAsync(2);
            CompletableFuture<Permit> third = gate.acquireAsync(2);
            CompletableFuture<Permit> fourth = gate.acquireAsync(2);
            assertThat(gate.snapshot().held()).isEqualTo(2);
            fourth.cancel(false);
            assertThat(gate.snapshot().held()).isEqualTo(2);
            inside.close();
            CompletableFuture.allOf(second.thenAccept(Permit::close), third.thenAccept(Permit::close))
                    .join();
            assertThat(gate.snapshot().held()).isZero();
            assertThat(gate.asSemaphore().availablePermits()).isEqualTo(2);
        }
    }

    /** The acquiring caller pauses on its way in until the limit has been lowered. */
    @Test
    void aLoweredLimitAppliesToAllLaterAcquires() throws Exception {
        CountDownLatch onItsWay = new CountDownLatch(1);
        CountDownLatch lowered = new CountDownLatch(1);
        Algorithm.MessagePassing lamport = Catalogue.messagePassing("lamport");
        Algorithm.MessagePassing slow = new Algorithm.MessagePassing(
                "slow-lamport",
                lamport.title(),
                lamport.source(),
                lamport.assumptions(),
                lamport.guarantees(),
                lamport.cost(),
                lamport.traits(),
                (nodes, places) -> new Slow(new Lamport(nodes, places), onItsWay, lowered));
        try (ExecutorService threads = Executors.newFixedThreadPool(2);
                Turnstile gate = new NodeTurnstile(
                        new Description("slow", Optional.of(slow), 0, 3, 3, OptionalInt.of(6), false, false), slow)) {
            Future<Permit> first = threads.submit(() -> gate.acquire());
            onItsWay.await();
            gate.limit(1);
            lowered.countDown();
            Permit inside = first.get(30, TimeUnit.SECONDS);
            CompletableFuture<Permit> second = gate.acquireAsync();
            assertThat(second).as("one is inside, and the limit is 1").isNotDone();
            assertThat(gate.tryAcquire()).isEmpty();
            inside.close();
            second.join().close();
            gate.limit(3);
            gate.tryAcquire(3).orElseThrow().close();
        }
    }

    /** A system whose last node waits on its first message until the latch opens. */
    private record Slow(Lamport system, CountDownLatch onItsWay, CountDownLatch goesOn)
            implements NodeSystem<Lamport.LamportMessage> {
        @Override
        public Sizes sizes() {
            return system.sizes();
        }

        @Override
        public boolean fits(Lamport.LamportMessage message) {
            return system.fits(message);
        }

        @Override
        public Class<Lamport.LamportMessage> messages() {
            return system.messages();
        }

        @Override
        public Node<Lamport.LamportMessage> node(int index) {
            return new Wrapped<>(system.node(index)) {
                @Override
                public void receive(int from, Lamport.LamportMessage message, Outbox<Lamport.LamportMessage> out) {
                    if (index == sizes().participants() - 1) {
                        onItsWay.countDown();
                        try {
                            goesOn.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                    super.receive(from, message, out);
                }
            };
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void closingFailsPendingWaiters(String algorithm) {
        Turnstile gate = open(algorithm, 1, 12);
        Permit inside = gate.acquireUninterruptibly();
        List<CompletableFuture<Permit>> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiting.add(gate.acquireAsync());
        }
        gate.close();
        for (CompletableFuture<Permit> each : waiting) {
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(each::join)
                    .withCauseInstanceOf(TurnstileClosedException.class);
        }
        inside.close();
        assertThat(gate.snapshot().held()).isZero();
        assertThat(gate.snapshot().waiters()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aCallerThatGaveUpCanAcquireAgain(String algorithm) throws InterruptedException {
        try (Turnstile gate = open(algorithm, 1, 2)) {
            Permit inside = gate.acquireUninterruptibly();
            for (int round = 0; round < 100; round++) {
                assertThat(gate.tryAcquire(1, Duration.ofNanos(1))).isEmpty();
                assertThat(gate.tryAcquire()).isEmpty();
            }
            CompletableFuture<Permit> second = gate.acquireAsync();
            assertThatIllegalStateException()
                    .isThrownBy(gate::acquireAsync)
                    .withMessageContaining("all 2 participants are inside or waiting");
            inside.close();
            second.join().close();
        }
    }
}
