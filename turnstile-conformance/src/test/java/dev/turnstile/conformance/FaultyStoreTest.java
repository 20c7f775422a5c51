package dev.turnstile.conformance;

import static dev.turnstile.conformance.StoreFixture.applied;
import static dev.turnstile.conformance.StoreFixture.assertConflict;
import static dev.turnstile.conformance.StoreFixture.assertSame;
import static dev.turnstile.conformance.StoreFixture.next;
import static dev.turnstile.conformance.StoreFixture.number;
import static dev.turnstile.conformance.StoreFixture.put;
import static dev.turnstile.conformance.StoreFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.turnstile.conformance.FaultyStore.Fault;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.StoreTraits;
import dev.turnstile.driver.store.Versioned;
import dev.turnstile.testing.Seed;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Goal: faults happen as described, and nothing else changes. Method: the contract without faults, then each fault. */
class FaultyStoreTest {
    private static final Duration CALL = Duration.ofSeconds(1);

    private final MemoryStore memory = MemoryStore.create(new StoreTraits(4_096, true, true, false));
    private final FaultyStore faulty = FaultyStore.over(memory, Seed.of("FaultyStoreTest"));

    @Nested
    class WithoutFaults extends StoreContract {
        private final MemoryStore inside = MemoryStore.create(new StoreTraits(4_096, true, true, true));
        private final FaultyStore outside = FaultyStore.over(inside, 1);

        @Override
        public Store.Opener opener() {
            return outside;
        }

        @Override
        public AutoCloseable guard(String session) {
            return inside.guard(session);
        }

        @Override
        public Optional<Server> server() {
            return Optional.of(new Server() {
                @Override
                public void stop() {
                    outside.beginOutage();
                }

                @Override
                public void start() {
                    outside.endOutage();
                }

                @Override
                public void silence() {
                    outside.beginSilence();
                }

                @Override
                public void restore() {
                    outside.endOutage();
                }
            });
        }
    }

    private Register open() throws StoreException {
        return faulty.open(CALL).register("t/gate");
    }

    @Test
    void aLostAnswerIsUnknownAndApplied() throws StoreException {
        Register register = open();
        faulty.next(Fault.LOST_ANSWER);
        assertThat(register.replace(Versioned.ABSENT, next("first"))).isInstanceOf(Replaced.Unknown.class);
        assertThat(text(register.read())).isEqualTo("first");
        assertThat(faulty.faults()).isEqualTo(1);
    }

    @Test
    void aLostCallIsUnknownAndNotApplied() throws StoreException {
        Register register = open();
        faulty.next(Fault.LOST_CALL);
        assertThat(register.replace(Versioned.ABSENT, next("first"))).isInstanceOf(Replaced.Unknown.class);
        assertThat(register.read().isAbsent()).isTrue();
        assertThat(faulty.land()).isZero();
    }

    @Test
    void aLateCallIsAppliedAfterItsAnswer() throws StoreException {
        Register register = open();
        Versioned seen = put(register, "first");
        faulty.next(Fault.LATE, Fault.LATE);
        assertThat(register.replace(seen, next("second"))).isInstanceOf(Replaced.Unknown.class);
        assertThat(memoryHolds()).isEqualTo("first");
        assertThat(faulty.land()).isEqualTo(1);
        assertThat(memoryHolds()).isEqualTo("second");
        assertThat(register.update(value -> next("third"))).isInstanceOf(Replaced.Unknown.class);
        assertThat(memoryHolds()).isEqualTo("second");
        assertThat(faulty.land()).isEqualTo(1);
        assertThat(memoryHolds()).isEqualTo("third");
    }

    private String memoryHolds() throws StoreException {
        return text(memory.open(CALL).register("t/gate").read());
    }

    @Test
    void aLateCallIsDroppedIfTheVersionHasMoved() throws StoreException {
        Register register = open();
        Versioned seen = put(register, "first");
        faulty.next(Fault.LATE);
        assertThat(register.replace(seen, next("late"))).isInstanceOf(Replaced.Unknown.class);
        Register other = memory.open(CALL).register("t/gate");
        applied(other.replace(seen, next("second")));
        assertThat(faulty.land()).isZero();
        assertThat(memoryHolds()).isEqualTo("second");
    }

    @Test
    void aSpuriousConflictChangesNothing() throws StoreException {
        Register register = open();
        faulty.next(Fault.CONFLICT);
        assertConflict(register.replace(Versioned.ABSENT, next("first")));
        assertThat(register.read().isAbsent()).isTrue();
    }

    @Test
    void aStaleReadIsNeverOlderThanTheLastAnswerOfItsClient() throws StoreException {
        Register writer = open();
        Register reader = open();
        Versioned seen = applied(writer.replace(Versioned.ABSENT, number(0)));
        assertSame(reader.read(), seen);
        faulty.often(70, Fault.STALE);
        long last = 0;
        int stale = 0;
        for (int i = 1; i < 500; i++) {
            seen = applied(writer.replace(seen, number(i)));
            assertSame(writer.read(), seen);
            long read = number(reader.read());
            assertThat(read).isBetween(last, (long) i);
            stale += read < i ? 1 : 0;
            last = read;
        }
        assertThat(stale).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void noUpdateIsLostOrDoubledWithFaults(Fault fault) throws StoreException {
        faulty.often(30, fault);
        Register register = open();
        long written = 0;
        Optional<Versioned> pending = Optional.empty();
        for (int i = 0; i < 300; i++) {
            Versioned seen;
            try {
                seen = register.read();
            } catch (StoreException e) {
                continue;
            }
            written += pending.isPresent() && !pending.get().isSame(seen) ? 1 : 0;
            long now = seen.isAbsent() ? 0 : number(seen);
            assertThat(now).isEqualTo(written);
            Replaced answer = register.replace(seen, number(now + 1));
            written += answer instanceof Replaced.Applied ? 1 : 0;
            pending = switch (answer) {
                case Replaced.Applied applied -> Optional.empty();
                case Replaced.Unknown unknown -> Optional.of(seen);
                case Replaced.Conflict conflict -> pending.filter(seen::isSame); // a late call may have won
            };
        }
        assertThat(written).isGreaterThan(50);
        assertThat(faulty.faults()).isPositive();
    }

    @Test
    void anOutageEndsEveryCallUntilItIsOver() throws StoreException {
        Register register = open();
        Versioned seen = put(register, "first");
        faulty.beginOutage();
        assertThatExceptionOfType(StoreException.class).isThrownBy(register::read);
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> faulty.open(CALL));
        assertThat(register.replace(seen, next("second"))).isInstanceOf(Replaced.Unknown.class);
        faulty.endOutage();
        assertSame(register.read(), seen);
    }

    @Test
    void aSilentStoreLetsCallsTakeAsLongAsTheyMay() throws StoreException {
        Register register = open();
        Versioned seen = put(register, "first");
        faulty.beginSilence();
        long begun = System.nanoTime();
        assertThatExceptionOfType(StoreException.class).isThrownBy(register::read);
        assertThat(register.replace(seen, next("second"))).isInstanceOf(Replaced.Unknown.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(CALL.multipliedBy(2));
        faulty.endOutage();
        assertSame(register.read(), seen);
    }

    @Test
    void aRollbackRestoresOldValuesUnderNewVersions() throws StoreException {
        Register register = open();
        Versioned first = put(register, "first");
        Map<String, byte[]> backup = faulty.backup();
        put(register, "second");
        put(faulty.open(CALL).register("t/other"), "other");
        faulty.rollBack(backup);
        assertThat(text(register.read())).isEqualTo("first");
        assertThat(register.read().isSame(first)).isFalse();
        assertThat(faulty.open(CALL).keys("")).containsExactly("t/gate");
    }
}
