package dev.turnstile.conformance;

import static dev.turnstile.conformance.Ability.SHARING;
import static dev.turnstile.conformance.Ability.UNITS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The guarantees about the limit: never more holders, and as many as it allows. */
@SuppressWarnings({"FutureReturnValueIgnored", "ThreadPriorityCheck"}) // the crowd checks all its futures
interface ExclusionConformance extends Fixture {

    @Test
    default void admitsAtMostTheLimit() {
        for (int limit : new int[] {1, 3}) {
            Turnstile gate = gate(limit);
            Recorder recorder = new Recorder();
            for (int thread = 0; thread < 8; thread++) {
                crowd().start(() -> {
                    for (int i = 0; i < 500; i++) {
                        Fixture.enterAndLeave(gate, recorder, 1);
                    }
                    return null;
                });
            }
            crowd().finish();
            assertThat(recorder.history().checkLimit(limit)).isEmpty();
            assertThat(gate.snapshot().held()).isZero();
        }
    }

    @TestIf(SHARING)
    default void admitsAsManyAsTheLimit() throws InterruptedException {
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
    default void taskRunsInsideAndItsUnitIsReleasedEvenIfItThrows() throws Exception {
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
            Future<Boolean> waiting = crowd().start(() -> Fixture.isInterrupted(() -> {
                gate.run(() -> {});
                return true;
            }));
            Crowd.untilWaiting(gate, 1);
            crowd().lastStarted().interrupt();
            assertThat(Crowd.get(waiting)).isTrue();
            Future<Integer> next = crowd().start(() -> gate.call(() -> 7));
            Crowd.untilWaiting(gate, 1);
            inside.close();
            assertThat(Crowd.get(next)).isEqualTo(7);
            assertThat(gate.snapshot().holders()).isEmpty();
        }
    }

    @Test
    default void writesOfOneHolderAreVisibleToTheNext() {
        Turnstile gate = gate(1);
        int[] counter = new int[1];
        for (int thread = 0; thread < 4; thread++) {
            crowd().start(() -> {
                for (int i = 0; i < 5_000; i++) {
                    try (Permit permit = gate.acquire()) {
                        counter[0] += permit.units();
                    }
                }
                return null;
            });
        }
        crowd().finish();
        assertThat(counter[0]).isEqualTo(20_000);
    }

    @TestIf(UNITS)
    default void unitsInsideNeverExceedTheLimit() {
        Turnstile gate = gate(4);
        Recorder recorder = new Recorder();
        for (int thread = 0; thread < 3; thread++) {
            int units = thread + 2;
            crowd().start(() -> {
                for (int i = 0; i < 300; i++) {
                    Fixture.enterAndLeave(gate, recorder, units);
                }
                return null;
            });
        }
        crowd().finish();
        assertThat(recorder.history().checkLimit(4)).isEmpty();
        assertThat(gate.snapshot().held()).isZero();
    }
}
