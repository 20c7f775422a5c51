package dev.turnstile.cli.child;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Looks again and again until something is so. What should come and does not is a failure. */
final class Poll {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

    private Poll() {}

    static void until(String what, BooleanSupplier so) {
        long start = System.nanoTime();
        while (!so.getAsBoolean()) {
            if (System.nanoTime() - start > DEADLINE.toNanos()) {
                throw new AssertionError("did not come: " + what);
            }
            LockSupport.parkNanos(PAUSE);
        }
    }
}
