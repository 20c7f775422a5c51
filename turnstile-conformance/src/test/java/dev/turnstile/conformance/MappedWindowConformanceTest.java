package dev.turnstile.conformance;

import dev.turnstile.Turnstile;
import dev.turnstile.driver.mapped.Mapped;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Windows of the ledger on the driver between processes, as far as one process can tell. */
final class MappedWindowConformanceTest extends WindowConformance {
    @TempDir
    private Path folder;

    @Override
    public Turnstile.Builder describe(int least, int most) {
        return Turnstile.between(least, most);
    }

    @Override
    public Turnstile open(Turnstile.Builder description) {
        return description.open(Mapped.in(folder.resolve("turnstiles")));
    }
}
