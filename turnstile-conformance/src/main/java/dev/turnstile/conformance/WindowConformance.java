package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.turnstile.Permit;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The guarantees of every window, whatever its algorithm and driver. No holder leaves if fewer than the floor would
 * remain inside, so a release can wait, and be given up, like an acquire. The guarantees that windows share with every
 * turnstile are in {@link TurnstileConformance}.
 *
 * <pre>{@code
 * final class MyWindowTest extends WindowConformance {
 *     @Override
 *     public Turnstile.Builder describe(int least, int most) {
 *         return Turnstile.between(least, most).algorithm("gcs");
 *     }
 *
 *     @Override
 *     public Set<String> refusedOptions() {
 *         return Set.of("growableTo", "changingLimit");
 *     }
 * }
 * }</pre>
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@SuppressWarnings({"FutureReturnValueIgnored", "ThreadPriorityCheck"}) // the crowd checks all its futures
public abstract class WindowConformance implements CommonConformance {
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final int ROUNDS = 1_000;

    private final List<Turnstile> opened = new ArrayList<>();
    private final Crowd crowd = new Crowd();

    /** For subclasses. */
    protected WindowConformance() {}

    /** Returns a builder for a window of this algorithm. */
    public abstract Turnstile.Builder describe(int least, int most);

    /** Opens a turnstile on this driver. Default: for the threads of this JVM. */
    @Override
    public Turnstile open(Turnstile.Builder description) {
        return description.open();
    }

    private Turnstile window(int least, int most) {
        Turnstile gate = open(describe(least, most).named("window").watched());
        opened.add(gate);
        return gate;
    }

    /** Returns the names of the builder methods that the driver cannot honour. */
    @Override
    public abstract Set<String> refusedOptions();

    @Override
    public final Turnstile.Builder described() {
        return describe(1, 3).named("window");
    }

    /** Returns an algorithm of the catalogue with which the driver has no windows. */
    @Override
    public final String algorithmOfAnotherDriver() {
        return "colored-ticket";
    }

    @Override
    public final Turnstile withRoom() {
        Turnstile gate = window(1, 3);
        gate.acquireUninterruptibly();
        return gate;
    }

    @Override
    public final Turnstile full() {
        Turnstile gate = window(1, 2);
        gate.acquireUninterruptibly();
        gate.acquireUninterruptibly();
        return gate;
    }

    @Override
    @SuppressWarnings("exports") // for the suites of this package
    public final Crowd crowd() {
        return crowd;
    }

    /** Ends the threads and closes the turnstiles that a test has left. */
    @AfterEach
    public final void closeAll() {
        crowd.close();
        opened.forEach(Turnstile::close);
    }

    private static List<Permit> enter(Turnstile gate, int count) throws InterruptedException {
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            permits.add(gate.acquire());
        }
        return permits;
    }

    private static void untilLeaving(Turnstile gate, int leaving) {
        Crowd.until(
                () -> gate.snapshot().holders().stream()
                                .filter(holder -> holder.standing() == Snapshot.Standing.LEAVING)
                                .count()
                        == leaving,
                leaving + " holders waiting to leave");
    }

    @Test
    void startsBelowTheFloorAndNoHolderLeavesUntilThereAreMore() throws InterruptedException {
        Turnstile gate = window(2, 4);
        assertThat(gate.snapshot().isBelowFloor()).isTrue();
        Permit first = gate.acquire();
        assertThat(first.tryRelease()).isFalse();
        Permit second = gate.acquire();
        assertThat(gate.snapshot().isBelowFloor()).isFalse();
        assertThat(first.tryRelease()).isFalse();
        assertThat(first.isHeld()).isTrue();
        Permit third = gate.acquire();
        assertThat(first.tryRelease()).isTrue();
        assertThat(first.isHeld()).isFalse();
        assertThat(second.tryRelease()).isFalse();
        assertThat(third.tryRelease()).isFalse();
        assertThat(gate.snapshot().held()).isEqualTo(2);
    }

    @Test
    void releaseWaitsUntilAnotherCallerEnters() throws InterruptedException {
        Turnstile gate = window(1, 3);
        Permit permit = gate.acquire();
        Future<Boolean> leaver = crowd.start(() -> {
            permit.release();
            return permit.isHeld();
        });
        untilLeaving(gate, 1);
        assertThat(leaver.isDone()).isFalse();
        assertThat(permit.isHeld()).isTrue();
        Permit other = gate.acquire();
        assertThat(Crowd.get(leaver)).isFalse();
        assertThat(gate.snapshot().held()).isEqualTo(1);
        assertThat(other.tryRelease()).isFalse();
    }

    @Test
    void closingWaitsTooAndKeepsTheInterrupt() throws InterruptedException {
        Turnstile gate = window(1, 2);
        Permit permit = gate.acquire();
        Future<Boolean> leaver = crowd.start(() -> {
            permit.close();
            return Thread.currentThread().isInterrupted();
        });
        untilLeaving(gate, 1);
        crowd.lastStarted().interrupt();
        gate.acquire();
        assertThat(Crowd.get(leaver)).as("the interrupt status").isTrue();
        assertThat(permit.isHeld()).isFalse();
    }

    @Test
    void interruptedReleaseStaysInside() throws InterruptedException {
        Turnstile gate = window(1, 2);
        Permit permit = gate.acquire();
        Future<Boolean> leaver = crowd.start(() -> Fixture.isInterrupted(() -> {
            permit.release();
            return permit;
        }));
        untilLeaving(gate, 1);
        crowd.lastStarted().interrupt();
        assertThat(Crowd.get(leaver)).isTrue();
        assertThat(permit.isHeld()).isTrue();
        Permit other = gate.acquire();
        assertThat(permit.tryRelease()).isTrue();
        assertThat(other.isHeld()).isTrue();
    }

    @Test
    void releaseByAnInterruptedThreadStaysInsideIfItWouldWait() throws InterruptedException {
        Turnstile gate = window(1, 2);
        Permit permit = gate.acquire();
        Thread.currentThread().interrupt();
        Ending ending = Ending.of(() -> {
            permit.release();
            return permit;
        });
        assertThat(ending).isEqualTo(new Ending("InterruptedException", false));
        assertThat(permit.isHeld()).isTrue();
    }

    @Test
    void holderThatGivesUpLeavingStaysInsideAndBlocksNoOther() throws InterruptedException {
        Turnstile gate = window(2, 4);
        List<Permit> inside = enter(gate, 2);
        assertThat(inside.get(0).tryRelease(SHORT)).isFalse();
        assertThat(inside.get(0).isHeld()).isTrue();
        assertThat(gate.snapshot().holders())
                .extracting(Snapshot.Holder::standing)
                .containsOnly(Snapshot.Standing.INSIDE);
        gate.acquire();
        assertThat(inside.get(1).tryRelease(SHORT)).isTrue();
        assertThat(inside.get(0).tryRelease(SHORT)).isFalse();
    }

    @Test
    void asyncReleaseCompletesWhenAnotherCallerEnters() throws InterruptedException {
        Turnstile gate = window(1, 3);
        Permit permit = gate.acquire();
        CompletableFuture<Void> leaving = permit.releaseAsync();
        untilLeaving(gate, 1);
        assertThat(leaving.isDone()).isFalse();
        Permit other = gate.acquire();
        Crowd.get(leaving);
        assertThat(permit.isHeld()).isFalse();
        gate.acquire();
        assertThat(other.releaseAsync()).isCompleted();
    }

    @Test
    void cancelledAsyncReleaseStaysInside() throws InterruptedException {
        Turnstile gate = window(1, 3);
        Permit permit = gate.acquire();
        CompletableFuture<Void> leaving = permit.releaseAsync();
        untilLeaving(gate, 1);
        assertThat(leaving.cancel(false)).isTrue();
        untilLeaving(gate, 0);
        assertThatExceptionOfType(CancellationException.class).isThrownBy(leaving::join);
        assertThat(permit.isHeld()).isTrue();
        Permit other = gate.acquire();
        assertThat(other.tryRelease()).isTrue();
        assertThat(gate.snapshot().held()).isEqualTo(1);
    }

    @Test
    void oneCallerTooManyWaitsUntilAHolderLeaves() throws InterruptedException {
        Turnstile gate = window(1, 2);
        List<Permit> inside = enter(gate, 2);
        assertThat(gate.tryAcquire()).isEmpty();
        assertThat(gate.tryAcquire(SHORT)).isEmpty();
        Future<Permit> waiting = crowd.start(gate::acquire);
        Crowd.untilWaiting(gate, 1);
        inside.get(0).release();
        assertThat(Crowd.get(waiting).isHeld()).isTrue();
        assertThat(gate.snapshot().held()).isEqualTo(2);
    }

    @Test
    void callerThatGivesUpEnteringBlocksNoOther() throws InterruptedException {
        Turnstile gate = window(1, 2);
        List<Permit> inside = enter(gate, 2);
        CompletableFuture<Permit> promised = gate.acquireAsync();
        Crowd.untilWaiting(gate, 1);
        assertThat(promised.cancel(false)).isTrue();
        Crowd.untilWaiting(gate, 0);
        inside.get(0).release();
        assertThat(gate.tryAcquire()).isPresent();
    }

    /** All holders want to leave, and each waits for the others: the last ones stay. */
    @Test
    void ifAllHoldersWantToLeaveTheFloorStays() throws InterruptedException {
        Turnstile gate = window(2, 5);
        List<CompletableFuture<Void>> leaving =
                enter(gate, 5).stream().map(Permit::releaseAsync).toList();
        Crowd.until(() -> leaving.stream().filter(Future::isDone).count() == 3, "three holders to leave");
        assertThat(gate.snapshot().held()).isEqualTo(2);
        gate.acquire();
        gate.acquire();
        leaving.forEach(Crowd::get);
        assertThat(gate.snapshot().held()).isEqualTo(2);
    }

    /**
     * The floor keeps the first thread leaving until another caller enters. An interrupt makes it give up whenever the
     * test needs it to.
     */
    @Test
    void twoThreadsClosingOnePermitReleaseItOnce() throws InterruptedException {
        Turnstile gate = window(1, 3);
        Permit permit = gate.acquire();
        Future<Boolean> first = crowd.start(() -> permit.tryRelease(Fixture.LONG));
        Thread leaver = crowd.lastStarted();
        untilLeaving(gate, 1);
        permit.close(); // returns at once, because another thread is leaving
        leaver.interrupt(); // which must not stay now
        Crowd.until(() -> !leaver.isInterrupted(), "the wait to notice the interrupt");
        untilLeaving(gate, 1);
        assertThat(first.isDone()).isFalse();
        gate.acquire();
        assertThat(Crowd.get(first)).isTrue();
        assertThat(permit.isHeld()).isFalse();
        assertThat(gate.snapshot().held()).isEqualTo(1);
    }

    @Test
    void releaseRacingWithAnotherIsNotReportedAsDone() throws InterruptedException {
        Turnstile gate = window(1, 3);
        Permit permit = gate.acquire();
        CompletableFuture<Void> first = permit.releaseAsync();
        untilLeaving(gate, 1);
        assertThat(permit.tryRelease()).isFalse();
        assertThat(permit.tryRelease(SHORT)).isFalse();
        CompletableFuture<Void> second = permit.releaseAsync();
        Future<Boolean> third = crowd.start(() -> {
            permit.release();
            return permit.isHeld();
        });
        assertThat(second.isDone()).isFalse();
        assertThat(first.cancel(false)).isTrue(); // the others still want to leave
        assertThat(permit.isHeld()).isTrue();
        gate.acquire();
        Crowd.get(second);
        assertThat(Crowd.get(third)).isFalse();
        assertThat(permit.tryRelease()).isTrue();
        assertThat(gate.snapshot().held()).isEqualTo(1);
    }

    @Test
    void nonPositiveTimeoutElapsesAtOnceAndKeepsThePermitUsable() throws InterruptedException {
        Turnstile gate = window(1, 2);
        Permit permit = gate.acquire();
        assertThat(permit.tryRelease(Duration.ZERO)).isFalse();
        assertThat(permit.tryRelease(Duration.ofSeconds(Long.MIN_VALUE))).isFalse();
        gate.acquire();
        assertThat(permit.tryRelease(Duration.ofSeconds(-1))).isTrue();
        assertThat(gate.snapshot().held()).isEqualTo(1);
    }

    @Test
    void windowHasNoSemaphoreView() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(window(1, 2)::asSemaphore)
                .withMessageContaining("a release from a window can wait");
    }

    @Test
    void crowdStaysWithinTheWindow() throws InterruptedException {
        Comings comings = new Comings(window(2, 4), 2, 4);
        for (int i = 0; i < 5; i++) {
            crowd.start(comings::run);
        }
        comings.stayUntilTheOthersLeave();
        crowd.finish();
        assertThat(comings.wrong.get()).as("counts outside the window").isZero();
        assertThat(comings.gate.snapshot().held()).isEqualTo(2);
    }

    @Test
    void snapshotStaysBetweenFloorAndLimitOnceTheFloorWasReached() throws InterruptedException {
        Comings comings = new Comings(window(2, 4), 2, 4);
        for (int i = 0; i < 5; i++) {
            crowd.start(comings::run);
        }
        Crowd.until(() -> !comings.gate.snapshot().isBelowFloor(), "the floor");
        while (comings.rounds.get() > 0 && crowd.isAtWork()) {
            assertThat(comings.gate.snapshot().held()).isBetween(2, 4);
        }
        comings.stayUntilTheOthersLeave();
        crowd.finish();
        assertThat(comings.gate.snapshot().held()).isEqualTo(2);
    }

    /**
     * A crowd that enters and leaves. Each thread counts itself in {@code surelyIn} only while it is certainly inside,
     * and in {@code maybeIn} whenever it may be. So the true number is between the two.
     */
    private static final class Comings {
        private final Turnstile gate;
        private final int least;
        private final int most;
        private final long seed = Seed.of("WindowConformance");
        private final AtomicInteger threads = new AtomicInteger();
        private final AtomicInteger rounds = new AtomicInteger(ROUNDS);
        private final AtomicInteger surelyIn = new AtomicInteger();
        private final AtomicInteger maybeIn = new AtomicInteger();
        private final AtomicInteger wrong = new AtomicInteger();

        Comings(Turnstile gate, int least, int most) {
            this.gate = gate;
            this.least = least;
            this.most = most;
        }

        boolean run() throws InterruptedException {
            Random random = new Random(seed + threads.getAndIncrement());
            while (rounds.getAndDecrement() > 0) {
                maybeIn.incrementAndGet();
                Permit permit = gate.acquire();
                wrong.addAndGet(surelyIn.incrementAndGet() > most || permit.slot() >= most ? 1 : 0);
                surelyIn.decrementAndGet();
                leave(permit, random);
                wrong.addAndGet(maybeIn.decrementAndGet() < least ? 1 : 0);
            }
            return true;
        }

        /** Enters with enough permits to reach the floor, and stays. Otherwise the last threads could not leave. */
        void stayUntilTheOthersLeave() throws InterruptedException {
            Crowd.until(() -> rounds.get() <= 0, "the last round");
            maybeIn.addAndGet(least);
            enter(gate, least);
        }
    }

    /** Leaves in one of all possible ways. Some give up repeatedly. */
    private static void leave(Permit permit, Random random) throws InterruptedException {
        int way = random.nextInt(3);
        while (way == 0 && !permit.tryRelease(Duration.ofNanos(100_000))) {
            Thread.onSpinWait();
        }
        while (way == 1 && !permit.tryRelease()) {
            Thread.yield();
        }
        if (way == 2) {
            permit.release();
        }
    }
}
