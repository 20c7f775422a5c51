package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What turnstiles and windows have in common: interrupts, and permits after their end. */
interface CommonConformance {
    /** How often an interrupt meets a close. */
    int ROUNDS = 40;

    /** A turnstile at which one more caller can enter, and leave again, without waiting. */
    Turnstile withRoom();

    /** A turnstile at which the next caller must wait. */
    Turnstile full();

    Crowd crowd();

    @Test
    default void anInterruptIsNotLostWhenClosingEndsTheWait() {
        List<Function<Turnstile, Fixture.Call>> calls = List.of(
                gate -> gate::acquire,
                gate -> gate::acquireUninterruptibly,
                gate -> () -> gate.tryAcquire(Fixture.LONG),
                gate -> () -> {
                    gate.run(() -> {});
                    return gate;
                });
        for (int round = 0; round < ROUNDS; round++) {
            Turnstile gate = full();
            Fixture.Call call = calls.get(round % calls.size()).apply(gate);
            Future<Ending> waiting = crowd().start(() -> Ending.of(call));
            Crowd.untilWaiting(gate, 1);
            Thread waiter = crowd().lastStarted();
            waiter.interrupt();
            if (round >= ROUNDS / 2) {
                Crowd.until(() -> !waiter.isInterrupted() || waiting.isDone(), "the wait to notice the interrupt");
            }
            gate.close();
            assertThat(Crowd.get(waiting)).as("round %d", round).matches(ending -> !ending.losesTheInterrupt());
        }
    }

    @Test
    default void aTimedTryOfAnInterruptedThreadThrowsAlsoWhereItWouldNotWait() {
        Turnstile gate = withRoom();
        for (Duration timeout : List.of(Duration.ZERO, Duration.ofSeconds(-1), Fixture.LONG)) {
            Thread.currentThread().interrupt();
            assertThat(Ending.of(() -> gate.tryAcquire(timeout))).isEqualTo(new Ending("InterruptedException", false));
        }
    }

    @Test
    default void anInterruptedThreadLeavesWhereItNeedNotWaitAndKeepsTheInterrupt() throws InterruptedException {
        Turnstile gate = withRoom();
        List<Leave> ways =
                List.of(Permit::release, permit -> permit.tryRelease(Duration.ZERO), Permit::tryRelease, Permit::close);
        for (Leave way : ways) {
            Permit permit = gate.acquire();
            Thread.currentThread().interrupt();
            Ending ending = Ending.of(() -> {
                way.from(permit);
                return permit;
            });
            assertThat(ending).isEqualTo(new Ending("", true));
            assertThat(permit.isHeld()).isFalse();
        }
    }

    /** A way to leave. */
    @FunctionalInterface
    interface Leave {
        void from(Permit permit) throws InterruptedException;
    }

    @Test
    default void slotAndFenceAreKnownAfterTheEndOnlyIfTheyWereAskedForBefore() throws InterruptedException {
        Turnstile gate = withRoom();
        Permit asked = gate.acquire();
        int slot = asked.slot();
        asked.close();
        assertThat(asked.slot()).isEqualTo(slot);
        assertThat(asked.slots()).containsExactly(slot);
        assertThat(asked.fence()).isPositive();
        Permit unasked = gate.acquire();
        unasked.close();
        assertThatIllegalStateException()
                .isThrownBy(unasked::slot)
                .withMessageContaining("'" + gate.name() + "' was closed before");
        assertThatIllegalStateException().isThrownBy(unasked::slots);
        assertThatIllegalStateException().isThrownBy(unasked::fence);
        assertThat(unasked.toString()).contains("closed");
    }
}
