package dev.turnstile.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.stress.Staged.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Orders of events in the thread driver that occur by chance once in a million runs, replayed one by one.
 *
 * <p>{@link Staged} stops a thread between two steps and lets another pass. Each test was found by reading or by the
 * random run, and failed when it was written.
 */
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class InterleavingTest {
    private static final OptionalInt TEN = OptionalInt.of(10);

    private static Permit get(CompletableFuture<Permit> future) {
        return assertThat(future).succeedsWithin(Duration.ofSeconds(3)).actual();
    }

    private static Permit now(Turnstile gate, int units) {
        return gate.tryAcquire(units).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue", "numbered-ticket", "unbounded-colored-ticket", "colored-ticket"})
    void placeFreedDuringAnInsertIntoTheLineIsNotLost(String algorithm) {
        Staged staged = new Staged(algorithm);
        Turnstile gate = staged.open(1, TEN);
        Permit inside = now(gate, 1);
        List<CompletableFuture<Permit>> later = new ArrayList<>();
        staged.once(Moment.STEPPED, () -> {
            later.add(gate.acquireAsync());
            staged.once(Moment.LOOKED, () -> staged.meanwhile(Moment.STEPPED, inside::close));
        });
        CompletableFuture<Permit> first = gate.acquireAsync();
        get(first).close();
        get(later.getFirst()).close();
    }

    @Test
    void placeRemovedDuringAnInsertIntoTheLineBlocksNoWaiter() {
        Staged staged = new Staged("numbered-ticket");
        Turnstile gate = staged.open(2, TEN);
        Permit one = now(gate, 1);
        Permit two = now(gate, 1);
        List<CompletableFuture<Permit>> later = new ArrayList<>();
        List<CountDownLatch> leaving = new ArrayList<>();
        Runnable lower = () -> staged.meanwhile(Moment.RESIZED, () -> gate.limit(1));
        staged.once(Moment.STEPPED, () -> {
            later.add(gate.acquireAsync());
            leaving.add(staged.paused(Moment.STEPPED, one::close));
            leaving.add(staged.paused(Moment.STEPPED, two::close));
            staged.once(Moment.LOOKED, () -> staged.once(Moment.LOOKED, lower));
        });
        CompletableFuture<Permit> first = gate.acquireAsync();
        leaving.forEach(CountDownLatch::countDown);
        get(first).close();
        get(later.getFirst()).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unbounded-colored-ticket", "colored-ticket"})
    void groupThatGaveUpDoesNotHoldUpEarlierWaiters(String algorithm) {
        Staged staged = new Staged(algorithm);
        Turnstile gate = staged.open(2, TEN);
        Permit one = now(gate, 1);
        Permit two = now(gate, 1);
        List<CompletableFuture<Permit>> second = new ArrayList<>();
        staged.once(Moment.STEPPED, () -> {
            staged.once(Moment.STEPPED, () -> gate.acquireAsync(2).cancel(false));
            second.add(gate.acquireAsync());
        });
        CompletableFuture<Permit> first = gate.acquireAsync();
        one.close();
        two.close();
        get(first).close();
        get(second.getFirst()).close();
        now(gate, 2).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unbounded-colored-ticket", "colored-ticket"})
    void groupThatGaveUpPassesItsFirstPlaceToAWaiterInBetween(String algorithm) {
        Staged staged = new Staged(algorithm);
        Turnstile gate = staged.open(2, TEN);
        Permit one = now(gate, 1);
        Permit two = now(gate, 1);
        List<CompletableFuture<Permit>> between = new ArrayList<>();
        staged.once(Moment.STEPPED, () -> between.add(gate.acquireAsync()));
        gate.acquireAsync(2).cancel(false);
        one.close();
        get(between.getFirst()).close();
        two.close();
        now(gate, 2).close();
    }

    /**
     * The attempt to withhold a place is at the last level, unsigned, when a request for two arrives. Each counts the
     * other, and neither enters. Then the request is refused, because it exceeds the limit. No caller may get its
     * place.
     */
    @Test
    void owedPlaceIsWithheldWhenTheRequestInItsWayGivesUp() throws InterruptedException {
        Staged staged = new Staged("excl");
        Turnstile gate = staged.open(2, OptionalInt.of(4));
        Permit inside = now(gate, 1);
        CountDownLatch lowered = new CountDownLatch(1);
        int stepsToTheLastLevel = 2 + 4 + 1;
        CountDownLatch goOn = staged.paused(stepsToTheLastLevel, Moment.STEPPED, () -> {
            gate.limit(1);
            lowered.countDown();
        });
        CompletableFuture<Permit> two = gate.acquireAsync(2);
        assertThat(two.isDone()).isFalse();
        goOn.countDown();
        assertThat(lowered.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(gate.tryAcquire()).as("one unit is held, and the limit is 1").isEmpty();
        inside.close();
        now(gate, 1).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue", "unbounded-colored-ticket", "colored-ticket"})
    void limitLoweredWhileAHolderLeavesIsKept(String algorithm) throws InterruptedException {
        Staged staged = new Staged(algorithm);
        Turnstile gate = staged.open(2, TEN);
        Permit one = now(gate, 1);
        Permit two = now(gate, 1);
        List<Thread> lowering = new ArrayList<>();
        staged.once(Moment.LEAVES, () -> lowering.add(staged.meanwhile(Moment.RESIZED, () -> gate.limit(1))));
        one.close();
        lowering.getFirst().join();
        assertThat(two.isHeld()).isTrue();
        assertThat(gate.tryAcquire()).as("one unit is held, and the limit is 1").isEmpty();
        two.close();
        now(gate, 1).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue", "numbered-ticket", "unbounded-colored-ticket", "colored-ticket"})
    void oneOfTwoAttemptsForEverythingSucceeds(String algorithm) {
        Staged staged = new Staged(algorithm);
        Turnstile gate = staged.open(2, TEN);
        CompletableFuture<Optional<Permit>> other = new CompletableFuture<>();
        List<CountDownLatch> trying = new ArrayList<>();
        staged.once(
                Moment.STEPPED,
                () -> trying.add(staged.paused(Moment.STEPPED, () -> other.complete(gate.tryAcquire(2)))));
        staged.once(Moment.LEAVES, () -> {
            trying.forEach(CountDownLatch::countDown);
            other.join();
        });
        Optional<Permit> one = gate.tryAcquire(2);
        trying.forEach(CountDownLatch::countDown);
        assertThat(one.isPresent()).isNotEqualTo(other.join().isPresent());
    }

    @Test
    void failedLoweringOfTheLimitLosesNoPlace() {
        for (String algorithm : List.of("queue", "unbounded-colored-ticket", "colored-ticket")) {
            Turnstile gate = new Staged(algorithm).open(3, OptionalInt.of(3));
            Permit one = now(gate, 1);
            Permit two = now(gate, 1);
            try {
                gate.limit(1);
            } catch (IllegalStateException refused) {
                assertThat(gate.limit()).isEqualTo(3);
            }
            one.close();
            two.close();
            now(gate, gate.limit()).close();
        }
    }

    @Test
    void growableTurnstileHasRoomForItsParticipants() {
        Turnstile gate = Turnstile.atMost(1)
                .algorithm("colored-ticket")
                .growableTo(3)
                .participants(2)
                .open();
        now(gate, 1).close();
    }

    @Test
    void timedOutRequestsForManyUnitsNeverMakeRoom() throws InterruptedException {
        int all = 1 << 28;
        Turnstile gate = Turnstile.atMost(all).open();
        Permit inside = now(gate, all);
        CompletableFuture<Permit> waiting = gate.acquireAsync(all);
        for (int i = 0; i < 8; i++) {
            try {
                assertThat(gate.tryAcquire(all, Duration.ofNanos(1))).isEmpty();
            } catch (IllegalStateException tooMany) {
                assertThat(tooMany).hasMessageContaining("units");
            }
        }
        assertThat(gate.tryAcquire(1))
                .as("all units are held, and a caller waits")
                .isEmpty();
        inside.close();
        get(waiting).close();
        now(gate, all).close();
    }

    @Test
    void timeoutInDaysMayBeLongMaxValue() throws InterruptedException {
        Turnstile gate = Turnstile.atMost(1).open();
        assertThat(gate.tryAcquire(Long.MAX_VALUE, TimeUnit.DAYS)).isPresent();
    }
}
