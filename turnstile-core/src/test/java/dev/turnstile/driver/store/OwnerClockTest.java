package dev.turnstile.driver.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: the owner's clock never falls behind, and hardly runs ahead. Method: clocks that the test moves. */
class OwnerClockTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private long nanos = 17;
    private long wall = 123_456_789_012L * MILLI;
    private long boot = 987 * SECOND;
    private boolean hasBoot = true;
    private final OwnerClock clock = new OwnerClock(new OwnerClock.Clocks() {
        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public long wallMillis() {
            return wall / MILLI;
        }

        @Override
        public long bootMillis() {
            return hasBoot ? boot / (10 * MILLI) * 10 : -1;
        }
    });

    private void pass(long time) {
        nanos += time;
        wall += time;
        boot += time;
    }

    private void sleep(long time) {
        wall += time;
        boot += time;
    }

    @Test
    void aBusyProcessSeesTheTimeThatPasses() {
        long begun = clock.exactly();
        for (int i = 0; i < 1_000_000; i++) { // 20 s
            pass(20 * MICRO);
            long now = i % 3 == 0 ? clock.exactly() : clock.now();
            long passed = (i + 1) * 20 * MICRO / MILLI;
            assertThat(now - begun).isBetween(passed - 1, passed + passed / 100 + 25);
        }
    }

    @Test
    void sleepCountsByTheWallClockAndByTheClockOfTheMachine() {
        long begun = clock.exactly();
        sleep(30 * SECOND);
        assertThat(clock.now() - begun).isBetween(29_999L, 30_020L);
        wall -= 1_000 * SECOND; // set back
        pass(SECOND);
        clock.now();
        boot += 7 * SECOND; // asleep, with a wall clock that stops
        assertThat(clock.exactly() - begun).isBetween(37_979L, 38_060L);
    }

    @Test
    void sleepThatOnlyTheClockOfTheMachineShowsCountsAfterAWhile() {
        long begun = clock.exactly();
        boot += 7 * SECOND;
        for (int i = 0; i < 40; i++) {
            pass(SECOND / 2);
            clock.now();
        }
        assertThat(clock.exactly() - begun).isBetween(26_979L, 27_060L);
    }

    @Test
    void sleepCountsAfterTheWallClockWasSetBack() {
        hasBoot = false;
        long begun = clock.now();
        for (int i = 0; i < 5; i++) {
            wall -= 100 * SECOND;
            pass(MILLI);
            clock.now();
            sleep(SECOND);
            clock.now();
        }
        assertThat(clock.now() - begun).isBetween(5_000L, 5_100L);
    }

    @Test
    void aWallClockThatIsSetForwardMakesItRunAhead() {
        long begun = clock.now();
        wall += 60 * SECOND;
        assertThat(clock.now() - begun).isBetween(60_000L, 60_001L);
        pass(SECOND);
        assertThat(clock.exactly() - begun).isBetween(61_000L, 61_030L);
    }
}
