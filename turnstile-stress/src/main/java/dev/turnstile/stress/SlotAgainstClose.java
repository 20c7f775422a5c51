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
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * A slot requested during the close is given back or never assigned: the next holder gets slot 0 again.
 *
 * <pre>{@code mvn verify -Pstress -pl turnstile-stress -am -Djcstress.tests=SlotAgainstClose}</pre>
 *
 * <p>Observed on 2 cores, Temurin 25, commit 9ae9e1d, {@code -m quick -sc false}, all algorithms together:
 *
 * <pre>
 *   0, 0           645,493   49.82%
 *   too late, 0    650,075   50.18%
 * </pre>
 */
@JCStressTest
@State
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the slot was assigned, and given back")
@Outcome(id = "too late, 0", expect = ACCEPTABLE, desc = "the permit was closed first")
@Outcome(expect = FORBIDDEN, desc = "the slot is leaked")
public class SlotAgainstClose {
    private final Turnstile gate = Gates.open(1);
    private final Permit permit = Gates.enter(gate);

    @Actor
    public void asks(LL_Result result) {
        try {
            result.r1 = permit.slot();
        } catch (IllegalStateException closed) {
            result.r1 = "too late";
        }
    }

    @Actor
    public void closes() {
        permit.close();
    }

    @Arbiter
    public void afterwards(LL_Result result) {
        result.r2 = Gates.enter(gate).slot();
    }
}
