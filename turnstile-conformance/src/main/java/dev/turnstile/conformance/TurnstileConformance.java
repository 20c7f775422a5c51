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
 * What every turnstile promises, whichever algorithm and driver is behind it. A subclass says how one is opened, and
 * what it can do; a test of a new driver is that subclass and nothing else.
 *
 * <p>{@link #abilities} is the one place that says what the driver can do. Each test names the abilities that it needs,
 * and is generated only where they are declared: no test is skipped. To ask before the tests run, JUnit keeps one
 * instance for all tests of a subclass ({@link TestInstance.Lifecycle#PER_CLASS}), so what a test must not share is set
 * up in a {@code @BeforeEach} method.
 *
 * <p>Method: nothing here waits for luck. A test that needs somebody in line looks at the snapshot until there is
 * somebody.
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
 *         return EnumSet.of(Ability.ORDER, Ability.SHARING, Ability.UNITS); // as by default
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

    /** For the subclasses. */
    protected TurnstileConformance() {}

    /** Describes a turnstile of this algorithm, set up for as many participants as {@link #participants} says. */
    @Override
    public abstract Turnstile.Builder describe(int limit);

    /** Opens what was described, on this driver; in this JVM, unless told. */
    @Override
    public Turnstile open(Turnstile.Builder description) {
        return description.open();
    }

    /** How many callers can be inside or in line at once; 1,000, unless told. */
    @Override
    public int participants() {
        return 1_000;
    }

    /**
     * What the driver can do, or this algorithm on it, beyond what every turnstile must. Tests that need more are not
     * generated. Default: everything but {@link Ability#REVOCATION}.
     */
    @Override
    public Set<Ability> abilities() {
        return EnumSet.complementOf(EnumSet.of(Ability.REVOCATION));
    }

    /**
     * Takes the permit with this fence away from its holder, as an operator does, and returns whether it did. Called
     * only if there is {@link Ability#REVOCATION}.
     */
    @Override
    public boolean takeAway(Turnstile gate, long fence) {
        throw new UnsupportedOperationException("a driver with REVOCATION overrides takeAway");
    }

    /** The methods of the builder that the driver, or the algorithm on it, can't honour. */
    @Override
    public abstract Set<String> refusedOptions();

    /** An algorithm of the catalogue that the driver can't run; {@code ledger}, unless told. */
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

    /** Begins with no thread and no turnstile of another test. */
    @BeforeEach
    public final void beginAnew() {
        crowd = new Crowd();
        opened.clear();
    }

    /** Ends what a test has left. */
    @AfterEach
    public final void closeAll() {
        crowd.close();
        opened.forEach(Turnstile::close);
    }
}
