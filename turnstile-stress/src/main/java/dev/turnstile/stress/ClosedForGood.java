package dev.turnstile.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The turnstile is closed while a caller arrives. The caller is admitted or refused, and never waits forever.
 *
 * <pre>{@code mvn verify -Pstress -pl turnstile-stress -am -Djcstress.tests=ClosedForGood}</pre>
 *
 * <p>Observed on 2 cores, Temurin 25, commit 9ae9e1d, {@code -m quick -sc false}, all algorithms together:
 *
 * <pre>
 * WhenFree
 *   in      109,520    6.38%
 *   told  1,605,994   93.62%
 * WhenFull
 *   told  2,281,252  100.00%
 * </pre>
 */
public class ClosedForGood {
    private static final Duration PATIENCE = Duration.ofSeconds(Gates.PATIENCE_SECONDS);

    private ClosedForGood() {}

    private static String comes(Turnstile gate) {
        try {
            return Gates.enterWithin(gate, PATIENCE).isPresent()
                    ? "in"
                    : Gates.blame(gate, "timed out without a refusal");
        } catch (TurnstileClosedException closed) {
            return "told";
        }
    }

    /** A place is free. */
    @JCStressTest
    @State
    @Outcome(id = "in", expect = ACCEPTABLE, desc = "the caller came before the close")
    @Outcome(id = "told", expect = ACCEPTABLE, desc = "the caller was refused after the close")
    @Outcome(expect = FORBIDDEN, desc = "the caller hangs")
    public static class WhenFree {
        private final Turnstile gate = Gates.open(1);

        @Actor
        public void closes() {
            gate.close();
        }

        @Actor
        public void comes(L_Result result) {
            result.r1 = ClosedForGood.comes(gate);
        }
    }

    /** A holder is inside and stays. */
    @JCStressTest
    @State
    @Outcome(id = "told", expect = ACCEPTABLE, desc = "the caller was refused in line, on the way there, or at once")
    @Outcome(expect = FORBIDDEN, desc = "the caller hangs, or is the second one inside")
    public static class WhenFull {
        private final Turnstile gate = Gates.open(1);

        public WhenFull() {
            Gates.enter(gate).units();
        }

        @Actor
        public void closes() {
            gate.close();
        }

        @Actor
        public void comes(L_Result result) {
            result.r1 = ClosedForGood.comes(gate);
        }
    }
}
