package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.driver.store.NextValue;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.Versioned;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** What the parts of the contract share. */
interface StoreFixture {
    Duration CALL = Duration.ofSeconds(10);
    Duration LONG = Duration.ofSeconds(60);
    int RACERS = 8;

    /** Opens the store once more, until the test is over. */
    Store open(Duration callTimeout) throws StoreException;

    /** Begins a guarded transaction. */
    AutoCloseable guard(String session) throws Exception;

    /** Returns the server, if a test can stop it. */
    Optional<StoreContract.Server> server();

    /** Returns the threads of the test. */
    Crowd crowd();

    /** Returns 32 hexadecimal digits that no other test uses. */
    String anyId();

    default Store open() throws StoreException {
        return open(CALL);
    }

    default String anyTurnstile() {
        return "t/gate-" + anyId();
    }

    default String anySession() {
        return "s/" + anyId();
    }

    default String anyBatch() {
        return "q/gate/" + anyId();
    }

    static NextValue next(String text) {
        return new NextValue(text.getBytes(StandardCharsets.UTF_8), true);
    }

    static String text(Versioned value) {
        return new String(value.value(), StandardCharsets.UTF_8);
    }

    static NextValue number(long number) {
        return new NextValue(ByteBuffer.allocate(Long.BYTES).putLong(number).array(), false);
    }

    static long number(Versioned value) {
        return ByteBuffer.wrap(value.value()).getLong();
    }

    /** Replaces what the register holds, and returns the new value. */
    static Versioned put(Register register, String text) throws StoreException {
        return applied(register.replace(register.read(), next(text)));
    }

    static Versioned applied(Replaced answer) {
        assertThat(answer).isInstanceOf(Replaced.Applied.class);
        return ((Replaced.Applied) answer).now();
    }

    static void assertConflict(Replaced answer) {
        assertThat(answer).isEqualTo(new Replaced.Conflict());
    }

    static void assertSame(Versioned actual, Versioned expected) {
        assertThat(actual.isSame(expected)).as("%s is %s", actual, expected).isTrue();
        assertThat(actual.value()).isEqualTo(expected.value());
    }
}
