package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.time.Duration;
import java.util.Set;

/** What the parts of the suite share. */
interface Fixture extends CommonConformance {
    Duration LONG = Duration.ofSeconds(30);
    Duration SHORT = Duration.ofMillis(20);

    /** A call that may be interrupted. */
    @FunctionalInterface
    interface Call {
        Object make() throws InterruptedException;
    }

    /** Returns a builder for a turnstile of the algorithm under test. */
    Turnstile.Builder describe(int limit);

    /** Registers a turnstile to be closed after the test. */
    Turnstile keep(Turnstile gate);

    /** Returns how many callers can be inside or in line at once. */
    int participants();

    /** Returns what the subject can do beyond what every turnstile must. */
    Set<Ability> abilities();

    /** Revokes the permit with this fence, as an operator does. Returns true if it did. */
    boolean takeAway(Turnstile gate, long fence);

    @Override
    default Turnstile.Builder described() {
        return describe(3).named("gate");
    }

    @Override
    default Turnstile withRoom() {
        return gate(1);
    }

    @Override
    default Turnstile full() {
        Turnstile gate = gate(1);
        gate.acquireUninterruptibly();
        return gate;
    }

    /** Returns a turnstile called "gate", which is closed after the test. */
    default Turnstile gate(int limit) {
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

    /** Returns true if the call throws {@code InterruptedException} and clears the interrupt status. */
    static boolean isInterrupted(Call call) {
        try {
            call.make();
            return false;
        } catch (InterruptedException e) {
            return !Thread.currentThread().isInterrupted();
        }
    }
}
