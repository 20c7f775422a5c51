package dev.turnstile.stress.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.testing.Seed;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The storm, with sixty kills in every build and with ten thousand in the long build. Also checks that its watchdog
 * notices faults.
 */
@EnabledOnOs(OS.LINUX)
final class StormTest {
    private static final long SEED = Seed.of("StormTest");
    private static final int KILLS = Integer.getInteger("turnstile.storm.kills", 60);
    private static final int KILLS_LONG = Integer.getInteger("turnstile.storm.kills", 10_000);

    @Test
    void stormFindsNoViolation() throws IOException, InterruptedException {
        assertThat(Storm.of(KILLS, SEED).go().violation()).isEmpty();
    }

    @Test
    @Tag("long")
    void longStormFindsNoViolation() throws IOException, InterruptedException {
        assertThat(Storm.of(KILLS_LONG, SEED).go().violation()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"INTRUDES", "OVERSTAYS"})
    void oneUnitTooManyInsideIsNoticed(PlantedFault fault) throws IOException, InterruptedException {
        assertThat(violationOf(fault, Duration.ofSeconds(30))).contains("inside, with a limit of");
    }

    @Test
    void fenceThatDoesNotGrowIsNoticed() throws IOException, InterruptedException {
        assertThat(violationOf(PlantedFault.REPEATS, Duration.ofSeconds(30))).contains("after fence");
    }

    @Test
    void placeThatIsNeverGivenBackIsNoticed() throws IOException, InterruptedException {
        assertThat(violationOf(PlantedFault.KEEPS, Duration.ofSeconds(8))).contains("longer than allowed");
    }

    /** Kills no process, because that would repair some faults. The storm ends as soon as the fault is noticed. */
    private static String violationOf(PlantedFault fault, Duration patience) throws IOException, InterruptedException {
        return new Storm(0, SEED, 11, fault, patience, Duration.ofSeconds(60))
                .go()
                .violation()
                .orElse("nothing");
    }
}
