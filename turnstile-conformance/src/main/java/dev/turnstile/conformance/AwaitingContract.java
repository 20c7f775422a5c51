package dev.turnstile.conformance;

import static dev.turnstile.conformance.StoreFixture.applied;
import static dev.turnstile.conformance.StoreFixture.assertSame;
import static dev.turnstile.conformance.StoreFixture.number;
import static dev.turnstile.conformance.StoreFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.turnstile.driver.store.NextValue;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.Versioned;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The guarantees about waiting for a change. */
@SuppressWarnings("FutureReturnValueIgnored") // the crowd checks all its futures
interface AwaitingContract extends StoreFixture {
    private Future<Void> startAwait(Register register, Versioned seen) {
        return crowd().start(() -> {
            while (register.read().isSame(seen)) {
                register.await(seen, LONG);
            }
            return null;
        });
    }

    @Test
    default void awaitReturnsAtOnceIfTheVersionIsAnother() throws Exception {
        Register register = open().register(anyTurnstile());
        Versioned first = put(register, "first");
        put(register, "second");
        crowd().start(() -> {
            register.await(first, LONG.multipliedBy(2));
            register.await(Versioned.ABSENT, LONG.multipliedBy(2));
            return null;
        });
        crowd().finish();
    }

    @Test
    default void awaitReturnsAtItsTimeout() throws Exception {
        Register register = open().register(anyTurnstile());
        Versioned seen = put(register, "first");
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < Duration.ofMillis(200).toNanos()) {
            register.await(seen, Duration.ofMillis(50)); // may return early
        }
        register.await(seen, Duration.ZERO);
        assertSame(register.read(), seen);
    }

    @Test
    default void twoClientsWakeEachOther() throws Exception {
        int rounds = 20; // each would take a minute without a wake
        String key = anyTurnstile();
        applied(open().register(key).replace(Versioned.ABSENT, number(0)));
        for (int parity = 0; parity < 2; parity++) {
            int mine = parity;
            Register register = open().register(key);
            crowd().start(() -> {
                Versioned seen = register.read();
                while (number(seen) < rounds) {
                    if (number(seen) % 2 == mine) {
                        NextValue next = new NextValue(number(number(seen) + 1).bytes(), true);
                        seen = applied(register.replace(seen, next));
                    } else {
                        register.await(seen, LONG);
                        seen = register.read();
                    }
                }
                return null;
            });
        }
        crowd().finish();
    }

    @Test
    default void awaitNoticesCreationAndDeletion() throws Exception {
        String key = anyBatch();
        Register one = open().register(key);
        Register other = open().register(key);
        Future<Void> untilCreated = startAwait(one, Versioned.ABSENT);
        Versioned created = put(other, "value");
        Crowd.get(untilCreated);
        Future<Void> untilDeleted = startAwait(one, created);
        applied(other.delete(created));
        Crowd.get(untilDeleted);
    }

    @Test
    default void severalThreadsAwaitSeveralValues() throws Exception {
        Store store = open();
        Store other = open();
        List<String> keys = List.of(anyTurnstile(), anyTurnstile(), anySession());
        for (String key : keys) {
            Versioned seen = put(store.register(key), "first");
            startAwait(store.register(key), seen);
            startAwait(store.register(key), seen);
        }
        for (String key : keys) {
            put(other.register(key), "second");
        }
        crowd().finish();
    }

    @Test
    default void awaitIsInterruptible() throws Exception {
        Store store = open();
        Register register = store.register(anyTurnstile());
        Versioned seen = put(register, "first");
        CountDownLatch begun = new CountDownLatch(1);
        Future<Boolean> isInterrupted = crowd().start(() -> {
            begun.countDown();
            return Fixture.isInterrupted(() -> {
                while (true) {
                    awaitUnchecked(register, seen);
                }
            });
        });
        begun.await();
        crowd().lastStarted().interrupt();
        assertThat(Crowd.get(isInterrupted)).isTrue();
        assertSame(register.read(), seen);
    }

    private static void awaitUnchecked(Register register, Versioned seen) throws InterruptedException {
        try {
            register.await(seen, LONG);
        } catch (StoreException e) {
            throw new AssertionError("the store did not answer", e);
        }
    }

    @Test
    default void closeEndsAwait() throws Exception {
        Store store = open();
        Register register = store.register(anyTurnstile());
        Versioned seen = put(register, "first");
        CountDownLatch begun = new CountDownLatch(1);
        Future<Void> waiter = crowd().start(() -> {
            begun.countDown();
            assertThatExceptionOfType(StoreException.class).isThrownBy(() -> {
                while (true) {
                    register.await(seen, LONG);
                }
            });
            return null;
        });
        begun.await();
        store.close();
        Crowd.get(waiter);
    }
}
