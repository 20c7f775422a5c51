package dev.turnstile.conformance;

import dev.turnstile.Turnstile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * What every turnstile promises, whichever algorithm and driver is behind it. A subclass says how one is opened; a test of
 * a new driver is that subclass and nothing else.
 *
 * <p>Method: nothing here waits for luck. A test that needs somebody in line looks at the snapshot until there is somebody.
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
 * }
 * }</pre>
 */
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
    private final Crowd crowd = new Crowd();

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

    /** Whether callers enter in the order of their arrival; yes, unless told. */
    @Override
    public boolean fifo() {
        return true;
    }

    /**
     * Whether one who stays inside can keep another out although there is a free place; no, unless told. If so, only turnstiles
     * with one place are tried where somebody stays inside.
     */
    @Override
    public boolean holdersBlockOthers() {
        return false;
    }

    /**
     * Whether a request can be for several units, the limit can change, and there is a view as a semaphore.
     * Default: yes.
     */
    @Override
    public boolean countsUnits() {
        return true;
    }

    /**
     * Takes the permit with this fence away from its holder, as an operator does. Default: no operator can.
     */
    @Override
    public boolean takeAway(Turnstile gate, long fence) {
        return false;
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

    /** Ends what a test has left. */
    @AfterEach
    public final void closeAll() {
        crowd.close();
        opened.forEach(Turnstile::close);
    }
}
