package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The guarantees that turnstiles and windows have in common: options, the order of checks, interrupts, failing futures,
 * and permits after they are closed.
 */
interface CommonConformance {
    /** How often an interrupt races with a close. */
    int ROUNDS = 40;

    /** Returns a turnstile at which one more caller can enter and leave without waiting. */
    Turnstile withRoom();

    /** Returns a turnstile at which the next caller must wait. */
    Turnstile full();

    Crowd crowd();

    /** Returns a builder for a turnstile with room for one more caller, to which options can be added. */
    Turnstile.Builder described();

    /** Opens the turnstile. */
    Turnstile open(Turnstile.Builder description);

    /** Returns the names of the builder methods that the driver, or the algorithm on it, cannot honour. */
    Set<String> refusedOptions();

    /** Returns an algorithm of the catalogue that the driver cannot run. */
    String algorithmOfAnotherDriver();

    @Test
    default void unsupportedOptionsAreRefusedByName() {
        Map<String, UnaryOperator<Turnstile.Builder>> options = Map.of(
                "growableTo", builder -> builder.growableTo(4),
                "changingLimit", Turnstile.Builder::changingLimit,
                "watched", Turnstile.Builder::watched,
                "participants", builder -> builder.participants(9),
                "algorithm", builder -> builder.algorithm(algorithmOfAnotherDriver()));
        options.forEach((name, option) -> {
            Turnstile.Builder description = option.apply(described());
            if (name.equals("algorithm")) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> open(description))
                        .withMessageContaining(algorithmOfAnotherDriver());
            } else if (refusedOptions().contains(name)) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> open(description))
                        .withMessageContaining(name + "(");
            } else {
                open(description).close();
            }
        });
    }

    /** Returns the ways to acquire that respond to interrupts. */
    private static List<Acquire> interruptible() {
        return List.of(
                Turnstile::acquire,
                (gate, units) -> gate.tryAcquire(units, Fixture.LONG),
                (gate, units) -> gate.tryAcquire(units, Duration.ZERO));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the caller checks it
    private static List<Acquire> others() {
        return List.of(Turnstile::acquireUninterruptibly, Turnstile::tryAcquire, Turnstile::acquireAsync);
    }

    /** A way to acquire. */
    @FunctionalInterface
    interface Acquire {
        Object from(Turnstile gate, int units) throws InterruptedException;
    }

    private static void assertEndings(Turnstile gate, int units, String interruptible, String others) {
        for (boolean looks : new boolean[] {true, false}) {
            String thrown = looks ? interruptible : others;
            for (Acquire way : looks ? interruptible() : others()) {
                Thread.currentThread().interrupt();
                assertThat(Ending.of(() -> way.from(gate, units)))
                        .isEqualTo(new Ending(thrown, !thrown.equals("InterruptedException")));
            }
        }
    }

    @Test
    default void checksArgumentsThenTheInterruptThenTheTurnstile() {
        for (Turnstile gate : List.of(withRoom(), full())) {
            Thread.currentThread().interrupt();
            assertThat(Ending.of(() -> gate.tryAcquire(0, (Duration) null)))
                    .isEqualTo(new Ending("NullPointerException", true));
            assertEndings(gate, 0, "IllegalArgumentException", "IllegalArgumentException");
            assertEndings(gate, 100, "InterruptedException", "LimitExceededException");
            gate.close();
            Thread.currentThread().interrupt();
            assertThat(Ending.of(() -> gate.tryAcquire(0, (Duration) null)))
                    .isEqualTo(new Ending("NullPointerException", true));
            assertEndings(gate, 0, "IllegalArgumentException", "IllegalArgumentException");
            assertEndings(gate, 1, "InterruptedException", "TurnstileClosedException");
            assertEndings(gate, 100, "InterruptedException", "TurnstileClosedException");
        }
    }

    @Test
    default void checksForClosingBeforeTheLimit() {
        Turnstile gate = withRoom();
        for (Acquire way : interruptible()) {
            assertThat(Ending.of(() -> way.from(gate, 100))).isEqualTo(new Ending("LimitExceededException", false));
        }
        gate.close();
        for (Acquire way : interruptible()) {
            assertThat(Ending.of(() -> way.from(gate, 100))).isEqualTo(new Ending("TurnstileClosedException", false));
        }
    }

    @Test
    default void theLimitOfAClosedTurnstileCannotBeChanged() {
        Turnstile gate = withRoom();
        int limit = gate.limit();
        gate.close();
        assertThatIllegalArgumentException().as("the argument is checked first").isThrownBy(() -> gate.limit(0));
        assertThatExceptionOfType(TurnstileClosedException.class).isThrownBy(() -> gate.limit(limit));
        assertThatExceptionOfType(TurnstileClosedException.class).isThrownBy(() -> gate.limit(limit + 1));
    }

    @Test
    default void aMissingTaskForALostPermitIsRefused() throws InterruptedException {
        Permit permit = withRoom().acquire();
        assertThatNullPointerException().isThrownBy(() -> permit.onLost(null));
        permit.close();
        assertThatNullPointerException().as("also once it is closed").isThrownBy(() -> permit.onLost(null));
    }

    @Test
    default void aFutureFailsWithTheExceptionItself() {
        Turnstile gate = full();
        CompletableFuture<Permit> promised = gate.acquireAsync();
        CompletableFuture<Throwable> seen = promised.handle((permit, failure) -> failure);
        gate.close();
        assertThat(Crowd.get(seen)).isInstanceOf(TurnstileClosedException.class);
        assertThat(promised.exceptionNow()).isInstanceOf(TurnstileClosedException.class);
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(promised::join)
                .withCauseInstanceOf(TurnstileClosedException.class);
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(promised::get)
                .withCauseInstanceOf(TurnstileClosedException.class);
    }

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
    default void timedTryByAnInterruptedThreadThrowsEvenIfItWouldNotWait() {
        Turnstile gate = withRoom();
        for (Duration timeout : List.of(Duration.ZERO, Duration.ofSeconds(-1), Fixture.LONG)) {
            Thread.currentThread().interrupt();
            assertThat(Ending.of(() -> gate.tryAcquire(timeout))).isEqualTo(new Ending("InterruptedException", false));
        }
    }

    @Test
    default void interruptedThreadLeavesIfItNeedNotWaitAndKeepsTheInterrupt() throws InterruptedException {
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
    default void slotAndFenceStayReadableOnlyIfReadBeforeTheClose() throws InterruptedException {
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
