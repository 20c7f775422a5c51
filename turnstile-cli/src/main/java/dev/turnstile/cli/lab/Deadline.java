package dev.turnstile.cli.lab;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** When work is to stop, if ever: true once the time since it was made is over. */
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
