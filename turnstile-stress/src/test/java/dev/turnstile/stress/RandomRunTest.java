package dev.turnstile.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.testing.Seed;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The random run, for two seconds in every build and for a minute in the long build; and a line in which many callers
 * give up.
 */
final class RandomRunTest {
    private static final long SEED = Seed.of("RandomRunTest");
    private static final int SECONDS = Integer.getInteger("turnstile.run.seconds", 2);
    private static final int SECONDS_LONG = Integer.getInteger("turnstile.run.seconds", 60);

    @Test
    void randomRunFindsNoViolation() throws InterruptedException {
        RandomRun.all(Duration.ofSeconds(SECONDS), SEED);
    }

    @Test
    @Tag("long")
    void minuteLongRandomRunFindsNoViolation() throws InterruptedException {
        RandomRun.all(Duration.ofSeconds(SECONDS_LONG), SEED);
    }

    @Test
    void requestsCancelledBehindAWaiterLeaveNothingBehind() {
        assertThat(growthBytes(20_000)).isLessThan(1_000_000);
    }

    @Test
    @Tag("long")
    void aMillionRequestsCancelledBehindAWaiterLeaveNothingBehind() {
        assertThat(growthBytes(1_000_000)).isLessThan(1_000_000);
    }

    /** Returns how much the heap grows while this many callers join the line behind a waiter, and give up. */
    private static long growthBytes(int many) {
        Turnstile gate = Turnstile.atMost(1).open();
        Permit inside = gate.tryAcquire().orElseThrow();
        CompletableFuture<Permit> waiting = gate.acquireAsync();
        gate.acquireAsync().cancel(false);
        long before = usedBytes();
        for (int i = 0; i < many; i++) {
            gate.acquireAsync().cancel(false);
        }
        long growth = usedBytes() - before;
        inside.close();
        waiting.join().close();
        assertThat(gate.tryAcquire()).isPresent();
        System.out.printf("%,d gave up: the heap grew by %,d bytes%n", many, growth);
        return growth;
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
