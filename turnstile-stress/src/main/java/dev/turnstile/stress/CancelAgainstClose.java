package dev.turnstile.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * A future is cancelled while the place is handed to it. In either order, the place is not lost.
 *
 * <pre>{@code mvn verify -Pstress -pl turnstile-stress -am -Djcstress.tests=CancelAgainstClose}</pre>
 *
 * <p>Observed on 2 cores, Temurin 25, commit 9ae9e1d, {@code -m quick -sc false}, all algorithms together:
 *
 * <pre>
 *   cancelled, 1 free    689,684   53.02%
 *   in, 1 free           611,187   46.98%
 * </pre>
 */
@JCStressTest
@State
@Outcome(id = "cancelled, 1 free", expect = ACCEPTABLE, desc = "the place was passed on, or given back by the executor")
@Outcome(id = "in, 1 free", expect = ACCEPTABLE, desc = "the permit was granted first, and was closed")
@Outcome(expect = FORBIDDEN, desc = "the place is lost")
public class CancelAgainstClose {
    private final Turnstile gate = Gates.open(1);
    private final Permit inside = Gates.enter(gate);
    private final CompletableFuture<Permit> future = gate.acquireAsync();

    @Actor
    public void leaver() {
        inside.close();
    }

    @Actor
    public void canceller(LL_Result result) {
        result.r1 = future.cancel(false) ? "cancelled" : "in";
    }

    @Arbiter
    public void afterwards(LL_Result result) {
        if (!future.isCancelled()) {
            future.join().close();
        }
        result.r2 = Gates.free(gate, 1);
    }
}
