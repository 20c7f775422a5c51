package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.store.WhenSilent;
import dev.turnstile.driver.store.NextValue;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreDriver;
import dev.turnstile.testing.Seed;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several sessions on one store in which calls conflict, are slow, get no answer, or are undone. */
@Timeout(60)
final class StoreFaultsTest {
    private static final Duration LEASE = Duration.ofSeconds(2);

    private final Crowd crowd = new Crowd();
    private final FaultyStore store = FaultyStore.over(MemoryStore.create(), Seed.of("StoreFaultsTest"));

    @AfterEach
    void end() {
        store.heal();
        crowd.close();
        driver("here").endSessions(); // of all nodes
    }

    private StoreDriver driver(String node) {
        return StoreDriver.on(store).lease(LEASE).node(node);
    }

    private Turnstile open(String node, int limit) {
        return Turnstile.atMost(limit).named("gate").open(driver(node));
    }

    private Snapshot now() {
        return driver("observer").operator().snapshot("gate").orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(FaultyStore.Fault.class)
    void requestEntersOnceAndLeavesOnce(FaultyStore.Fault fault) throws InterruptedException {
        try (Turnstile gate = open("here", 3)) {
            store.next(fault, fault);
            Permit permit = gate.acquire(2);
            assertThat(now().holders()).hasSize(1);
            assertThat(now().held()).isEqualTo(2);
            store.next(fault, fault);
            permit.close();
            assertThat(now().holders()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(FaultyStore.Fault.class)
    void partsOfAPermitAreReleasedOnce(FaultyStore.Fault fault) throws InterruptedException {
        try (Turnstile gate = open("here", 5)) {
            gate.asSemaphore().acquire(5);
            store.next(fault, fault);
            gate.asSemaphore().release(2);
            assertThat(now().held()).isEqualTo(3);
            store.next(fault);
            gate.asSemaphore().release(3);
            assertThat(now().held()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(FaultyStore.Fault.class)
    void waiterThatGivesUpLeavesNothingBehind(FaultyStore.Fault fault) throws InterruptedException {
        try (Turnstile gate = open("here", 1);
                Turnstile elsewhere = open("elsewhere", 1)) {
            Permit inside = elsewhere.acquire();
            store.next(fault); // when it takes its place in line
            Future<Optional<Permit>> waiting = crowd.start(() -> gate.tryAcquire(1, Duration.ofMillis(300)));
            Crowd.untilWaiting(gate, 1);
            store.next(fault); // when it gives up its place
            assertThat(Crowd.get(waiting)).isEmpty();
            inside.close();
            Crowd.until(() -> now().holders().isEmpty() && now().waiters().isEmpty(), "nothing is left");
        }
    }

    @Test
    void conflictingProcessesNeverExceedTheLimit() throws InterruptedException {
        store.often(5, FaultyStore.Fault.values());
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        for (int process = 0; process < 4; process++) {
            Turnstile gate = open("node" + process, 2);
            crowd.start(() -> {
                for (int round = 0; round < 30; round++) {
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
        assertThat(store.faults()).isPositive();
        store.heal();
        Crowd.until(() -> now().holders().isEmpty(), "all have left");
    }

    @Test
    void outageLongerThanTheLeaseLosesPermitsAndTellsTheHolder() throws InterruptedException {
        CountDownLatch doubted = new CountDownLatch(1);
        CountDownLatch lost = new CountDownLatch(1);
        try (Turnstile gate = open("here", 1)) {
            Permit permit = gate.acquire();
            permit.onDoubt(doubted::countDown);
            permit.onLost(lost::countDown);
            assertThat(permit.deadline()).isPresent();
            store.beginOutage();
            assertThat(doubted.await(30, TimeUnit.SECONDS))
                    .as("told of the doubt")
                    .isTrue();
            assertThat(lost.await(30, TimeUnit.SECONDS)).as("told of the loss").isTrue();
            assertThat(permit.isHeld()).isFalse();
            store.endOutage();
            Crowd.until(() -> now().holders().isEmpty(), "the entry of the lost permit is removed");
            assertThat(permit.isHeld()).as("lost is lost").isFalse();
            assertThatExceptionOfType(PermitLostException.class).isThrownBy(permit::close);
            gate.acquire().close();
        }
    }

    @Test
    void callsEndDuringAnOutage() throws InterruptedException {
        try (Turnstile gate = open("here", 2)) {
            Permit permit = gate.acquire();
            store.beginOutage();
            long begun = System.nanoTime();
            assertThat(gate.tryAcquire(Duration.ofMillis(100))).isEmpty();
            permit.close();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(LEASE);
            Future<Permit> waiting = crowd.start(() -> gate.acquire());
            store.endOutage();
            Crowd.get(waiting).close();
            Crowd.until(() -> now().holders().isEmpty(), "what was closed is given back");
        }
    }

    @Test
    void windowKeepsItsHoldersThroughAnOutage() throws InterruptedException {
        StoreDriver here = driver("here");
        try (Turnstile gate = Turnstile.between(1, 2).named("window").open(here);
                Turnstile watching = Turnstile.atMost(1).named("gate").open(here)) {
            Permit permit = gate.acquire();
            CountDownLatch lost = new CountDownLatch(1);
            watching.acquire().onLost(lost::countDown);
            store.beginOutage();
            assertThat(lost.await(30, TimeUnit.SECONDS))
                    .as("the outage outlasts a lease")
                    .isTrue();
            assertThat(permit.isHeld()).isTrue();
            assertThat(permit.deadline()).isEmpty();
            store.endOutage();
            gate.acquire();
            permit.close();
        }
    }

    @Test
    void storeThatLosesAcknowledgedChangesIsRefused() throws Exception {
        try (Turnstile gate = open("here", 3)) {
            gate.acquire().close();
            Map<String, byte[]> backup = store.backup();
            Permit permit = gate.acquire();
            store.rollBack(backup);
            assertThatExceptionOfType(TurnstileUnusableException.class)
                    .isThrownBy(() -> {
                        gate.acquire();
                        gate.acquire();
                    })
                    .withMessageContaining("--after-restore");
            assertThat(permit.isHeld()).isFalse();
        }
        driver("operator").operator().raiseFences();
        driver("here").endSessions();
        try (Turnstile gate = open("later", 3);
                Permit permit = gate.acquire()) {
            assertThat(permit.fence()).isGreaterThan(1L << 32);
        }
    }

    @Test
    void otherSettingsAndDamagedValuesAreRefused() throws Exception {
        try (Turnstile gate = open("here", 3)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> open("elsewhere", 2))
                    .withMessageContaining("allows at most 3, but at most 2 was requested");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Turnstile.atMost(3)
                            .named(gate.name())
                            .open(driver("elsewhere").whenSilent(WhenSilent.KEEPS_PLACE)))
                    .withMessageContainingAll("LOSES_PLACE", "KEEPS_PLACE");
        }
        try (Store direct = store.open(LEASE)) {
            Register register = direct.register("t/gate");
            byte[] newer = register.read().value().clone();
            newer[5] = 2; // the format
            register.replace(register.read(), new NextValue(newer, true));
            assertThatExceptionOfType(TurnstileUnusableException.class)
                    .isThrownBy(() -> open("elsewhere", 3))
                    .withMessageContainingAll("format 2", "format 1");
            byte[] damaged = newer.clone();
            damaged[5] = 1;
            damaged[20] ^= 1;
            register.replace(register.read(), new NextValue(damaged, true));
            assertThatExceptionOfType(TurnstileUnusableException.class)
                    .isThrownBy(() -> open("elsewhere", 3))
                    .withMessageContainingAll("checksum", "doctor");
        }
    }
}
