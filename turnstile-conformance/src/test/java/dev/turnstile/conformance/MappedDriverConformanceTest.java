package dev.turnstile.conformance;

import dev.turnstile.Turnstile;
import dev.turnstile.driver.mapped.Mapped;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The ledger on the driver between processes, as far as one process can tell. */
final class MappedDriverConformanceTest extends TurnstileConformance {
    @TempDir
    private Path folder;

    private int opened;

    @Override
    public Turnstile.Builder describe(int limit) {
        return Turnstile.atMost(limit).named("gate").participants(participants());
    }

    @Override
    public Turnstile open(Turnstile.Builder description) {
        return description.open(Mapped.in(folder.resolve("turnstiles" + opened++)));
    }
}
