package dev.turnstile.lab.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.machine.Region;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The properties of windows, configuration by configuration. */
final class WindowPropertiesTest {
    private static final Region OUT = Region.REMAINDER;
    private static final Region TRIES = Region.TRYING;
    private static final Region IN = Region.CRITICAL;
    private static final Region LEAVES = Region.EXIT;

    /** A view of a window, in which a participant that waits to leave is inside. */
    private record Seen(List<Region> regions, boolean resting) implements Invariant.View {
        @Override
        public int participants() {
            return regions.size();
        }

        @Override
        public Region region(int participant) {
            return regions.get(participant);
        }

        @Override
        public boolean isInside(int participant) {
            return region(participant) == IN || region(participant) == LEAVES;
        }

        @Override
        public int units(int participant) {
            return 1;
        }

        @Override
        public int progress(int participant) {
            return 0;
        }

        @Override
        public long tokens() {
            return 0;
        }
    }

    private static List<Integer> broken(Invariant invariant, Region... regions) {
        return invariant
                .check(new Seen(List.of(regions), true))
                .map(Violation::participants)
                .orElse(List.of(-1));
    }

    private static boolean holds(Invariant invariant, Region... regions) {
        return invariant.check(new Seen(List.of(regions), true)).isEmpty();
    }

    @Test
    void aParticipantThatWaitsToLeaveIsInside() {
        assertThat(holds(new AtLeast(2), IN, LEAVES, OUT)).isTrue();
        assertThat(holds(new AtMost(1), IN, LEAVES, OUT)).isFalse();
        assertThat(holds(new AtMost(2), IN, LEAVES, TRIES)).isTrue();
    }

    @Test
    void tooFewInsideIsAViolationThatNamesThem() {
        assertThat(broken(new AtLeast(2), OUT, IN, TRIES)).containsExactly(1);
        assertThat(broken(new AtLeast(1), OUT, TRIES)).isEmpty();
        assertThat(new AtLeast(2).check(new Seen(List.of(OUT, IN), false)))
                .hasValueSatisfying(
                        violation -> assertThat(violation.reason()).isEqualTo("1 inside, at least 2 wanted"));
    }

    @Test
    void aFloorIsAtLeastOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AtLeast(0))
                .withMessage("the floor must be at least 1, not 0");
        assertThat(new AtLeast(1).sentence()).isEqualTo("at least 1 is inside");
        assertThat(new AtLeast(2).sentence()).isEqualTo("at least 2 are inside");
        assertThat(new AtLeast(2).name()).isEqualTo("inclusion");
    }

    @Test
    void asManyAsMustStayMayWaitToLeaveIfNoOthersAreInside() {
        assertThat(holds(new Granted(2), LEAVES, LEAVES, OUT)).isTrue();
        assertThat(holds(new Granted(2), LEAVES, OUT, OUT)).isTrue();
        assertThat(broken(new Granted(1), LEAVES, LEAVES, OUT)).containsExactly(0, 1);
        assertThat(broken(new Granted(1), IN, LEAVES, OUT)).containsExactly(1);
        assertThat(broken(new Granted(0), OUT, LEAVES)).containsExactly(1);
    }

    @Test
    void waitingToEnterAtRestIsAViolationForAnyFloor() {
        assertThat(broken(new Granted(2), LEAVES, LEAVES, TRIES)).containsExactly(2);
        assertThat(broken(new Granted(), OUT, OUT, TRIES)).containsExactly(2);
    }

    @Test
    void nothingIsJudgedWhileMessagesAreInFlight() {
        assertThat(new Granted(1).check(new Seen(List.of(LEAVES, LEAVES, TRIES), false)))
                .isEmpty();
    }
}
