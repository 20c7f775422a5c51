package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerMove;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.algorithm.store.Incidents;
import dev.turnstile.algorithm.store.SessionRecord;
import dev.turnstile.algorithm.store.StoredLedger;
import dev.turnstile.driver.store.NextValue;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreDriver;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.Versioned;
import dev.turnstile.testing.Seed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Goal: operators see what goes wrong between machines. Method: make it go wrong, and look from elsewhere. */
@Timeout(60)
final class StoreIncidentsTest {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration SLACK = Duration.ofMillis(500); // for threads that get no processor in time
    private static final int STRAY = 1 << 20; // the number of a request that no caller has made

    private final Crowd crowd = new Crowd();
    private final MemoryStore memory = MemoryStore.create();
    private final FaultyStore far = FaultyStore.over(memory, Seed.of("StoreIncidentsTest"));

    @AfterEach
    void end() {
        far.heal();
        crowd.close();
        here().endSessions();
        there().endSessions();
    }

    private StoreDriver here() {
        return StoreDriver.on(memory).lease(LEASE).node("here").as("render");
    }

    private StoreDriver there() {
        return StoreDriver.on(far).lease(LEASE).node("there").as("deploy");
    }

    private static Turnstile open(StoreDriver driver) {
        return Turnstile.atMost(2).named("gate").open(driver);
    }

    /** Returns the record of the session of a node, as every machine sees it. */
    private SessionRecord session(String node) {
        return here().operator().sessions().values().stream()
                .filter(record -> record.host().equals(node))
                .findFirst()
                .orElseThrow();
    }

    private void change(Consumer<Ledger> edit) throws StoreException {
        try (Store store = memory.open(LEASE)) {
            Register register = store.register("t/gate");
            boolean isDone = false;
            while (!isDone) {
                Versioned seen = register.read();
                Ledger ledger = new Ledger(StoredLedger.ENTRIES_MAX);
                StoredLedger.Draft draft = new StoredLedger.Draft(StoredLedger.of(seen.value()), ledger);
                edit.accept(ledger);
                isDone = register.replace(seen, new NextValue(draft.next().bytes(), true)) instanceof Replaced.Applied;
            }
        }
    }

    @Test
    void conflictsAndUnknownOutcomesAreCountedAndShownInTheRecord() throws InterruptedException {
        try (Turnstile gate = open(there())) {
            gate.acquire().close();
            assertThat(there().incidents()).isEqualTo(Incidents.NONE);
            far.often(100, FaultyStore.Fault.CONFLICT);
            Future<Permit> conflicting = crowd.start(() -> gate.acquire());
            Crowd.until(() -> there().incidents().conflicts() > 0, "conflicts are counted");
            far.heal();
            Crowd.get(conflicting).close();
            far.next(FaultyStore.Fault.LOST_ANSWER);
            gate.acquire().close();
            assertThat(there().incidents().unknowns()).isPositive();
            Incidents now = there().incidents();
            Crowd.until(() -> session("there").incidents().equals(now), "the record shows them");
            assertThat(here().incidents()).as("of another store").isEqualTo(Incidents.NONE);
        }
    }

    @Test
    void snapshotSaysHowLongTheStoreHasBeenSilent() throws InterruptedException {
        try (Turnstile gate = open(there())) {
            Permit permit = gate.acquire();
            assertThat(gate.snapshot().storeSilent()).isEmpty();
            far.beginOutage();
            Duration first = gate.snapshot().storeSilent().orElseThrow();
            Crowd.until(
                    () -> gate.snapshot().storeSilent().orElseThrow().compareTo(LEASE) > 0,
                    "the silence lasts longer than a lease");
            assertThat(first).isLessThan(LEASE);
            Snapshot silent = gate.snapshot();
            assertThat(silent.held()).as("held when it last answered").isEqualTo(1);
            assertThat(silent.holders().getFirst().owner().orElseThrow().life()).isEqualTo(Snapshot.Life.SILENT);
            far.endOutage();
            assertThat(gate.snapshot().storeSilent()).isEmpty();
            assertThat(permit.isHeld()).isFalse();
        }
    }

    @Test
    void snapshotOfATurnstileInNoStoreSaysNothingOfSilence() {
        try (Turnstile gate = Turnstile.atMost(1).open()) {
            assertThat(gate.snapshot().storeSilent()).isEmpty();
        }
    }

    @Test
    void outageIsCountedAndTheDeadlineOfALostPermitStaysWhereItWas() throws Exception {
        CountDownLatch lost = new CountDownLatch(1);
        try (Turnstile gate = open(there())) {
            Permit permit = gate.acquire();
            permit.onLost(lost::countDown);
            far.beginOutage();
            assertThat(lost.await(30, TimeUnit.SECONDS)).as("told of the loss").isTrue();
            Instant deadline = permit.deadline().orElseThrow();
            assertThat(deadline).isBeforeOrEqualTo(Instant.now());
            far.endOutage();
            try (Permit next = gate.acquire()) {
                assertThat(next.deadline().orElseThrow()).isAfter(Instant.now());
                assertThat(permit.deadline()).contains(deadline);
            }
            assertThatExceptionOfType(PermitLostException.class).isThrownBy(permit::close);
            assertThat(permit.deadline()).contains(deadline);
            assertThat(there().incidents().doubts()).isPositive();
            assertThat(there().incidents().lapses()).isPositive();
            assertThat(there().incidents().losses()).as("found by an audit").isZero();
        }
    }

    @Test
    void sessionThatWasDeclaredDeadNamesItsKiller() throws InterruptedException {
        try (Turnstile gate = open(there());
                Turnstile near = open(here())) {
            gate.acquire(2);
            SessionRecord before = session("there");
            far.beginOutage();
            Instant begun = Instant.now().minusMillis(1);
            near.acquire().close();
            SessionRecord dead = session("there");
            assertThat(dead.status()).isEqualTo(SessionRecord.Status.DEAD);
            assertThat(dead.owner()).isEqualTo(before.owner());
            assertThat(dead.beats()).isGreaterThan(before.beats());
            SessionRecord.Ending ending = dead.ending().orElseThrow();
            assertThat(ending.cause()).isEqualTo(SessionRecord.Cause.SILENCE);
            assertThat(ending.by()).isEqualTo(session("here").owner());
            assertThat(Instant.ofEpochMilli(ending.at())).isBetween(begun, Instant.now());
            assertThat(here().incidents().kills()).isEqualTo(1);
        }
    }

    @Test
    void sessionThatAnOperatorEndedNamesTheOperator() throws InterruptedException {
        try (Turnstile gate = open(there());
                Turnstile near = open(here())) {
            Permit permit = gate.acquire(2);
            far.beginOutage();
            here().as("operator").operator().force("gate", permit.fence());
            SessionRecord.Ending ending = session("there").ending().orElseThrow();
            assertThat(session("there").status()).isEqualTo(SessionRecord.Status.REVOKED);
            assertThat(ending.cause()).isEqualTo(SessionRecord.Cause.FORCE);
            assertThat(ending.by().program()).isEqualTo("operator");
            near.acquire().close();
            assertThat(session("there").status()).isEqualTo(SessionRecord.Status.DEAD);
            assertThat(session("there").ending()).contains(ending);
        }
    }

    @Test
    void entryThatNoCallerKnowsIsRemovedAndCountedOnce() throws Exception {
        try (Turnstile gate = open(here())) {
            Permit permit = gate.acquire();
            change(ledger -> ledger.make(new LedgerMove(
                    LedgerMove.Kind.ENTER, RequestWord.of(RequestWord.member(ledger.who(0)), STRAY, 0, 1), 0, 0)));
            Crowd.until(() -> here().incidents().strays() == 1, "the stray is counted");
            Crowd.until(() -> gate.snapshot().holders().size() == 1, "the stray is removed");
            assertThat(permit.isHeld()).isTrue();
            permit.close();
            assertThat(here().incidents().strays()).isEqualTo(1);
        }
    }

    @Test
    void permitWhoseEntryIsGoneIsLostAndCounted() throws Exception {
        try (Turnstile gate = open(here())) {
            Permit permit = gate.acquire();
            change(ledger -> ledger.expel(ledger.who(0)));
            Crowd.until(() -> !permit.isHeld(), "the audit finds that it is lost");
            assertThat(here().incidents().losses()).isEqualTo(1);
            assertThat(permit.deadline().orElseThrow()).isBeforeOrEqualTo(Instant.now());
            assertThatExceptionOfType(PermitLostException.class).isThrownBy(permit::close);
            assertThat(here().incidents().lapses()).isZero();
            Optional<Permit> next = gate.tryAcquire();
            assertThat(next).isPresent();
            next.orElseThrow().close();
        }
    }

    @Test
    void closeEndsWithinAThirdOfALeaseAlsoIfTheStoreHasJustFallenSilent() throws InterruptedException {
        Turnstile gate = open(there().lease(LEASE.multipliedBy(3)));
        Permit permit = gate.acquire();
        long inside = System.nanoTime();
        Crowd.until(
                () -> System.nanoTime() - inside > TimeUnit.MILLISECONDS.toNanos(100),
                "the clerk will look for batches of others first, which is one call more");
        far.beginSilence();
        Duration leaving = took(permit::close);
        Duration closing = took(gate::close);
        far.endOutage();
        assertThat(leaving).isBetween(LEASE.dividedBy(2), LEASE.plus(SLACK));
        assertThat(closing).isLessThan(LEASE.plus(SLACK));
        Crowd.until(
                () -> here().operator().snapshot("gate").orElseThrow().holders().isEmpty(), "the place is given back");
    }

    private static Duration took(Runnable action) {
        long begun = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - begun);
    }
}
