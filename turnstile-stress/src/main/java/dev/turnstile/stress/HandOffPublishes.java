package dev.turnstile.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.util.Optional;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Writes of a thread before it closes its permit are visible to the next holder of the place, whether that one waits in
 * line or makes an attempt.
 *
 * <pre>{@code mvn verify -Pstress -pl turnstile-stress -am -Djcstress.tests=HandOffPublishes}</pre>
 *
 * <p>Observed on 2 cores, Temurin 25, commit 9ae9e1d, {@code -m quick -sc false}, all algorithms together:
 *
 * <pre>
 * ToOneWhoComesBy
 *   -1    267,995   12.39%
 *   42  1,895,133   87.61%
 * ToOneWhoWaits
 *   42  1,602,869  100.00%
 * </pre>
 */
public class HandOffPublishes {
    private static final int WRITTEN = 42;
    private static final int NOT_INSIDE = -1;

    private HandOffPublishes() {}

    /** The next holder waits. */
    @JCStressTest
    @State
    @Outcome(id = "42", expect = ACCEPTABLE, desc = "the next holder sees the write")
    @Outcome(expect = FORBIDDEN, desc = "the next holder does not see the write")
    public static class ToOneWhoWaits {
        private final Turnstile gate = Gates.open(1);
        private final Permit inside = Gates.enter(gate);
        private int data;

        @Actor
        public void leaver() {
            data = WRITTEN;
            inside.close();
        }

        @Actor
        public void next(I_Result result) {
            try (Permit permit = gate.acquireUninterruptibly()) {
                result.r1 = data * permit.units();
            }
        }
    }

    /** The next holder does not wait. */
    @JCStressTest
    @State
    @Outcome(id = "42", expect = ACCEPTABLE, desc = "the next holder sees the write")
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "the attempt came too early")
    @Outcome(expect = FORBIDDEN, desc = "the next holder does not see the write")
    public static class ToOneWhoComesBy {
        private final Turnstile gate = Gates.open(1);
        private final Permit inside = Gates.enter(gate);
        private int data;

        @Actor
        public void leaver() {
            data = WRITTEN;
            inside.close();
        }

        @Actor
        public void next(I_Result result) {
            Optional<Permit> permit = gate.tryAcquire();
            result.r1 = permit.isPresent() ? data : NOT_INSIDE;
            permit.ifPresent(Permit::close);
        }
    }
}
