package dev.turnstile.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.testing.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One declaration of a state serves packing, unpacking, printing and drawing arbitrary values. */
final class StateTest {
    private static final class Machine implements Stateful {
        private Region region = Region.TRYING;
        private int level = 3;
        private boolean flag = true;
        private long big = -5;

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, Region.values());
            level = fields.range("level", level, 2, 6);
            flag = fields.flag("flag", flag);
            big = fields.range("big", big, -1_000_000_000_000L, 5);
        }
    }

    @Test
    void packedStatesRoundTrip() {
        long seed = Seed.of("StateTest");
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            Machine machine = new Machine();
            State.scramble(machine, bound -> (long) (random.nextDouble() * bound));
            Machine copy = new Machine();
            State.unpack(copy, State.pack(machine));
            assertThat(State.print(copy)).as("seed %d", seed).isEqualTo(State.print(machine));
        }
    }

    @Test
    void scramblingReachesEveryValueOfADomain() {
        Random random = new Random(1);
        boolean[] seen = new boolean[5];
        for (int round = 0; round < 200; round++) {
            Machine machine = new Machine();
            State.scramble(machine, bound -> (long) (random.nextDouble() * bound));
            seen[machine.level - 2] = true;
        }
        assertThat(seen).containsOnly(true);
    }

    @Test
    void printsNamesAndValues() {
        assertThat(State.print(new Machine())).isEqualTo("region=TRYING level=3 flag=true big=-5");
    }

    @Test
    void packingUsesAsManyBitsAsTheDomainsNeed() {
        assertThat(State.bits(new Machine())).isEqualTo(2 + 3 + 1 + 40);
        assertThat(State.bits(fields -> fields.range("constant", 7, 7, 7))).isZero();
        assertThat(State.bits(fields -> fields.range("all", 0, Long.MIN_VALUE, Long.MAX_VALUE)))
                .isEqualTo(64);
    }

    @Test
    void aFullWordPacksAndUnpacks() {
        long[] value = {Long.MIN_VALUE + 17};
        Stateful whole = fields -> value[0] = fields.range("all", value[0], Long.MIN_VALUE, Long.MAX_VALUE);
        long packed = State.pack(whole);
        value[0] = 0;
        State.unpack(whole, packed);
        assertThat(value[0]).isEqualTo(Long.MIN_VALUE + 17);
    }

    @Test
    void aValueOutsideItsDomainIsReportedWithItsField() {
        Machine machine = new Machine();
        machine.level = 7;
        assertThatExceptionOfType(OutOfDomainException.class)
                .isThrownBy(() -> State.pack(machine))
                .withMessage("level is 7, but must be between 2 and 6");
        assertThatExceptionOfType(OutOfDomainException.class)
                .isThrownBy(() -> State.print(machine))
                .withMessageContaining("level");
        assertThatExceptionOfType(OutOfDomainException.class)
                .isThrownBy(() -> State.unpack(new Machine(), 0b11100))
                .withMessage("level is 9, but must be between 2 and 6");
        assertThatExceptionOfType(OutOfDomainException.class)
                .isThrownBy(() -> State.pack(fields -> fields.range("constant", 8, 7, 7)))
                .withMessageContaining("constant is 8");
    }

    @Test
    void fieldsBeyond64BitsAreReported() {
        Stateful wide = fields -> {
            fields.range("one", 0, 0, Long.MAX_VALUE);
            fields.range("two", 0, 0, 3);
        };
        assertThatIllegalStateException()
                .isThrownBy(() -> State.pack(wide))
                .withMessage("the fields up to two need 65 bits; a packed state holds 64");
    }

    /** A machine with many fields, which does not fit into 64 bits. */
    private static final class Wide implements Stateful {
        private final long[] values = new long[40];

        @Override
        public void state(Fields fields) {
            for (int i = 0; i < values.length; i++) {
                values[i] = fields.range("value[" + i + "]", values[i], Long.MIN_VALUE, Long.MAX_VALUE);
            }
        }
    }

    @Test
    void savedStatesRoundTripAtAnyOffset() {
        long seed = Seed.of("StateTest");
        Random random = new Random(seed);
        Wide wide = new Wide();
        Machine machine = new Machine();
        State.scramble(wide, bound -> random.nextLong());
        State.scramble(machine, bound -> (long) (random.nextDouble() * bound));
        long[] first = State.save(wide);
        long[] second = State.save(machine);
        assertThat(first).as("seed %d", seed).isEqualTo(wide.values).hasSize(40);
        assertThat(second).hasSize(4);
        long[] both = new long[45];
        System.arraycopy(first, 0, both, 1, 40);
        System.arraycopy(second, 0, both, 41, 4);
        Wide wideCopy = new Wide();
        Machine machineCopy = new Machine();
        assertThat(State.load(wideCopy, both, 1)).isEqualTo(41);
        assertThat(State.load(machineCopy, both, 41)).isEqualTo(45);
        assertThat(wideCopy.values).as("seed %d", seed).isEqualTo(wide.values);
        assertThat(State.print(machineCopy)).as("seed %d", seed).isEqualTo(State.print(machine));
    }

    @Test
    void savingReturnsACopyAndChangesNothing() {
        Wide wide = new Wide();
        wide.values[3] = 9;
        long[] saved = State.save(wide);
        saved[3] = 10;
        assertThat(State.save(wide)[3]).isEqualTo(9);
        assertThat(State.save(fields -> {})).isEmpty();
    }

    @Test
    void valuesOutsideTheirDomainAreNeitherSavedNorLoaded() {
        Machine machine = new Machine();
        machine.level = 7;
        assertThatExceptionOfType(OutOfDomainException.class)
                .isThrownBy(() -> State.save(machine))
                .withMessage("level is 7, but must be between 2 and 6");
        assertThatExceptionOfType(OutOfDomainException.class)
                .isThrownBy(() -> State.load(new Machine(), new long[] {0, 1, 0, 0}, 0))
                .withMessage("level is 1, but must be between 2 and 6");
        assertThatExceptionOfType(OutOfDomainException.class)
                .isThrownBy(() -> State.load(new Machine(), new long[] {4, 2, 0, 0}, 0))
                .withMessageContaining("region is 4");
    }
}
