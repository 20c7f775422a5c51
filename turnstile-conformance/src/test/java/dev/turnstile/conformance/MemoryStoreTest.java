package dev.turnstile.conformance;

import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreTraits;
import org.junit.jupiter.api.Nested;

/** Goal: the reference store keeps the contract, with each set of traits. Method: the published suite. */
class MemoryStoreTest {
    @Nested
    class ByDefault extends StoreContract {
        private final MemoryStore memory = MemoryStore.create();

        @Override
        public Store.Opener opener() {
            return memory;
        }
    }

    @Nested
    class WithQueuesAndGuards extends StoreContract {
        private final MemoryStore memory = MemoryStore.create(new StoreTraits(4_096, true, false, true));

        @Override
        public Store.Opener opener() {
            return memory;
        }

        @Override
        public AutoCloseable guard(String session) {
            return memory.guard(session);
        }
    }
}
