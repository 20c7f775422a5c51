package dev.turnstile.conformance;

import dev.turnstile.Operator;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreDriver;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * The guarantees of every turnstile, on a store. A subclass says how the store is reached.
 *
 * <pre>{@code
 * final class MyStoreTest extends StoreConformance {
 *     @Override
 *     protected Store.Opener store() {
 *         return memory;
 *     }
 * }
 * }</pre>
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StoreConformance extends TurnstileConformance {
    private static final Duration LEASE = Duration.ofSeconds(5);

    private final Map<Turnstile, StoreDriver> drivers = new ConcurrentHashMap<>();

    /** For subclasses. */
    protected StoreConformance() {}

    /** Returns the store, the same one each time. */
    protected abstract Store.Opener store();

    @Override
    public Turnstile.Builder describe(int limit) {
        return Turnstile.atMost(limit).named("gate");
    }

    /** Opens the turnstile in a part of the store of its own, because tests use the same names. */
    @Override
    public Turnstile open(Turnstile.Builder description) {
        StoreDriver driver = StoreDriver.on(ApartStore.in(store())).lease(LEASE);
        Turnstile gate = description.open(driver);
        drivers.put(gate, driver);
        return gate;
    }

    @Override
    public Set<Ability> abilities() {
        return EnumSet.allOf(Ability.class);
    }

    /**
     * Asks the owner to give the permit back, and waits until it has. An operator is a new client of the store, which
     * may show it a value from before the permit was granted; then it asks again.
     */
    @Override
    public boolean takeAway(Turnstile gate, long fence) {
        Operator operator = drivers.get(gate).operator();
        Crowd.until(
                () -> operator.release(gate.name(), fence) == Operator.Release.ASKED,
                "the operator to find the permit");
        Crowd.until(
                () -> gate.snapshot().holders().stream().noneMatch(holder -> holder.fence() == fence),
                "the owner to give it back");
        return true;
    }

    @Override
    public Set<String> refusedOptions() {
        return Set.of();
    }

    @Override
    public String algorithmOfAnotherDriver() {
        return "raymond";
    }

    /** Ends the sessions that the tests so far have used: each has connections of its own. */
    @BeforeEach
    @AfterAll
    public final void endSessions() {
        drivers.values().forEach(StoreDriver::endSessions);
        drivers.clear();
    }
}
