package dev.turnstile.conformance;

import static dev.turnstile.conformance.StoreFixture.applied;
import static dev.turnstile.conformance.StoreFixture.assertConflict;
import static dev.turnstile.conformance.StoreFixture.assertSame;
import static dev.turnstile.conformance.StoreFixture.next;
import static dev.turnstile.conformance.StoreFixture.put;
import static dev.turnstile.conformance.StoreFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.conformance.StoreTest.Need;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.Versioned;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The guarantees about transactions that a permit guards. */
interface GuardingContract extends StoreFixture {
    private static String sessionOf(String key) {
        return key.substring(2);
    }

    @Test
    default void aSessionIsRetiredAtTheVersionSeen() throws Exception {
        Store store = open();
        Register register = store.register(anySession());
        Versioned first = put(register, "live");
        Versioned second = put(register, "live again");
        assertConflict(register.retire(first, next("dead")));
        assertSame(register.read(), second);
        Versioned last = applied(register.retire(second, next("dead")));
        assertThat(text(last)).isEqualTo("dead");
        assertSame(open().register("s/none").read(), Versioned.ABSENT);
        assertSame(register.read(), last);
        assertConflict(register.retire(second, next("dead")));
        applied(register.delete(last));
    }

    @Test
    default void aSessionWithoutGuardsHasNone() throws Exception {
        Store store = open();
        String key = anySession();
        assertThat(store.hasNoGuards(sessionOf(key))).isTrue();
        put(store.register(key), "live");
        assertThat(store.hasNoGuards(sessionOf(key))).isTrue();
    }

    @StoreTest(Need.GUARDS)
    default void aSessionIsRetiredAfterItsGuardedTransaction() throws Exception {
        Store store = open();
        String key = anySession();
        Versioned live = put(store.register(key), "live");
        AutoCloseable transaction = guard(sessionOf(key));
        Future<Replaced> retiring = crowd().start(() -> open(LONG).register(key).retire(live, next("dead")));
        assertSame(store.register(key).read(), live);
        Versioned beat = applied(store.register(key).replace(live, next("a heartbeat does not wait")));
        transaction.close();
        assertConflict(Crowd.get(retiring));
        assertSame(store.register(key).read(), beat);
        applied(store.register(key).retire(beat, next("dead")));
    }

    @StoreTest(Need.GUARDS)
    default void aGuardedSessionIsNotRetired() throws Exception {
        Store store = open(Duration.ofSeconds(2));
        String key = anySession();
        Versioned live = put(store.register(key), "live");
        try (AutoCloseable transaction = guard(sessionOf(key))) {
            assertThat(transaction).isNotNull();
            assertThat(store.register(key).retire(live, next("dead"))).isNotInstanceOf(Replaced.Applied.class);
            assertSame(store.register(key).read(), live);
            assertThat(store.hasNoGuards(sessionOf(key))).isFalse();
            assertThat(store.hasNoGuards(anyId())).isTrue();
        }
        assertThat(store.hasNoGuards(sessionOf(key))).isTrue();
    }

    @StoreTest(Need.GUARDS)
    default void noTransactionOfARetiredSessionIsGuarded() throws Exception {
        Store store = open();
        String key = anySession();
        Versioned live = put(store.register(key), "live");
        guard(sessionOf(key)).close();
        applied(store.register(key).retire(live, next("dead")));
        assertThatIllegalStateException().isThrownBy(() -> guard(sessionOf(key)));
    }

    @StoreTest(Need.GUARDS)
    default void aSessionThatWasNotRetiredKeepsItsGuard() throws Exception {
        Store store = open();
        String key = anySession();
        Versioned live = put(store.register(key), "live");
        put(store.register(key), "live again");
        assertConflict(store.register(key).retire(live, next("dead")));
        assertConflict(store.register(key).replace(Versioned.ABSENT, next("new")));
        guard(sessionOf(key)).close();
    }
}
