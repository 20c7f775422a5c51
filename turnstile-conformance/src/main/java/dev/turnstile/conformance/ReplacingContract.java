package dev.turnstile.conformance;

import static dev.turnstile.conformance.StoreFixture.applied;
import static dev.turnstile.conformance.StoreFixture.assertConflict;
import static dev.turnstile.conformance.StoreFixture.assertSame;
import static dev.turnstile.conformance.StoreFixture.next;
import static dev.turnstile.conformance.StoreFixture.put;
import static dev.turnstile.conformance.StoreFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.driver.store.NextValue;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.Versioned;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The guarantees about one value and one client at a time. */
interface ReplacingContract extends StoreFixture {
    @Test
    default void aValueThatWasNeverWrittenIsAbsent() throws StoreException {
        assertThat(open().register(anyTurnstile()).read().isAbsent()).isTrue();
    }

    @Test
    default void aValueIsCreatedReplacedAndReadByEveryClient() throws StoreException {
        String key = anyTurnstile();
        Register one = open().register(key);
        Register other = open().register(key);
        Versioned first = applied(one.replace(Versioned.ABSENT, next("first")));
        assertThat(text(first)).isEqualTo("first");
        assertSame(one.read(), first);
        assertSame(other.read(), first);
        Versioned second = applied(other.replace(first, next("second")));
        assertThat(second.isSame(first)).isFalse();
        assertSame(one.read(), second);
        assertSame(other.read(), second);
    }

    @Test
    default void aReplaceOfAnOldVersionConflictsAndChangesNothing() throws StoreException {
        Register register = open().register(anyTurnstile());
        Versioned first = put(register, "first");
        Versioned second = put(register, "second");
        assertConflict(register.replace(first, next("third")));
        assertConflict(register.replace(Versioned.ABSENT, next("third")));
        assertSame(register.read(), second);
    }

    @Test
    default void aReplaceOfAnAbsentValueByItsOldVersionConflicts() throws StoreException {
        Register register = open().register(anySession());
        Versioned first = put(register, "first");
        assertThat(applied(register.delete(first)).isAbsent()).isTrue();
        assertConflict(register.replace(first, next("second")));
        assertThat(register.read().isAbsent()).isTrue();
    }

    @Test
    default void deleteComparesVersions() throws StoreException {
        String key = anyBatch();
        Register register = open().register(key);
        assertConflict(register.delete(Versioned.ABSENT));
        Versioned first = put(register, "first");
        Versioned second = put(register, "second");
        assertConflict(register.delete(first));
        assertSame(open().register(key).read(), second);
        assertThat(applied(register.delete(second)).isAbsent()).isTrue();
        assertThat(register.read().isAbsent()).isTrue();
        assertThat(open().register(key).read().isAbsent()).isTrue();
        assertConflict(register.delete(second));
    }

    @Test
    default void noVersionComesBack() throws StoreException {
        Register register = open().register(anyBatch());
        Set<Long> versions = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            Versioned created = put(register, "same");
            Versioned replaced = put(register, "same");
            assertThat(versions.add(created.version())).isTrue();
            assertThat(versions.add(replaced.version())).isTrue();
            applied(register.delete(replaced));
        }
    }

    @Test
    default void aSessionCanBeCreatedAgainAfterItsDeletion() throws StoreException {
        Register register = open().register(anySession());
        for (int i = 0; i < 3; i++) {
            applied(register.delete(put(register, "live")));
        }
    }

    @Test
    default void everyByteIsKept() throws StoreException {
        String key = anyTurnstile();
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        Versioned written = applied(open().register(key).replace(Versioned.ABSENT, new NextValue(bytes.clone(), true)));
        assertThat(written.value()).isEqualTo(bytes);
        assertThat(open().register(key).read().value()).isEqualTo(bytes);
    }

    @Test
    default void anEmptyValueIsNotAbsent() throws StoreException {
        String key = anyTurnstile();
        applied(open().register(key).replace(Versioned.ABSENT, next("")));
        Versioned read = open().register(key).read();
        assertThat(read.isAbsent()).isFalse();
        assertThat(read.value()).isEmpty();
    }

    @Test
    default void theLargestValueIsKeptAndALargerOneRefused() throws StoreException {
        Store store = open();
        int max = store.traits().valueMax();
        byte[] largest = new byte[max];
        for (int i = 0; i < max; i++) {
            largest[i] = (byte) ((i * 31) >> 3);
        }
        Register register = store.register(anyTurnstile());
        Versioned written = applied(register.replace(Versioned.ABSENT, new NextValue(largest, true)));
        assertThat(register.read().value()).isEqualTo(largest);
        NextValue tooLarge = new NextValue(new byte[max + 1], true);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> register.replace(written, tooLarge))
                .withMessageContaining(String.valueOf(max))
                .withMessageContaining(String.valueOf(max + 1));
        assertThat(register.read().isSame(written)).isTrue();
    }

    @Test
    default void anInterruptedCallerGetsItsAnswerAndStaysInterrupted() throws StoreException {
        Register register = open().register(anyTurnstile());
        Thread.currentThread().interrupt();
        Versioned written = applied(register.replace(Versioned.ABSENT, next("first")));
        Versioned read = register.read();
        assertThat(Thread.interrupted()).isTrue();
        assertSame(read, written);
    }

    @Test
    default void callsAfterCloseFail() throws StoreException {
        Store store = open();
        Register register = store.register(anyTurnstile());
        Versioned written = put(register, "first");
        store.close();
        store.close();
        assertThatExceptionOfType(StoreException.class).isThrownBy(register::read);
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.keys("t/"));
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.readAll(List.of("t/gate")));
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> register.await(written, LONG));
        assertThat(register.replace(written, next("second"))).isInstanceOf(Replaced.Unknown.class);
        assertThat(register.delete(written)).isInstanceOf(Replaced.Unknown.class);
    }
}
