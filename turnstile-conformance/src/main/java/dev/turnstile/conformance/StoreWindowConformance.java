package dev.turnstile.conformance;

import dev.turnstile.Turnstile;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreDriver;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** The guarantees of windows, on a store. A subclass says how the store is reached. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StoreWindowConformance extends WindowConformance {
    private static final Duration LEASE = Duration.ofSeconds(5);

    private final Queue<StoreDriver> drivers = new ConcurrentLinkedQueue<>();

    /** For subclasses. */
    protected StoreWindowConformance() {}

    /** Returns the store, the same one each time. */
    protected abstract Store.Opener store();

    @Override
    public Turnstile.Builder describe(int least, int most) {
        return Turnstile.between(least, most).named("window");
    }

    /** Opens the window in a part of the store of its own, because tests use the same names. */
    @Override
    public Turnstile open(Turnstile.Builder description) {
        StoreDriver driver = StoreDriver.on(ApartStore.in(store())).lease(LEASE);
        drivers.add(driver);
        return description.open(driver);
    }

    @Override
    public Set<String> refusedOptions() {
        return Set.of();
    }

    /** Ends the sessions that the tests so far have used: each has connections of its own. */
    @BeforeEach
    @AfterAll
    public final void endSessions() {
        drivers.forEach(StoreDriver::endSessions);
        drivers.clear();
    }
}
