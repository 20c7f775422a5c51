package dev.turnstile.cli.child;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Polls until a condition is true. A timeout is a failure. */
final class Poll {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

    private Poll() {}

    static void until(String what, BooleanSupplier so) {
        long start = System.nanoTime();
        while (!so.getAsBoolean()) {
            if (System.nanoTime() - start > DEADLINE.toNanos()) {
                throw new AssertionError("timed out waiting for: " + what);
            }
            LockSupport.parkNanos(PAUSE);
        }
    }
}
