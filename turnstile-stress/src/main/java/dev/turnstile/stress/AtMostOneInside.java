package dev.turnstile.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * At most one thread is inside: two threads increment a plain counter inside, and no increment is lost.
 *
 * <pre>{@code mvn verify -Pstress -pl turnstile-stress -am -Djcstress.tests=AtMostOneInside}</pre>
 *
 * <p>Observed on 2 cores, Temurin 25, commit 9ae9e1d, {@code -m quick -sc false}, all algorithms together:
 *
 * <pre>
 *   1, 2, 2  1,303,176   61.38%
 *   2, 1, 2    820,071   38.62%
 * </pre>
 */
@JCStressTest
@State
@Outcome(id = "1, 2, 2", expect = ACCEPTABLE, desc = "the first actor was inside first")
@Outcome(id = "2, 1, 2", expect = ACCEPTABLE, desc = "the second actor was inside first")
@Outcome(expect = FORBIDDEN, desc = "both were inside, or one did not see the other's write")
public class AtMostOneInside {
    private final Turnstile gate = Gates.open(1);
    private int counter;

    @Actor
    public void one(III_Result result) {
        result.r1 = increment();
    }

    @Actor
    public void two(III_Result result) {
        result.r2 = increment();
    }

    private int increment() {
        try (Permit permit = gate.acquireUninterruptibly()) {
            counter += permit.units();
            return counter;
        }
    }

    @Arbiter
    public void afterwards(III_Result result) {
        result.r3 = counter;
    }
}
