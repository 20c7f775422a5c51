package dev.turnstile.cli.lab;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A deadline, if there is one: true once the time since its creation has passed. */
final class Deadline implements BooleanSupplier {
    private final Optional<Duration> time;
    private final long start = System.nanoTime();

    Deadline(Optional<Duration> time) {
        this.time = time;
    }

    @Override
    public boolean getAsBoolean() {
        return time.isPresent() && System.nanoTime() - start >= time.get().toNanos();
    }
}
