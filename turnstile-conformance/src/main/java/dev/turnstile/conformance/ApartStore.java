package dev.turnstile.conformance;

import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.StoreTraits;
import dev.turnstile.driver.store.Versioned;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A part of a store that no other test sees: a turnstile's name gets a prefix there. Sessions are random anyway. */
final class ApartStore implements Store.Opener {
    private static final AtomicInteger PARTS = new AtomicInteger();

    private final Store.Opener opener;
    private final String part;

    private ApartStore(Store.Opener opener, String part) {
        this.opener = opener;
        this.part = part;
    }

    static ApartStore in(Store.Opener opener) {
        return new ApartStore(opener, "p" + ProcessHandle.current().pid() + "-" + PARTS.incrementAndGet() + ".");
    }

    @Override
    public Store open(Duration callTimeout) throws StoreException {
        return new Part(opener.open(callTimeout));
    }

    @Override
    public String toString() {
        return opener.toString();
    }

    private String inside(String key) {
        return key.startsWith("s/") ? key : key.substring(0, 2) + part + key.substring(2);
    }

    private String outside(String key) {
        return key.startsWith("s/") ? key : key.substring(0, 2) + key.substring(2 + part.length());
    }

    private final class Part implements Store {
        private final Store store;

        Part(Store store) {
            this.store = store;
        }

        @Override
        public Register register(String key) {
            return store.register(inside(key));
        }

        @Override
        public List<String> keys(String prefix) throws StoreException {
            return store.keys(inside(prefix)).stream()
                    .map(ApartStore.this::outside)
                    .toList();
        }

        @Override
        public Map<String, Versioned> readAll(Collection<String> keys) throws StoreException {
            Map<String, Versioned> read = new HashMap<>();
            store.readAll(keys.stream().map(ApartStore.this::inside).toList())
                    .forEach((key, value) -> read.put(outside(key), value));
            return read;
        }

        @Override
        public StoreTraits traits() {
            return store.traits();
        }

        @Override
        public boolean hasNoGuards(String session) throws StoreException {
            return store.hasNoGuards(session);
        }

        @Override
        public void close() {
            store.close();
        }

        @Override
        public String toString() {
            return store.toString();
        }
    }
}
