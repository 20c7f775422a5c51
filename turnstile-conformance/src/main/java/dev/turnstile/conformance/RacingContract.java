package dev.turnstile.conformance;

import static dev.turnstile.conformance.StoreFixture.applied;
import static dev.turnstile.conformance.StoreFixture.assertConflict;
import static dev.turnstile.conformance.StoreFixture.assertSame;
import static dev.turnstile.conformance.StoreFixture.next;
import static dev.turnstile.conformance.StoreFixture.number;
import static dev.turnstile.conformance.StoreFixture.put;
import static dev.turnstile.conformance.StoreFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.conformance.StoreTest.Need;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.Versioned;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The guarantees about several clients and threads. */
@SuppressWarnings("FutureReturnValueIgnored") // the crowd checks all its futures
interface RacingContract extends StoreFixture {
    @Test
    default void oneOfManyRacersCreatesAValue() throws StoreException {
        List<Store> stores = List.of(open(), open());
        for (String prefix : List.of("t/gate-", "s/")) {
            String key = prefix + anyId();
            assertOneWins(stores, key, Versioned.ABSENT);
        }
    }

    @Test
    default void oneOfManyRacersReplacesAValue() throws StoreException {
        List<Store> stores = List.of(open(), open());
        String key = anyTurnstile();
        Versioned seen = put(stores.get(0).register(key), "first");
        for (int round = 0; round < 5; round++) {
            seen = assertOneWins(stores, key, seen);
        }
    }

    /** Lets all racers replace the value seen. Returns the winner's. */
    private Versioned assertOneWins(List<Store> stores, String key, Versioned seen) throws StoreException {
        List<Versioned> winners = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        for (int i = 0; i < RACERS; i++) {
            Register register = stores.get(i % stores.size()).register(key);
            String text = "racer " + i;
            crowd().start(() -> {
                start.await();
                Replaced answer = register.replace(seen, next(text));
                if (answer instanceof Replaced.Applied(Versioned now)) {
                    assertThat(text(now)).isEqualTo(text);
                    synchronized (winners) {
                        winners.add(now);
                    }
                } else {
                    assertConflict(answer);
                }
                return null;
            });
        }
        start.countDown();
        crowd().finish();
        assertThat(winners).hasSize(1);
        assertSame(stores.get(0).register(key).read(), winners.get(0));
        return winners.get(0);
    }

    @Test
    default void oneOfManyRacersDeletesAValue() throws StoreException {
        String key = anyBatch();
        List<Store> stores = List.of(open(), open());
        Versioned seen = put(stores.get(0).register(key), "first");
        AtomicInteger winners = new AtomicInteger();
        for (int i = 0; i < RACERS; i++) {
            Register register = stores.get(i % 2).register(key);
            crowd().start(() -> {
                Replaced answer = register.delete(seen);
                if (answer instanceof Replaced.Applied) {
                    winners.incrementAndGet();
                } else {
                    assertConflict(answer);
                }
                return null;
            });
        }
        crowd().finish();
        assertThat(winners).hasValue(1);
    }

    @Test
    default void noUpdateOfManyThreadsIsLost() throws StoreException {
        int each = 25;
        String key = anyTurnstile();
        List<Store> stores = List.of(open(), open());
        applied(stores.get(0).register(key).replace(Versioned.ABSENT, number(0)));
        for (int i = 0; i < RACERS; i++) {
            Register register = stores.get(i % 2).register(key);
            crowd().start(() -> {
                for (int j = 0; j < each; j++) {
                    count(register);
                }
                return null;
            });
        }
        crowd().finish();
        assertThat(number(stores.get(1).register(key).read())).isEqualTo((long) RACERS * each);
    }

    private static void count(Register register) throws StoreException {
        Replaced answer = new Replaced.Conflict();
        while (!(answer instanceof Replaced.Applied)) {
            assertConflict(answer);
            Versioned seen = register.read();
            answer = register.replace(seen, number(number(seen) + 1));
        }
    }

    @Test
    default void everyAnswerIsReadByAllThreadsOfItsClient() throws StoreException {
        String key = anyTurnstile();
        Store store = open();
        Versioned seen = Versioned.ABSENT;
        for (int i = 0; i < 20; i++) {
            Versioned written = applied(store.register(key).replace(seen, number(i)));
            Versioned readByOther =
                    Crowd.get(crowd().start(() -> store.register(key).read()));
            assertSame(readByOther, written);
            assertSame(store.readAll(List.of(key)).get(key), written);
            seen = written;
        }
    }

    @StoreTest(Need.QUEUES)
    default void clientsThatUpdateQueue() throws StoreException {
        int each = 25;
        String key = anyTurnstile();
        List<Store> stores = List.of(open(), open());
        applied(stores.get(0).register(key).replace(Versioned.ABSENT, number(0)));
        for (int i = 0; i < RACERS; i++) {
            Register register = stores.get(i % 2).register(key);
            crowd().start(() -> {
                for (int j = 0; j < each; j++) {
                    applied(register.update(value -> number(number(value) + 1)));
                }
                return null;
            });
        }
        crowd().finish();
        assertThat(number(stores.get(1).register(key).read())).isEqualTo((long) RACERS * each);
    }

    @StoreTest(Need.QUEUES)
    default void anUpdateCreatesAnAbsentValue() throws StoreException {
        Register register = open().register(anyTurnstile());
        Versioned written = applied(register.update(value -> next(value.isAbsent() ? "created" : "replaced")));
        assertThat(text(written)).isEqualTo("created");
        assertSame(register.read(), written);
    }

    @StoreTest(Need.QUEUES)
    default void anUpdateRunsItsFunctionOnTheThreadOfItsCaller() throws StoreException {
        Register register = open().register(anyTurnstile());
        put(register, "first");
        Thread caller = Thread.currentThread();
        applied(register.update(value -> {
            assertThat(Thread.currentThread()).isSameAs(caller);
            return next("second");
        }));
    }

    @StoreTest(Need.QUEUES)
    default void anUpdateWhoseFunctionThrowsChangesNothing() throws StoreException {
        Register register = open().register(anyTurnstile());
        Versioned written = put(register, "first");
        assertThatIllegalStateException()
                .isThrownBy(() -> register.update(value -> {
                    throw new IllegalStateException("no next value");
                }))
                .withMessage("no next value");
        assertSame(register.read(), written);
        put(open().register(anyTurnstile()), "a lock that was left would end here");
        applied(register.update(value -> next("second")));
    }
}
