package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import dev.turnstile.property.AtMost;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every turnstile promises, whichever algorithm and driver is behind it. A subclass says how one is opened; a test of
 * a new driver is that subclass and nothing else.
 *
 * <p>Method: nothing here waits for luck. A test that needs somebody in line looks at the snapshot until there is somebody.
 *
 * <pre>{@code
 * final class MyDriverTest extends TurnstileConformance {
 *     @Override
 *     protected Turnstile.Builder describe(int limit) {
 *         return Turnstile.atMost(limit).algorithm("colored-ticket").participants(1000);
 *     }
 * }
 * }</pre>
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class TurnstileConformance {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(20);

    private final List<Turnstile> opened = new ArrayList<>();
    private final Crowd crowd = new Crowd();

    /** For the subclasses. */
    protected TurnstileConformance() {}

    /** Describes a turnstile of this algorithm, set up for as many participants as {@link #participants} says. */
    protected abstract Turnstile.Builder describe(int limit);

    /** Opens what was described, on this driver. */
    protected Turnstile open(Turnstile.Builder description) {
        return description.open();
    }

    /** How many callers can be inside or in line at once. */
    protected int participants() {
        return 1000;
    }

    /** Whether callers enter in the order of their arrival. */
    protected boolean fifo() {
        return true;
    }

    private Turnstile gate(int limit) {
        return keep(open(describe(limit).named("gate")));
    }

    private Turnstile keep(Turnstile gate) {
        opened.add(gate);
        return gate;
    }

    /** Ends what a test has left. */
    @AfterEach
    protected void closeAll() {
        crowd.close();
        opened.forEach(Turnstile::close);
    }

    // ---- exclusion

    @Test
    void letsAtMostTheLimitIn() {
        for (int limit : new int[] {1, 3}) {
            Turnstile gate = gate(limit);
            Recorder recorder = new Recorder();
            for (int thread = 0; thread < 8; thread++) {
                crowd.start(() -> {
                    for (int i = 0; i < 500; i++) {
                        enterAndLeave(gate, recorder, 1);
                    }
                    return null;
                });
            }
            crowd.finish();
            assertThat(recorder.history().check(new AtMost(limit))).isEmpty();
            assertThat(gate.snapshot().held()).isZero();
        }
    }

    private static void enterAndLeave(Turnstile gate, Recorder recorder, int units) throws InterruptedException {
        int call = recorder.call(units);
        try (Permit permit = gate.acquire(units)) {
            recorder.entered(call, units);
            assertThat(permit.isHeld()).isTrue();
            recorder.left(call, units);
        }
    }

    @Test
    void letsAsManyInAsTheLimitSays() throws InterruptedException {
        Turnstile gate = gate(3);
        List<Permit> permits = List.of(gate.acquire(), gate.acquire(), gate.acquire());
        assertThat(gate.tryAcquire()).isEmpty();
        permits.getFirst().close();
        Optional<Permit> again = gate.tryAcquire();
        assertThat(again).isPresent();
        again.orElseThrow().close();
        permits.forEach(Permit::close);
    }

    @Test
    void aTaskRunsInsideAndTheUnitComesBackWhateverItDoes() throws Exception {
        for (Turnstile gate : List.of(gate(1), keep(open(describe(1).watched())))) {
            gate.run(() -> assertThat(gate.snapshot().held()).isEqualTo(1));
            assertThat(gate.call(() -> gate.tryAcquire().isEmpty())).isTrue();
            assertThatIllegalStateException()
                    .isThrownBy(() -> gate.run(() -> {
                        throw new IllegalStateException("the task failed");
                    }))
                    .withMessage("the task failed");
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> gate.call(() -> {
                        throw new IOException("the call failed");
                    }));
            assertThat(gate.snapshot().held()).isZero();
            Permit inside = gate.acquire();
            Future<Boolean> waiting = crowd.start(() -> isInterrupted(() -> {
                gate.run(() -> {});
                return true;
            }));
            Crowd.untilWaiting(gate, 1);
            crowd.lastStarted().interrupt();
            assertThat(Crowd.get(waiting)).isTrue();
            Future<Integer> next = crowd.start(() -> gate.call(() -> 7));
            Crowd.untilWaiting(gate, 1);
            inside.close();
            assertThat(Crowd.get(next)).isEqualTo(7);
            assertThat(gate.snapshot().holders()).isEmpty();
        }
    }

    @Test
    void whatOneDidInsideIsSeenByTheNext() {
        Turnstile gate = gate(1);
        int[] counter = new int[1];
        for (int thread = 0; thread < 4; thread++) {
            crowd.start(() -> {
                for (int i = 0; i < 5_000; i++) {
                    try (Permit permit = gate.acquire()) {
                        counter[0] += permit.units();
                    }
                }
                return null;
            });
        }
        crowd.finish();
        assertThat(counter[0]).isEqualTo(20_000);
    }

    @Test
    void unitsInsideNeverExceedTheLimit() {
        Turnstile gate = gate(4);
        Recorder recorder = new Recorder();
        for (int thread = 0; thread < 3; thread++) {
            int units = thread + 2;
            crowd.start(() -> {
                for (int i = 0; i < 300; i++) {
                    enterAndLeave(gate, recorder, units);
                }
                return null;
            });
        }
        crowd.finish();
        assertThat(recorder.history().check(new AtMost(4))).isEmpty();
        assertThat(gate.snapshot().held()).isZero();
    }

    // ---- order

    @Test
    void waitersEnterInTheOrderOfTheirArrival() throws InterruptedException {
        assumeTrue(fifo(), "the algorithm keeps no order");
        Turnstile gate = gate(1);
        int waiters = Math.min(12, participants() - 1);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (Permit inside = gate.acquire()) {
            assertThat(inside.isHeld()).isTrue();
            for (int i = 0; i < waiters; i++) {
                int number = i;
                crowd.start(() -> {
                    try (Permit permit = gate.acquire()) {
                        order.add(number * permit.units());
                    }
                    return null;
                });
                Crowd.untilWaiting(gate, i + 1);
            }
        }
        crowd.finish();
        assertThat(order).hasSize(waiters).isSorted();
    }

    @Test
    void nobodyWhoComesLaterOvertakesOneInLine() {
        assumeTrue(fifo(), "the algorithm keeps no order");
        for (int limit : new int[] {1, 2}) {
            Turnstile gate = gate(limit);
            Recorder recorder = new Recorder();
            AtomicBoolean stop = new AtomicBoolean();
            for (int thread = 0; thread < 3; thread++) {
                crowd.start(() -> {
                    while (!stop.get()) {
                        enterAndLeave(gate, recorder, 1);
                    }
                    return null;
                });
            }
            for (int i = 0; i < 100; i++) {
                int call = recorder.call(1);
                CompletableFuture<Permit> seen = gate.acquireAsync();
                if (!seen.isDone()) {
                    recorder.queued(call, 1);
                }
                Permit permit = Crowd.get(seen);
                recorder.entered(call, 1);
                recorder.left(call, 1);
                permit.close();
            }
            stop.set(true);
            crowd.finish();
            assertThat(recorder.history().checkFifo(limit)).isEmpty();
        }
    }

    @Test
    void tryAcquireDoesNotOvertakeAWaiter() throws InterruptedException {
        assumeTrue(fifo(), "the algorithm keeps no order");
        Turnstile gate = gate(3);
        Permit two = gate.acquire(2);
        Future<Permit> large = crowd.start(() -> gate.acquire(3));
        Crowd.untilWaiting(gate, 1);
        assertThat(gate.tryAcquire())
                .as("one unit is free, but somebody waits for it")
                .isEmpty();
        two.close();
        Crowd.get(large).close();
    }

    @Test
    void aLargeRequestIsNotStarvedBySmallOnes() throws InterruptedException {
        assumeTrue(fifo(), "the algorithm keeps no order");
        Turnstile gate = gate(4);
        Permit small = gate.acquire();
        Future<Permit> large = crowd.start(() -> gate.acquire(4));
        Crowd.untilWaiting(gate, 1);
        Future<Permit> later = crowd.start(() -> gate.acquire(1));
        Crowd.untilWaiting(gate, 2);
        small.close();
        Permit all = Crowd.get(large);
        assertThat(later.isDone()).isFalse();
        all.close();
        Crowd.get(later).close();
    }

    @Test
    void twoWhoEachWantEverythingDoNotBlockEachOther() {
        Turnstile gate = gate(2);
        for (int thread = 0; thread < 2; thread++) {
            crowd.start(() -> {
                for (int i = 0; i < 2_000; i++) {
                    gate.acquire(2).close();
                }
                return null;
            });
        }
        crowd.finish();
        assertThat(gate.snapshot().held()).isZero();
    }

    // ---- giving up

    @Test
    void aWaitEndsWithItsTimeout() throws InterruptedException {
        Turnstile gate = gate(1);
        try (Permit inside = gate.acquire()) {
            long start = System.nanoTime();
            assertThat(gate.tryAcquire(SHORT)).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(SHORT);
            assertThat(gate.tryAcquire(1, TimeUnit.MILLISECONDS)).isEmpty();
            assertThat(gate.tryAcquire(Duration.ZERO)).isEmpty();
            assertThat(gate.tryAcquire(Duration.ofSeconds(-1))).isEmpty();
            assertThat(inside.isHeld()).isTrue();
        }
        assertThat(gate.tryAcquire(Duration.ofSeconds(Long.MAX_VALUE))).hasValueSatisfying(Permit::close);
    }

    @Test
    void oneWhoTimedOutLeavesNoTrace() throws InterruptedException {
        Turnstile gate = gate(2);
        for (int round = 0; round < 20; round++) {
            Permit first = gate.acquire();
            Permit second = gate.acquire();
            assertThat(gate.tryAcquire(Duration.ofMillis(1))).isEmpty();
            assertThat(gate.tryAcquire(2, Duration.ofMillis(1))).isEmpty();
            first.close();
            second.close();
            Permit both = gate.acquire(2);
            assertThat(gate.snapshot().held()).isEqualTo(2);
            both.close();
            assertThat(gate.snapshot().held()).isZero();
        }
    }

    @Test
    void thoseBehindOneWhoGivesUpMoveUp() throws InterruptedException {
        Turnstile gate = gate(2);
        Permit inside = gate.acquire();
        CompletableFuture<Permit> large = gate.acquireAsync(2);
        CompletableFuture<Permit> small = gate.acquireAsync(1);
        assertThat(large.isDone()).isFalse();
        large.cancel(false);
        Crowd.get(small).close();
        inside.close();
        gate.acquire(2).close();
    }

    @Test
    void givingUpInTheMiddleKeepsTheOrderOfTheRest() {
        assumeTrue(fifo(), "the algorithm keeps no order");
        Turnstile gate = gate(1);
        Permit inside = gate.acquireUninterruptibly();
        List<CompletableFuture<Permit>> line = new ArrayList<>();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < Math.min(10, participants() - 1); i++) {
            int number = i;
            CompletableFuture<Permit> future = gate.acquireAsync();
            line.add(future);
            future.whenComplete((permit, failure) -> {
                if (permit != null) {
                    order.add(number);
                    permit.close();
                }
            });
        }
        for (int i = 1; i < line.size(); i += 2) {
            line.get(i).cancel(false);
        }
        inside.close();
        Crowd.untilWaiting(gate, 0);
        Crowd.until(() -> order.size() == (line.size() + 1) / 2, "all that did not give up");
        assertThat(order).isSorted();
    }

    @Test
    void anInterruptEndsTheWait() throws InterruptedException {
        Turnstile gate = gate(1);
        try (Permit inside = gate.acquire()) {
            assertThat(inside.isHeld()).isTrue();
            Future<Boolean> untimed = crowd.start(() -> isInterrupted(gate::acquire));
            Thread first = crowd.lastStarted();
            Future<Boolean> timed = crowd.start(() -> isInterrupted(() -> gate.tryAcquire(LONG)));
            Thread second = crowd.lastStarted();
            Crowd.untilWaiting(gate, 2);
            first.interrupt();
            second.interrupt();
            assertThat(Crowd.get(untimed)).isTrue();
            assertThat(Crowd.get(timed)).isTrue();
            assertThat(gate.snapshot().waiters()).isEmpty();
        }
        gate.acquire().close();
    }

    @Test
    void aThreadThatIsInterruptedAlreadyGetsNothing() {
        Turnstile gate = gate(1);
        Future<Boolean> result = crowd.start(() -> {
            Thread.currentThread().interrupt();
            return isInterrupted(gate::acquire);
        });
        assertThat(Crowd.get(result)).isTrue();
        assertThat(gate.snapshot().held()).isZero();
    }

    private interface Call {
        Object make() throws InterruptedException;
    }

    private static boolean isInterrupted(Call call) {
        try {
            call.make();
            return false;
        } catch (InterruptedException e) {
            return !Thread.currentThread().isInterrupted();
        }
    }

    @Test
    void anUninterruptibleWaitGoesOnAndKeepsTheInterrupt() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit inside = gate.acquire();
        Future<Boolean> result = crowd.start(() -> {
            gate.acquireUninterruptibly().close();
            return Thread.currentThread().isInterrupted();
        });
        Crowd.untilWaiting(gate, 1);
        crowd.lastStarted().interrupt();
        Crowd.untilWaiting(gate, 1);
        assertThat(result.isDone()).isFalse();
        inside.close();
        assertThat(Crowd.get(result)).isTrue();
    }

    // ---- permits

    @Test
    void slotsOfThoseInsideAreDifferentAndBelowTheLimit() throws InterruptedException {
        Turnstile gate = gate(3);
        Set<Integer> slots = new HashSet<>();
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            permits.add(gate.acquire());
            slots.add(permits.getLast().slot());
        }
        assertThat(slots).containsExactlyInAnyOrder(0, 1, 2);
        permits.get(1).close();
        try (Permit next = gate.acquire()) {
            assertThat(next.slot())
                    .as("the slot that came free")
                    .isEqualTo(permits.get(1).slot());
            assertThat(next.fence()).isGreaterThan(permits.get(1).fence());
        }
        permits.forEach(Permit::close);
    }

    @Test
    void fencesGrowWithEveryGrantOfASlot() {
        Turnstile gate = gate(2);
        Map<Integer, Long> last = new HashMap<>();
        Object guard = new Object();
        for (int thread = 0; thread < 4; thread++) {
            crowd.start(() -> {
                for (int i = 0; i < 300; i++) {
                    try (Permit permit = gate.acquire()) {
                        synchronized (guard) {
                            assertThat(permit.slot()).isBetween(0, 1);
                            assertThat(permit.fence()).isGreaterThan(last.getOrDefault(permit.slot(), 0L));
                            last.put(permit.slot(), permit.fence());
                        }
                    }
                }
                return null;
            });
        }
        crowd.finish();
        assertThat(last).hasSizeBetween(1, 2);
    }

    @Test
    void closingTwiceIsHarmless() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit first = gate.acquire();
        first.close();
        first.close();
        Permit second = gate.acquire();
        first.close();
        assertThat(gate.tryAcquire()).as("the second permit is still held").isEmpty();
        assertThat(first.isHeld()).isFalse();
        assertThat(second.isHeld()).isTrue();
        second.close();
    }

    @Test
    void closingFromManyThreadsAtOnceGivesOnePlaceBack() throws InterruptedException {
        Turnstile gate = gate(2);
        for (int round = 0; round < 200; round++) {
            Permit permit = gate.acquire();
            Permit other = gate.acquire();
            CountDownLatch together = new CountDownLatch(1);
            List<Future<Void>> closers = new ArrayList<>();
            for (int thread = 0; thread < 3; thread++) {
                closers.add(crowd.startVirtual(() -> {
                    together.await();
                    permit.slot();
                    permit.close();
                    return null;
                }));
            }
            permit.slot();
            together.countDown();
            closers.forEach(Crowd::get);
            assertThat(gate.snapshot().held()).isEqualTo(1);
            other.close();
        }
        assertThat(gate.snapshot().held()).isZero();
    }

    @Test
    void aPermitCanBeClosedByAnotherThread() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit permit = Crowd.get(crowd.start(() -> gate.acquire()));
        permit.close();
        gate.acquire().close();
    }

    // ---- resizing

    @Test
    void growingLetsWaitersInAtOnce() throws InterruptedException {
        Turnstile gate = keep(open(describe(1).growableTo(3)));
        Permit inside = gate.acquire();
        List<CompletableFuture<Permit>> line = List.of(gate.acquireAsync(), gate.acquireAsync(), gate.acquireAsync());
        gate.limit(3);
        assertThat(gate.limit()).isEqualTo(3);
        Permit second = Crowd.get(line.get(0));
        Permit third = Crowd.get(line.get(1));
        assertThat(line.get(2).isDone()).isFalse();
        List.of(inside, second, third).forEach(Permit::close);
        Crowd.get(line.get(2)).close();
        assertThat(gate.snapshot().held()).isZero();
    }

    @Test
    void shrinkingDrainsAndTakesNothingAway() throws InterruptedException {
        Turnstile gate = gate(3);
        List<Permit> inside = List.of(gate.acquire(), gate.acquire(), gate.acquire());
        gate.limit(1);
        assertThat(inside).allMatch(Permit::isHeld);
        assertThat(gate.snapshot().held()).isEqualTo(3);
        CompletableFuture<Permit> waiting = gate.acquireAsync();
        inside.get(0).close();
        inside.get(1).close();
        assertThat(waiting.isDone())
                .as("one is still inside, and one is the limit")
                .isFalse();
        inside.get(2).close();
        Permit next = Crowd.get(waiting);
        assertThat(gate.tryAcquire()).isEmpty();
        next.close();
        gate.limit(3);
        gate.acquire(3).close();
        assertThat(gate.snapshot().held()).isZero();
    }

    @Test
    void shrinkingWhileNobodyIsInsideTakesEffectAtOnce() throws InterruptedException {
        Turnstile gate = gate(3);
        gate.limit(2);
        Permit both = gate.acquire(2);
        assertThat(gate.tryAcquire()).isEmpty();
        gate.limit(3);
        Permit third = gate.acquire();
        both.close();
        third.close();
        assertThat(gate.snapshot().held()).isZero();
    }

    @Test
    void aWaiterThatTheNewLimitCanNeverServeIsTold() throws InterruptedException {
        Turnstile gate = gate(3);
        Permit inside = gate.acquire();
        CompletableFuture<Permit> large = gate.acquireAsync(3);
        CompletableFuture<Permit> small = gate.acquireAsync(1);
        gate.limit(2);
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(large::join)
                .withCauseInstanceOf(LimitExceededException.class);
        Crowd.get(small).close();
        inside.close();
    }

    @Test
    void resizingAllTheTimeLosesNoPlace() throws InterruptedException {
        Turnstile gate = gate(3);
        for (int thread = 0; thread < 3; thread++) {
            crowd.start(() -> {
                for (int i = 0; i < 1_000; i++) {
                    gate.acquire().close();
                }
                return null;
            });
        }
        for (int i = 0; i < 1_000; i++) {
            gate.limit(1 + i % 3);
        }
        crowd.finish();
        gate.limit(3);
        gate.acquire(3).close();
        assertThat(gate.snapshot().held()).isZero();
    }

    // ---- closing

    @Test
    void closingTellsThoseWhoWaitAndLeavesThoseInsideAlone() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit inside = gate.acquire();
        Future<Boolean> blocked = crowd.start(() -> {
            try {
                gate.acquire();
                return false;
            } catch (TurnstileClosedException e) {
                return true;
            }
        });
        Crowd.untilWaiting(gate, 1);
        CompletableFuture<Permit> promised = gate.acquireAsync();
        gate.close();
        gate.close();
        assertThat(Crowd.get(blocked)).isTrue();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(promised::join)
                .withCauseInstanceOf(TurnstileClosedException.class);
        assertThat(inside.isHeld()).isTrue();
        inside.close();
        assertThatExceptionOfType(TurnstileClosedException.class)
                .isThrownBy(gate::acquire)
                .withMessageContaining("gate");
        assertThatExceptionOfType(TurnstileClosedException.class).isThrownBy(gate::tryAcquire);
        assertThatExceptionOfType(TurnstileClosedException.class).isThrownBy(gate::acquireAsync);
    }

    // ---- futures

    @Test
    void futuresCompleteInTheOrderOfTheirCalls() throws InterruptedException {
        assumeTrue(fifo(), "the algorithm keeps no order");
        Turnstile gate = gate(1);
        Permit inside = gate.acquire();
        CompletableFuture<Permit> first = gate.acquireAsync();
        CompletableFuture<Permit> second = gate.acquireAsync();
        inside.close();
        Permit permit = Crowd.get(first);
        assertThat(second.isDone()).isFalse();
        permit.close();
        Crowd.get(second).close();
    }

    @Test
    void aFutureIsNotCompletedByTheThreadThatCloses() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit inside = gate.acquire();
        CompletableFuture<Thread> completer = gate.acquireAsync().thenApply(permit -> {
            permit.close();
            return Thread.currentThread();
        });
        inside.close();
        assertThat(Crowd.get(completer)).isNotSameAs(Thread.currentThread());
    }

    @Test
    void aFutureThatIsCancelledOrTimesOutGivesItsPlaceUp() throws InterruptedException {
        Turnstile gate = gate(1);
        Permit inside = gate.acquire();
        CompletableFuture<Permit> cancelled = gate.acquireAsync();
        CompletableFuture<Permit> late = gate.acquireAsync().orTimeout(1, TimeUnit.MILLISECONDS);
        assertThat(cancelled.cancel(false)).isTrue();
        Crowd.until(late::isCompletedExceptionally, "the future's own timeout");
        Crowd.untilWaiting(gate, 0);
        inside.close();
        gate.acquire().close();
        assertThat(gate.snapshot().held()).isZero();
    }

    // ---- many

    @Test
    void aThousandVirtualThreadsGoThrough() {
        int limit = 4;
        Turnstile gate = gate(limit);
        Semaphore atOnce = new Semaphore(participants());
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        for (int thread = 0; thread < 1_000; thread++) {
            crowd.startVirtual(() -> {
                for (int i = 0; i < 5; i++) {
                    atOnce.acquire();
                    try (Permit permit = gate.acquire()) {
                        most.accumulateAndGet(inside.addAndGet(permit.units()), Math::max);
                        Thread.yield();
                        inside.addAndGet(-permit.units());
                    } finally {
                        atOnce.release();
                    }
                }
                return done.incrementAndGet();
            });
        }
        crowd.finish();
        assertThat(done).hasValue(1_000);
        assertThat(most.get()).isBetween(1, limit);
        assertThat(gate.snapshot().held()).isZero();
    }

    @Test
    void whateverHappensNoPlaceIsLost() {
        long seed = System.nanoTime();
        Turnstile gate = gate(3);
        for (int thread = 0; thread < 4; thread++) {
            Random random = new Random(seed + thread);
            crowd.start(() -> {
                for (int i = 0; i < 400; i++) {
                    doAnything(gate, random);
                }
                return null;
            });
        }
        try {
            crowd.finish();
            Crowd.until(
                    () -> gate.snapshot().held() == 0
                            && gate.snapshot().waiters().isEmpty(),
                    "everybody to be gone");
            assertThat(gate.tryAcquire(3)).isPresent();
        } catch (AssertionError e) {
            throw new AssertionError("with seed " + seed + " on " + gate + ": " + gate.snapshot(), e);
        }
    }

    private static void doAnything(Turnstile gate, Random random) throws InterruptedException {
        int units = 1 + random.nextInt(2);
        switch (random.nextInt(5)) {
            case 0 -> gate.acquire(units).close();
            case 1 -> gate.tryAcquire(units).ifPresent(Permit::close);
            case 2 ->
                gate.tryAcquire(units, Duration.ofNanos(random.nextInt(100_000)))
                        .ifPresent(Permit::close);
            case 3 -> {
                CompletableFuture<Permit> future = gate.acquireAsync(units);
                if (!future.cancel(false)) {
                    future.join().close();
                }
            }
            default -> {
                Thread.currentThread().interrupt();
                try {
                    gate.acquire(units).close();
                } catch (InterruptedException expected) {
                    gate.acquireUninterruptibly(units).close();
                }
            }
        }
    }

    // ---- looking, and counting

    @Test
    void aSnapshotShowsWhoIsInsideAndWhoWaits() throws InterruptedException {
        Turnstile gate = keep(open(describe(3).named("shown").watched()));
        Permit two = gate.acquire(2);
        Permit one = gate.acquire(1);
        Future<Permit> waiting = crowd.start(() -> gate.acquire(3));
        Crowd.untilWaiting(gate, 1);
        Snapshot now = gate.snapshot();
        assertThat(now.name()).isEqualTo("shown");
        assertThat(now.limit()).isEqualTo(3);
        assertThat(now.held()).isEqualTo(3);
        assertThat(now.holders()).extracting(Snapshot.Holder::units).containsExactlyInAnyOrder(2, 1);
        assertThat(now.holders())
                .extracting(Snapshot.Holder::thread)
                .containsOnly(Thread.currentThread().getName());
        assertThat(now.holders()).extracting(Snapshot.Holder::slot).containsExactlyInAnyOrder(0, 1);
        assertThat(now.waiters()).singleElement().satisfies(waiter -> {
            assertThat(waiter.units()).isEqualTo(3);
            assertThat(waiter.thread()).contains(crowd.lastStarted().getName());
        });
        two.close();
        one.close();
        Crowd.get(waiting).close();
        assertThat(gate.snapshot().holders()).isEmpty();
    }

    @Test
    void theSemaphoreViewCountsUnits() throws InterruptedException {
        Turnstile gate = gate(4);
        SemaphoreView semaphore = gate.asSemaphore();
        assertThat(semaphore.isFair()).isTrue();
        semaphore.acquire(3);
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        semaphore.release();
        assertThat(semaphore.availablePermits()).isEqualTo(2);
        assertThat(semaphore.tryAcquire(3)).isFalse();
        assertThat(semaphore.tryAcquire(3, 1, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(semaphore.drainPermits()).isEqualTo(2);
        assertThat(semaphore.availablePermits()).isZero();
        assertThat(semaphore.hasQueuedThreads()).isFalse();
        semaphore.release(4);
        assertThat(semaphore.availablePermits()).isEqualTo(4);
        assertThatIllegalStateException().isThrownBy(semaphore::release).withMessageContaining("only 0 are held");
        assertThat(gate.snapshot().held()).isZero();
    }

    @Test
    void badArgumentsAreRefusedAtOnce() throws InterruptedException {
        Turnstile gate = gate(3);
        assertThatIllegalArgumentException().isThrownBy(() -> gate.acquire(0)).withMessageContaining("at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gate.acquireAsync(-1))
                .withMessageContaining("at least 1");
        assertThatExceptionOfType(LimitExceededException.class)
                .isThrownBy(() -> gate.acquire(4))
                .withMessage("4 units asked for, the limit of 'gate' is 3");
        assertThatExceptionOfType(LimitExceededException.class).isThrownBy(() -> gate.tryAcquire(4));
        assertThatIllegalArgumentException().isThrownBy(() -> gate.limit(0)).withMessageContaining("at least 1");
        assertThatIllegalArgumentException().isThrownBy(() -> gate.asSemaphore().release(0));
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> gate.tryAcquire(null))
                .withMessageContaining("timeout");
        assertThatIllegalArgumentException().isThrownBy(() -> describe(0)).withMessageContaining("at least 1");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> describe(1).named(null))
                .withMessageContaining("name");
        gate.acquire(3).close();
    }
}
