package dev.turnstile.conformance;

import dev.turnstile.driver.store.Store;
import dev.turnstile.testing.Seed;
import org.junit.jupiter.api.Nested;

/** The ledger on two stores in memory: one that answers, and one that conflicts, is slow, or does not answer. */
final class StoreDriverConformanceTest {
    private static FaultyStore faulty(String name) {
        return FaultyStore.over(MemoryStore.create(), Seed.of(name)).often(3, FaultyStore.Fault.values());
    }

    @Nested
    class ThatAnswers extends StoreConformance {
        private final MemoryStore memory = MemoryStore.create();

        @Override
        protected Store.Opener store() {
            return memory;
        }
    }

    @Nested
    class ThatDoesNotAlwaysAnswer extends StoreConformance {
        private final FaultyStore store = faulty("a store that does not always answer");

        @Override
        protected Store.Opener store() {
            return store;
        }
    }

    @Nested
    class WindowThatAnswers extends StoreWindowConformance {
        private final MemoryStore memory = MemoryStore.create();

        @Override
        protected Store.Opener store() {
            return memory;
        }
    }

    @Nested
    class WindowThatDoesNotAlwaysAnswer extends StoreWindowConformance {
        private final FaultyStore store = faulty("windows on a store that does not always answer");

        @Override
        protected Store.Opener store() {
            return store;
        }
    }
}
