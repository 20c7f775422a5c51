package dev.turnstile.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.machine.State;
import dev.turnstile.testing.Seed;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tally is a map from nodes to numbers, small or large, full or nearly empty. */
final class TallyTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1024, 1025, 5_000, 100_000})
    void behavesLikeAMap(int size) {
        long seed = Seed.of("TallyTest");
        Random random = new Random(seed);
        for (int spread : new int[] {1, 10, 300, size}) {
            Tally tally = new Tally(size);
            Map<Integer, Long> reference = new HashMap<>();
            int stride = Math.max(1, size / spread);
            for (int round = 0; round < 20_000; round++) {
                int index = random.nextInt(Math.min(spread, size)) * stride % size;
                long before = reference.getOrDefault(index, 0L);
                long number = random.nextInt(3) == 0 ? 0 : random.nextLong(-5, 6);
                switch (random.nextInt(3)) {
                    case 0 -> {
                        tally.set(index, number);
                        reference.put(index, number);
                    }
                    case 1 -> {
                        tally.add(index, number);
                        reference.put(index, before + number);
                    }
                    default -> {
                        tally.raise(index, number);
                        reference.put(index, Math.max(before, number));
                    }
                }
                assertThat(tally.get(index))
                        .as("size %d, seed %d, round %d", size, seed, round)
                        .isEqualTo(reference.get(index));
                if (round % 1_000 == 0) {
                    assertSame(tally, reference, size, seed);
                }
            }
            assertSame(tally, reference, size, seed);
        }
    }

    private static void assertSame(Tally tally, Map<Integer, Long> reference, int size, long seed) {
        assertThat(tally.nonZero())
                .as("size %d, seed %d", size, seed)
                .isEqualTo(reference.keySet().stream()
                        .filter(index -> reference.get(index) != 0)
                        .mapToInt(index -> index)
                        .sorted()
                        .toArray());
        for (int index = 0; index < size; index++) {
            assertThat(tally.get(index))
                    .as("size %d, seed %d", size, seed)
                    .isEqualTo(reference.getOrDefault(index, 0L));
        }
    }

    @Test
    void aNumberSetToZeroAndBackIsListedOnce() {
        Tally tally = new Tally(50_000);
        for (int round = 0; round < 1_000; round++) {
            tally.add(49_999, 1);
            assertThat(tally.nonZero()).containsExactly(49_999);
            tally.add(49_999, -1);
            assertThat(tally.nonZero()).isEmpty();
        }
    }

    @Test
    void takesMemoryOnlyForNonZeroNumbers() {
        int size = 100_000;
        Tally tally = new Tally(size);
        for (int index = 0; index < size; index++) {
            tally.add(index, 1);
            tally.add(index, -1);
        }
        assertThat(tally.room()).as("one at a time").isLessThan(100);
        for (int index = 0; index < 1_000; index++) {
            tally.set(index * 97, 1);
        }
        assertThat(tally.room()).as("a thousand").isBetween(1_000, 8_000);
        for (int index = 0; index < size; index++) {
            tally.set(index, 1);
        }
        assertThat(tally.room()).as("all").isEqualTo(size);
    }

    @Test
    void extremesAndNegativeNumbersAreKept() {
        for (int size : new int[] {10, 10_000}) {
            Tally tally = new Tally(size);
            tally.set(0, Long.MIN_VALUE);
            tally.set(size - 1, Long.MAX_VALUE);
            tally.raise(0, -1);
            tally.raise(size - 1, 5);
            assertThat(tally.get(0)).isEqualTo(-1);
            assertThat(tally.get(size - 1)).isEqualTo(Long.MAX_VALUE);
            assertThat(tally.nonZero()).containsExactly(0, size - 1);
        }
    }

    @Test
    void visitsAllNumbersButOne() {
        Tally tally = new Tally(4);
        tally.set(2, 9);
        assertThat(State.print(fields -> tally.state(fields, "owed", 1, 10)))
                .isEqualTo("owed[0]=0 owed[2]=9 owed[3]=0");
        State.load(fields -> tally.state(fields, "owed", 1, 10), new long[] {3, 0, 5}, 0);
        assertThat(tally.nonZero()).containsExactly(0, 3);
    }
}
