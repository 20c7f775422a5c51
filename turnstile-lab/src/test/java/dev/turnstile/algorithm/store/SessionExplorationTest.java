package dev.turnstile.algorithm.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.store.StoreSetup.Event;
import dev.turnstile.algorithm.store.StoreSetup.Script;
import dev.turnstile.algorithm.store.StoreSetup.Twin;
import dev.turnstile.algorithm.store.StoreWorld.Sight;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: no two processes hold the same unit, although each of them may be stopped for any time at any point, and the
 * others go on without it. Method: every run of two or three processes with owners, watchers and clerks, in discrete
 * time without an end ({@link StoreWorld}). A lease is three ticks, and each session has a few beats.
 *
 * <p>In every state, besides what {@link ClerkExplorationTest} names: a session is DEAD only after its deadline (2); no
 * permit is delivered after it, because it would have no entry sooner or later (4, 10); a guarded transaction has its
 * entry.
 */
class SessionExplorationTest {
    private static final long STATES_MAX = 20_000_000;

    private static StoreSetup stay(int lives, int... beats) {
        StoreSetup setup =
                new StoreSetup().timed(lives, beats).withoutLockout().queues().answersAtOnce();
        Arrays.stream(beats).forEach(process -> setup.process(Script.STAYS));
        return setup;
    }

    private static StoreSetup run(int lives, int[] beats, Script... scripts) {
        StoreSetup setup =
                new StoreSetup().timed(lives, beats).withoutLockout().queues().answersAtOnce();
        Arrays.stream(scripts).forEach(setup::process);
        return setup;
    }

    private static int[] beats(int... ofProcesses) {
        return ofProcesses;
    }

    private static void assertHolds(StoreSetup setup, long states, Sight... reached) {
        StoreWorld.Result result = new StoreWorld(setup).search(STATES_MAX);
        System.out.println(setup.scripts + ": " + result);
        assertThat(result.flaw()).as(result::toString).isEmpty();
        assertThat(result.exhausted()).isTrue();
        assertThat(result.sights()).contains(Sight.HELD).contains(reached);
        assertThat(result.states()).isEqualTo(states);
    }

    @Test
    void oneProcessTakesOverFromAnotherThatFallsSilent() {
        assertHolds(stay(1, 1, 2), 237_691, Sight.LOST, Sight.KILLED_WHILE_IT_HELD, Sight.HELD_AFTER_A_KILL);
    }

    @Test
    void callersThatPassComeToTheirEnd() {
        StoreSetup setup = run(1, beats(1, 1), Script.PASSES, Script.PASSES);
        setup.calms = true;
        assertHolds(setup, 43_154, Sight.WAITED, Sight.KILLED);
    }

    @Test
    void oneProcessPassesAndAnotherTries() {
        assertHolds(run(1, beats(1, 1), Script.PASSES, Script.TRIES), 23_385, Sight.LOST);
    }

    @Test
    void aCallGetsNoAnswer() {
        assertHolds(stay(1, 1, 1).atMost(1, Event.UNKNOWN), 124_716, Sight.LATE_REPLACE, Sight.KILLED);
    }

    @Test
    void aProcessCrashes() {
        assertHolds(stay(1, 1, 1).atMost(1, Event.CRASH), 13_456, Sight.LATE_REPLACE, Sight.KILLED);
    }

    @Test
    void anOperatorRevokesASession() {
        assertHolds(stay(1, 1, 1).atMost(1, Event.REVOKE), 35_872, Sight.REVOKED, Sight.KILLED);
    }

    @Test
    void aProcessEndsItsSession() {
        assertHolds(
                run(1, beats(1, 1), Script.PASSES, Script.STAYS).atMost(1, Event.END),
                160_671,
                Sight.ENDED,
                Sight.KILLED);
    }

    @Test
    void aGuardedTransactionDelaysTheNextHolder() {
        assertHolds(stay(1, 1, 1).guards(), 12_408, Sight.GUARDED_AFTER_DEADLINE, Sight.KILLED_WHILE_IT_HELD);
    }

    @Test
    void clocksDriftWithinTheMargin() {
        assertHolds(stay(1, 1, 1).lease(2, new Lease(6, 2, 8)).atMost(2, Event.DRIFT), 105_219, Sight.KILLED);
    }

    @Test
    void clocksThatDriftMoreThanTheMarginAreCaught() {
        assertThat(flawOf(Twin.NONE, stay(1, 1, 1).atMost(1, Event.DRIFT))).startsWith("2: ");
    }

    @Test
    void aWindowOutlastsSilentServers() {
        assertHolds(
                run(1, beats(1, 2), Script.SERVES, Script.STAYS).keepsPlace().bounds(1, 2),
                51_222,
                Sight.HELD_BY_TWO,
                Sight.DOUBTED);
    }

    @Test
    void aDoubtedHolderLingers() {
        assertHolds(
                run(1, beats(2, 1), Script.LINGERS, Script.STAYS)
                        .keepsPlace()
                        .bounds(1, 1)
                        .commits(4),
                532_999,
                Sight.DOUBTED,
                Sight.WAITED);
    }

    @Test
    void aWindowLosesSilentServers() {
        assertHolds(
                run(1, beats(1, 1), Script.LINGERS, Script.STAYS).bounds(1, 2), 17_838, Sight.HELD_BY_TWO, Sight.LOST);
    }

    // ------------------------------------------------------------------------------------------------ larger

    @Tag("long")
    @Test
    void aProcessGoesOnWithAnotherSession() {
        assertHolds(stay(2, 1, 2).commits(6), 1_237_057, Sight.SECOND_LIFE);
    }

    @Tag("long")
    @Test
    void aProcessEndsItsSessionBetweenTwoPasses() {
        assertHolds(
                run(1, beats(1, 1), Script.PASSES_TWICE, Script.STAYS).atMost(1, Event.END),
                869_030,
                Sight.ENDED,
                Sight.KILLED);
    }

    @Tag("long")
    @Test
    void aGuardedTransactionDelaysTheNextHolderWhichBeats() {
        assertHolds(stay(1, 1, 2).guards(), 305_314, Sight.GUARDED_AFTER_DEADLINE, Sight.HELD_AFTER_A_KILL);
    }

    @Tag("long")
    @Test
    void aDoubtedHolderLingersLonger() {
        assertHolds(
                run(1, beats(2, 1), Script.LINGERS, Script.STAYS)
                        .keepsPlace()
                        .bounds(1, 1)
                        .commits(5),
                976_934,
                Sight.DOUBTED,
                Sight.WAITED);
    }

    @Tag("long")
    @Test
    void twoProcessesThatBothBeat() {
        assertHolds(stay(1, 2, 2), 5_530_351, Sight.HELD_AFTER_A_KILL);
    }

    @Tag("long")
    @Test
    void aProcessThatBeatsTwiceMore() {
        assertHolds(stay(1, 1, 3), 1_039_734, Sight.HELD_AFTER_A_KILL);
    }

    @Tag("long")
    @Test
    void callersThatPassOneOfWhichBeats() {
        assertHolds(run(1, beats(1, 2), Script.PASSES, Script.PASSES), 1_127_672, Sight.HELD_AFTER_A_KILL);
    }

    @Tag("long")
    @Test
    void aWaiterGivesUp() {
        assertHolds(run(1, beats(1, 2), Script.STAYS, Script.WITHDRAWS), 1_294_030, Sight.HELD_AFTER_A_KILL);
    }

    @Tag("long")
    @Test
    void aCallGetsNoAnswerWhileOneProcessBeats() {
        assertHolds(stay(1, 1, 2).atMost(1, Event.UNKNOWN), 3_199_545, Sight.HELD_AFTER_A_KILL, Sight.LATE_REPLACE);
    }

    @Tag("long")
    @Test
    void aRevokedProcessHoldsAgainInItsNextSession() {
        assertHolds(
                stay(2, 1, 2).atMost(1, Event.REVOKE).commits(5),
                2_759_848,
                Sight.SECOND_LIFE_HELD,
                Sight.HELD_AFTER_A_KILL);
    }

    @Tag("long")
    @Test
    void clocksDriftWithinTheMarginWhileOneProcessBeats() {
        assertHolds(
                stay(1, 1, 2).lease(2, new Lease(8, 2, 10)).atMost(1, Event.DRIFT), 1_520_155, Sight.HELD_AFTER_A_KILL);
    }

    @Tag("long")
    @Test
    void threeProcessesShareTwoUnits() {
        assertHolds(stay(1, 1, 1, 1).bounds(0, 2).commits(4), 1_079_586, Sight.HELD_BY_TWO, Sight.KILLED_WHILE_IT_HELD);
    }

    // ------------------------------------------------------------------------------------------------ twins

    private static String flawOf(Twin twin, StoreSetup setup) {
        StoreWorld.Result result = new StoreWorld(setup.twin(twin)).search(STATES_MAX);
        System.out.println(twin + ": " + result);
        return result.flaw();
    }

    private static StoreSetup setupFor(Twin twin) {
        return switch (twin) {
            case DEADLINE_FROM_ANSWER, WATCHES_FROM_CALL, KILLS_WITHOUT_COMPARE, REMOVES_BEFORE_KILL -> stay(1, 2, 1);
            case DEADLINE_FROM_GRANT, DELIVERS_BLINDLY -> stay(1, 1, 2);
            case WATCH_AHEAD -> stay(1, 1, 1).lease(2, new Lease(10, 0, 10));
            case REVIVES -> stay(1, 3, 1);
            case REMOVES_REVOKED -> stay(1, 1, 1).atMost(1, Event.REVOKE);
            case ENDS_WITH_PERMIT -> stay(1, 1, 1).atMost(1, Event.END);
            case REUSES_ID -> stay(2, 1, 1).atMost(1, Event.END);
            case IGNORES_GUARDS -> stay(1, 1, 1).guards();
            case DELIVERS_IN_ANOTHER_SESSION -> stay(2, 2, 1);
            case NONE, IMPATIENT, REPEATS_BLINDLY, GIVES_UP_ON_UNKNOWN, IGNORES_BATCH_NUMBERS, HEARS_BEHIND_A_BATCH ->
                stay(1, 1, 1);
        };
    }

    private static String flawExpectedOf(Twin twin) {
        return switch (twin) {
            case DEADLINE_FROM_ANSWER, WATCHES_FROM_CALL, IMPATIENT, WATCH_AHEAD, KILLS_WITHOUT_COMPARE ->
                "2: the session of P0 is DEAD before its deadline";
            case DEADLINE_FROM_GRANT,
                    DELIVERS_BLINDLY,
                    REMOVES_BEFORE_KILL,
                    REVIVES,
                    REMOVES_REVOKED,
                    ENDS_WITH_PERMIT,
                    DELIVERS_IN_ANOTHER_SESSION -> "10: P0 has a valid permit without an entry";
            case REUSES_ID, REPEATS_BLINDLY, GIVES_UP_ON_UNKNOWN -> "9: an entry of P0 has no caller";
            case IGNORES_GUARDS -> "guard: P0 guards a transaction without an entry";
            case NONE, IGNORES_BATCH_NUMBERS, HEARS_BEHIND_A_BATCH -> "";
        };
    }

    /** The twins of clerks are in {@link ClerkExplorationTest}. */
    @ParameterizedTest
    @EnumSource(
            value = Twin.class,
            names = {"NONE", "REPEATS_BLINDLY", "GIVES_UP_ON_UNKNOWN", "IGNORES_BATCH_NUMBERS", "HEARS_BEHIND_A_BATCH"},
            mode = EnumSource.Mode.EXCLUDE)
    void everyTwinIsCaught(Twin twin) {
        assertThat(flawOf(twin, setupFor(twin))).startsWith(flawExpectedOf(twin));
    }
}
