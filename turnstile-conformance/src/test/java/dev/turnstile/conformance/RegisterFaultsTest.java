package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.ledger.Ledger;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several processes on one register, in which single commits conflict, are slow, or get no answer. */
@Timeout(60)
final class RegisterFaultsTest {
    private final Crowd crowd = new Crowd();
    private final MemoryRegister register = new MemoryRegister();
    private final MemoryRegister.Client client = register.client();
    private final MemoryRegister.Client other = register.client();

    @AfterEach
    void end() {
        crowd.close();
    }

    private static Turnstile open(MemoryRegister.Client on, int limit) {
        return Turnstile.atMost(limit).named("gate").open(on);
    }

    @ParameterizedTest
    @EnumSource(MemoryRegister.Fault.class)
    void requestEntersOnceAndLeavesOnce(MemoryRegister.Fault fault) throws InterruptedException {
        try (Turnstile gate = open(client, 3)) {
            register.next(fault, fault);
            Permit permit = gate.acquire(2);
            assertThat(client.look(Ledger::entries)).isEqualTo(1);
            assertThat(client.look(Ledger::held)).isEqualTo(2);
            register.next(fault, fault);
            permit.close();
            assertThat(client.look(Ledger::entries)).isZero();
        }
        assertThat(register.faults()).isGreaterThanOrEqualTo(fault == MemoryRegister.Fault.NONE ? 0 : 2);
    }

    @ParameterizedTest
    @EnumSource(MemoryRegister.Fault.class)
    void partsOfAPermitAreReleasedOnce(MemoryRegister.Fault fault) throws InterruptedException {
        try (Turnstile gate = open(client, 5)) {
            gate.asSemaphore().acquire(5);
            register.next(fault, fault);
            gate.asSemaphore().release(2);
            assertThat(client.look(Ledger::held)).isEqualTo(3);
            register.next(fault);
            gate.asSemaphore().release(3);
            assertThat(client.look(Ledger::held)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(MemoryRegister.Fault.class)
    void waiterThatGivesUpLeavesNothingBehind(MemoryRegister.Fault fault) throws InterruptedException {
        try (Turnstile gate = open(client, 1);
                Turnstile elsewhere = open(other, 1)) {
            Permit inside = elsewhere.acquire();
            register.next(fault); // when it takes its place in line
            Future<Optional<Permit>> waiting = crowd.start(() -> gate.tryAcquire(1, Duration.ofMillis(100)));
            Crowd.untilWaiting(gate, 1);
            register.next(fault); // when it gives up its place
            assertThat(Crowd.get(waiting)).isEmpty();
            inside.close();
            assertThat(client.look(Ledger::entries)).isZero();
        }
    }

    @Test
    void unitOfACrashedProcessGoesToTheNextInLine() throws InterruptedException {
        try (Turnstile gate = open(client, 1)) {
            Turnstile crashing = open(other, 1);
            crashing.acquire();
            Future<Permit> waiting = crowd.start(() -> gate.acquire());
            Crowd.untilWaiting(gate, 1);
            register.kill(other.self());
            Crowd.get(waiting).close();
            assertThat(client.look(Ledger::entries)).isZero();
        }
    }

    @Test
    void conflictingProcessesNeverExceedTheLimit() throws InterruptedException {
        MemoryRegister bad = new MemoryRegister(7);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        for (int process = 0; process < 4; process++) {
            Turnstile gate = open(bad.client(), 2);
            crowd.start(() -> {
                for (int round = 0; round < 50; round++) {
                    try (Permit permit = gate.acquire()) {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        assertThat(permit.isHeld()).isTrue();
                        inside.decrementAndGet();
                    }
                }
                return null;
            });
        }
        crowd.finish();
        assertThat(most).hasValueBetween(1, 2);
        assertThat(bad.faults()).isPositive();
        assertThat(bad.client().look(Ledger::entries)).isZero();
    }
}
