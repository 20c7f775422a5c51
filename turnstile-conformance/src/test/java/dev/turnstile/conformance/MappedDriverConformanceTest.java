package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.mapped.Mapped;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger on the driver for several processes, as far as one process can test it. */
final class MappedDriverConformanceTest extends TurnstileConformance {
    @TempDir
    private Path folder;

    private MappedFolders folders;

    @BeforeEach
    void prepare() {
        folders = new MappedFolders(folder);
    }

    @Override
    public Turnstile.Builder describe(int limit) {
        return Turnstile.atMost(limit).named("gate").participants(participants());
    }

    @Override
    public Turnstile open(Turnstile.Builder description) {
        return folders.open(description);
    }

    @Override
    public Set<Ability> abilities() {
        return EnumSet.allOf(Ability.class);
    }

    @Override
    public boolean takeAway(Turnstile gate, long fence) {
        return folders.takeAway(gate, fence);
    }

    @Test
    void turnstileWithoutANameIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open(Turnstile.atMost(1)))
                .withMessage("a turnstile between processes needs a name: call named(…) before open");
    }

    @Test
    void turnstilesWithTheSameNameShareTheirUnits() throws InterruptedException {
        Mapped driver = Mapped.in(folder.resolve("shared"));
        try (Turnstile one = describe(1).open(driver);
                Turnstile other = describe(1).open(driver);
                Permit inside = one.acquire()) {
            assertThat(other.tryAcquire()).isEmpty();
            assertThat(inside.isHeld()).isTrue();
        }
    }

    @Override
    public Set<String> refusedOptions() {
        return Set.of();
    }

    @Override
    public String algorithmOfAnotherDriver() {
        return "raymond";
    }
}
