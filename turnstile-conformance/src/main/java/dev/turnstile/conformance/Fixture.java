package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.time.Duration;

/** What the parts of the suite share. */
interface Fixture {
    Duration LONG = Duration.ofSeconds(30);
    Duration SHORT = Duration.ofMillis(20);

    /** A call that may be interrupted. */
    @FunctionalInterface
    interface Call {
        Object make() throws InterruptedException;
    }

    /** Describes a turnstile of the algorithm under test. */
    Turnstile.Builder describe(int limit);

    /** Opens what was described. */
    Turnstile open(Turnstile.Builder description);

    /** Closes it after the test. */
    Turnstile keep(Turnstile gate);

    /** How many callers can be inside or in line at once. */
    int participants();

    /** Whether callers enter in the order of their arrival. */
    boolean fifo();

    /** Whether one who stays inside can keep another out although there is a free place. */
    boolean holdersBlockOthers();

    Crowd crowd();

    /** A turnstile called "gate", which is closed after the test. */
    default Turnstile gate(int limit) {
        assumeTrue(limit == 1 || !holdersBlockOthers(), "whoever stays inside may keep others out");
        return passage(limit);
    }

    /** As {@link #gate}, for tests in which whoever is inside leaves without waiting for anybody. */
    default Turnstile passage(int limit) {
        return keep(open(describe(limit).named("gate")));
    }

    static void enterAndLeave(Turnstile gate, Recorder recorder, int units) throws InterruptedException {
        int call = recorder.call(units);
        try (Permit permit = gate.acquire(units)) {
            recorder.entered(call, units);
            assertThat(permit.isHeld()).isTrue();
            recorder.left(call, units);
        }
    }

    /** Whether the call ends by an interrupt, and takes the interrupt status with it. */
    static boolean isInterrupted(Call call) {
        try {
            call.make();
            return false;
        } catch (InterruptedException e) {
            return !Thread.currentThread().isInterrupted();
        }
    }
}
