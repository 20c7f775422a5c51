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
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A permit closed by two threads gives its place back once: of two places, both taken, one is free afterwards.
 *
 * <pre>{@code mvn verify -Pstress -pl turnstile-stress -am -Djcstress.tests=CloseTwice}</pre>
 *
 * <p>Observed on 2 cores, Temurin 25, commit 9ae9e1d, {@code -m quick -sc false}, all algorithms together:
 *
 * <pre>
 *   1 free  1,610,582  100.00%
 * </pre>
 */
@JCStressTest
@State
@Outcome(id = "1 free", expect = ACCEPTABLE, desc = "one place was given back")
@Outcome(expect = FORBIDDEN, desc = "none or both were given back")
public class CloseTwice {
    private final Turnstile gate = Gates.open(2);
    private final Permit closed = Gates.enter(gate);
    private final Permit kept = Gates.enter(gate);

    @Actor
    public void one() {
        closed.close();
    }

    @Actor
    public void two() {
        closed.close();
    }

    @Arbiter
    public void afterwards(L_Result result) {
        result.r1 = kept.isHeld() ? Gates.free(gate, 1) : Gates.blame(gate, "the other permit was closed");
    }
}
