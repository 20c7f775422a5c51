package dev.turnstile.conformance;

import static dev.turnstile.conformance.StoreFixture.applied;
import static dev.turnstile.conformance.StoreFixture.assertSame;
import static dev.turnstile.conformance.StoreFixture.next;
import static dev.turnstile.conformance.StoreFixture.put;
import static dev.turnstile.conformance.StoreFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.turnstile.conformance.StoreTest.Need;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.Versioned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;

/** The guarantees about a server that stops, or does not answer. */
interface OutageContract extends StoreFixture {
    /** The limit of a call here. */
    Duration SHORT_CALL = Duration.ofSeconds(1);

    /** What a busy machine may add to it. */
    Duration SLACK = Duration.ofSeconds(4);

    private StoreContract.Server aServer() {
        return server().orElseThrow();
    }

    /** Calls all methods, which fail within their limit. */
    private static void assertNoAnswer(Store store, Register register, Versioned seen) {
        endsInTime(() -> assertThatExceptionOfType(StoreException.class).isThrownBy(register::read));
        endsInTime(() -> assertThat(register.replace(seen, next("lost"))).isInstanceOf(Replaced.Unknown.class));
        endsInTime(() -> assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.keys("t/")));
        endsInTime(() -> assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.hasNoGuards("0")));
        endsInTime(() -> assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> register.await(seen, Duration.ofSeconds(1))));
    }

    private static void endsInTime(Runnable call) {
        long begun = System.nanoTime();
        call.run();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SHORT_CALL.plus(SLACK));
    }

    /** Calls until there is an answer, as a driver does. */
    private static Versioned readAgain(Register register) {
        List<Versioned> read = new ArrayList<>();
        Crowd.until(
                () -> {
                    try {
                        read.add(register.read());
                    } catch (StoreException e) {
                        return false;
                    }
                    return true;
                },
                "an answer");
        return read.get(0);
    }

    @StoreTest(Need.SERVER)
    default void callsToAStoppedServerFailAndTheStoreRecovers() throws Exception {
        Store store = open(SHORT_CALL);
        Register register = store.register(anyTurnstile());
        Register session = store.register(anySession());
        Versioned seen = put(register, "first");
        put(session, "live");
        aServer().stop();
        try {
            assertNoAnswer(store, register, seen);
            endsInTime(() -> assertThat(session.replace(seen, next("lost"))).isInstanceOf(Replaced.Unknown.class));
            assertThatExceptionOfType(StoreException.class).isThrownBy(() -> open(SHORT_CALL));
        } finally {
            aServer().start();
        }
        assertThat(text(readAgain(session))).isEqualTo("live");
        assertSame(readAgain(register), seen);
        assertThat(text(put(register, "second"))).isEqualTo("second");
    }

    @StoreTest(Need.SERVER)
    default void callsToASilentServerEndWithinTheirLimit() throws Exception {
        Store store = open(SHORT_CALL);
        Register register = store.register(anyTurnstile());
        Versioned seen = put(register, "first");
        aServer().silence();
        try {
            assertNoAnswer(store, register, seen);
            endsInTime(() -> assertThatExceptionOfType(StoreException.class).isThrownBy(() -> open(SHORT_CALL)));
        } finally {
            aServer().restore();
        }
        readAgain(register);
        assertThat(text(put(register, "second"))).isEqualTo("second");
        assertThat(store.keys("t/")).isNotEmpty();
    }

    @StoreTest(Need.SERVER)
    default void aSilentServerDoesNotHoldUpClose() throws Exception {
        Store store = open(SHORT_CALL);
        Register register = store.register(anyTurnstile());
        Versioned seen = put(register, "first");
        aServer().silence();
        try {
            Future<Replaced> call = crowd().start(() -> register.replace(seen, next("lost")));
            endsInTime(store::close);
            assertThat(Crowd.get(call)).isInstanceOf(Replaced.Unknown.class);
        } finally {
            aServer().restore();
        }
    }

    @StoreTest(Need.SERVER)
    default void awaitWorksAgainAfterTheServerDoes() throws Exception {
        String key = anyTurnstile();
        Store store = open(SHORT_CALL);
        Register register = store.register(key);
        Versioned seen = put(register, "first");
        register.await(seen, Duration.ofMillis(1));
        aServer().stop();
        aServer().start();
        Future<Void> waiter = crowd().start(() -> {
            Versioned now = readAgain(register);
            while (now.isSame(seen)) {
                try {
                    register.await(seen, LONG);
                } catch (StoreException e) {
                    assertThat(e).isNotNull(); // and once more
                }
                now = readAgain(register);
            }
            return null;
        });
        Register other = open().register(key);
        applied(other.replace(seen, next("second")));
        Crowd.get(waiter);
    }
}
