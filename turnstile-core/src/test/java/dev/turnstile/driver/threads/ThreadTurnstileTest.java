package dev.turnstile.driver.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The peculiarities of the thread driver. The guarantees of all drivers are in the conformance suite. */
final class ThreadTurnstileTest {
    @Test
    void moreParticipantsThanTheAlgorithmHoldsAreRefused() throws InterruptedException {
        try (Turnstile gate =
                Turnstile.atMost(1).algorithm("colored-ticket").participants(3).open()) {
            Permit inside = gate.acquire();
            List<CompletableFuture<Permit>> line = List.of(gate.acquireAsync(), gate.acquireAsync());
            assertThatIllegalStateException()
                    .isThrownBy(gate::acquire)
                    .withMessageContaining("all 3 participants are inside or waiting");
            inside.close();
            line.forEach(waiting -> waiting.join().close());
            gate.acquire().close();
        }
    }

    @Test
    void unsupportedSettingsAreRefusedWithTheReason() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Turnstile.atMost(3).algorithm("queue").participants(16).open())
                .withMessageContaining("between 1 and 15");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Turnstile.atMost(3).algorithm("collored-ticket"))
                .withMessageContaining("did you mean 'colored-ticket'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Turnstile.atMost(3).participants(0))
                .withMessageContaining("at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Turnstile.atMost(3).growableTo(2))
                .withMessageContaining("growableTo must be at least the limit (3), not 2");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> Turnstile.atMost(3).algorithm(null))
                .withMessageContaining("must not be null");
    }

    @Test
    void fixedAlgorithmGrowsAsFarAsItWasOpenedFor() {
        try (Turnstile gate = Turnstile.atMost(1)
                .named("small")
                .algorithm("colored-ticket")
                .growableTo(2)
                .open()) {
            gate.limit(2);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> gate.limit(3))
                    .withMessageContaining("opened to grow to 2; open it with growableTo(3)");
            assertThat(gate.limit()).isEqualTo(2);
        }
    }

    @Test
    void waitersThatGiveUpAtTheEndLeaveTheLine() {
        try (Turnstile gate = Turnstile.atMost(1).open()) {
            Permit inside = gate.acquireUninterruptibly();
            CompletableFuture<Permit> first = gate.acquireAsync();
            for (int i = 0; i < 1_000; i++) {
                gate.acquireAsync().cancel(false);
            }
            Line line = ((ThreadTurnstile) gate).line();
            assertThat(line.length())
                    .as("only the waiter: the callers that gave up were last in line")
                    .isEqualTo(1);
            inside.close();
            first.join().close();
            assertThat(line.length()).isZero();
            gate.acquireUninterruptibly().close();
        }
    }

    @Test
    void waitersThatGiveUpAtTheEndOfTheLineTakeBackTheirTickets() throws InterruptedException {
        int all = 1 << 20;
        try (Turnstile gate = Turnstile.atMost(all).open()) {
            Permit inside = gate.acquire();
            CompletableFuture<Permit> patient = gate.acquireAsync(all);
            for (int i = 0; i < 3_000; i++) {
                gate.acquireAsync(all).cancel(false);
            }
            assertThat(((ThreadTurnstile) gate).line().length()).isEqualTo(1);
            inside.close();
            patient.join().close();
        }
    }

    @Test
    void waitersThatGiveUpInAnyOrderAreMergedIntoOneEntry() {
        try (Turnstile gate = Turnstile.atMost(1).open()) {
            Permit inside = gate.acquireUninterruptibly();
            CompletableFuture<Permit> first = gate.acquireAsync();
            List<CompletableFuture<Permit>> behind = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                behind.add(gate.acquireAsync());
            }
            CompletableFuture<Permit> last = gate.acquireAsync();
            for (int i = 0; i < 100; i += 2) {
                behind.get(i).cancel(false);
            }
            for (int i = 99; i > 0; i -= 2) {
                behind.get(i).cancel(false);
            }
            Line line = ((ThreadTurnstile) gate).line();
            assertThat(line.length()).as("a waiter, all that gave up, a waiter").isEqualTo(3);
            inside.close();
            first.join().close();
            last.join().close();
            assertThat(line.length()).isZero();
        }
    }

    @Test
    void slotIsNotAssignedAfterTheClose() {
        try (Turnstile gate = Turnstile.atMost(1).named("late").open()) {
            Permit permit = gate.acquireUninterruptibly();
            permit.close();
            assertThatIllegalStateException()
                    .isThrownBy(permit::slot)
                    .withMessageContaining("'late' was closed before");
        }
    }

    @Test
    void saysWhatItIs() {
        try (Turnstile gate = Turnstile.atMost(2).named("render").open()) {
            assertThat(gate).hasToString("Turnstile['render', at most 2, numbered-ticket]");
            try (Permit permit = gate.acquireUninterruptibly(2)) {
                assertThat(permit).hasToString("Permit[render, units=2, held]");
            }
        }
    }
}
