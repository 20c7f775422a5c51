package dev.turnstile.conformance;

import dev.turnstile.Turnstile;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * The guarantees of every turnstile, whatever its algorithm and driver. A subclass defines how a turnstile is opened
 * and what it can do. That subclass is the whole test of a new driver.
 *
 * <p>{@link #abilities} is the only place that declares what the driver can do. Each test names the abilities it needs,
 * and is generated only if they are declared: no test is skipped. To read the declaration before the tests run, JUnit
 * keeps one instance for all tests of a subclass ({@link TestInstance.Lifecycle#PER_CLASS}). So state that tests must
 * not share is set up in a {@code @BeforeEach} method.
 *
 * <p>No test depends on timing. A test that needs a waiter in line polls the snapshot until there is one.
 *
 * <pre>{@code
 * final class MyDriverTest extends TurnstileConformance {
 *     @Override
 *     public Turnstile.Builder describe(int limit) {
 *         return Turnstile.atMost(limit).algorithm("colored-ticket").participants(1000);
 *     }
 *
 *     @Override
 *     public Set<String> refusedOptions() {
 *         return Set.of("changingLimit");
 *     }
 *
 *     @Override
 *     public Set<Ability> abilities() {
 *         return EnumSet.of(Ability.ORDER, Ability.SHARING, Ability.UNITS); // the default
 *     }
 * }
 * }</pre>
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class TurnstileConformance
        implements ExclusionConformance,
                OrderConformance,
                GivingUpConformance,
                PermitsConformance,
                ResizingConformance,
                EndingConformance,
                CrowdsConformance,
                LookingConformance,
                LostConformance {
    private final List<Turnstile> opened = new ArrayList<>();
    private Crowd crowd = new Crowd();

    /** For subclasses. */
    protected TurnstileConformance() {}

    /**
     * Returns a builder for a turnstile of this algorithm, set up for as many participants as {@link #participants}
     * returns.
     */
    @Override
    public abstract Turnstile.Builder describe(int limit);

    /** Opens a turnstile on this driver. Default: for the threads of this JVM. */
    @Override
    public Turnstile open(Turnstile.Builder description) {
        return description.open();
    }

    /** Returns how many callers can be inside or in line at once. Default: 1,000. */
    @Override
    public int participants() {
        return 1_000;
    }

    /**
     * Returns what the driver, or this algorithm on it, can do beyond what every turnstile must. Tests that need more
     * are not generated. Default: everything but {@link Ability#REVOCATION}.
     */
    @Override
    public Set<Ability> abilities() {
        return EnumSet.complementOf(EnumSet.of(Ability.REVOCATION));
    }

    /**
     * Revokes the permit with this fence, as an operator does. Returns true if it did. Called only if there is
     * {@link Ability#REVOCATION}.
     */
    @Override
    public boolean takeAway(Turnstile gate, long fence) {
        throw new UnsupportedOperationException("a driver with REVOCATION overrides takeAway");
    }

    /** Returns the names of the builder methods that the driver, or the algorithm on it, cannot honour. */
    @Override
    public abstract Set<String> refusedOptions();

    /** Returns an algorithm of the catalogue that the driver cannot run. Default: {@code ledger}. */
    @Override
    public String algorithmOfAnotherDriver() {
        return "ledger";
    }

    @Override
    public final Turnstile keep(Turnstile gate) {
        opened.add(gate);
        return gate;
    }

    @Override
    @SuppressWarnings("exports") // for the suites of this package
    public final Crowd crowd() {
        return crowd;
    }

    /** Starts each test without the threads and turnstiles of another test. */
    @BeforeEach
    public final void beginAnew() {
        crowd = new Crowd();
        opened.clear();
    }

    /** Ends the threads and closes the turnstiles that a test has left. */
    @AfterEach
    public final void closeAll() {
        crowd.close();
        opened.forEach(Turnstile::close);
    }
}
