package dev.turnstile.algorithm.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.store.StoreSetup.Event;
import dev.turnstile.algorithm.store.StoreSetup.Script;
import dev.turnstile.algorithm.store.StoreSetup.Twin;
import dev.turnstile.algorithm.store.StoreWorld.Sight;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: a request enters once and leaves once, whatever becomes of the calls to the store. Method: every run of two or
 * three clerks on a store, in which replaces are lost or arrive late ({@link StoreWorld}). Sessions live forever here.
 *
 * <p>In every state: the units held are within the limit (1); fences grow (3); no leave takes what serves below the
 * floor (5); from here all callers come to their end (8); an entry has a caller (9); a permit has its entry (10); a
 * waiter is in line, and keeps its place (11).
 */
class ClerkExplorationTest {
    private static final long STATES_MAX = 20_000_000;

    /** What a clerk does after conflicts. */
    private enum Store {
        /** It posts its batch, and no other clerk looks. */
        PLAIN,
        /** It posts its batch, and other clerks apply it. */
        POSTS,
        /** It commits under the lock of the store. */
        QUEUES,
        /** The same, and the store sends its value along with the news of a change. */
        TELLS
    }

    private static StoreSetup setup(Store store, int floor, int limit, int unanswered, String scripts) {
        StoreSetup setup = new StoreSetup().bounds(floor, limit).atMost(unanswered, Event.UNKNOWN);
        for (String callers : scripts.split("\\|")) {
            List<Script> all = Stream.of(callers.split(" and "))
                    .map(String::strip)
                    .map(Script::valueOf)
                    .toList();
            setup.process(all.toArray(Script[]::new));
        }
        return switch (store) {
            case PLAIN -> setup;
            case POSTS -> setup.posts();
            case QUEUES -> setup.queues();
            case TELLS -> setup.queues().hears();
        };
    }

    private static StoreWorld.Result assertHolds(StoreSetup setup, long states) {
        StoreWorld.Result result = new StoreWorld(setup).search(STATES_MAX);
        System.out.println(setup.scripts + ": " + result);
        assertThat(result.flaw()).as(result::toString).isEmpty();
        assertThat(result.exhausted()).isTrue();
        assertThat(result.sights()).contains(Sight.HELD);
        assertThat(result.states()).isEqualTo(states);
        return result;
    }

    @ParameterizedTest(name = "{0}, between {1} and {2}, {4}, {3} unanswered: {5} states")
    @CsvSource({
        "PLAIN, 0, 1, 2, PASSES | PASSES, 93114",
        "PLAIN, 0, 2, 1, PASSES | PASSES, 73329",
        "PLAIN, 0, 1, 2, PASSES | TRIES, 64899",
        "PLAIN, 0, 1, 1, PASSES | WITHDRAWS, 78041",
        "PLAIN, 0, 1, 1, WITHDRAWS | WITHDRAWS, 128130",
        "PLAIN, 0, 2, 1, PASSES_WITH_TWO | LEAVES_IN_PARTS, 72452",
        "PLAIN, 1, 2, 1, SERVES | STAYS, 70747",
        "PLAIN, 1, 2, 1, LINGERS | STAYS, 89474",
        "QUEUES, 0, 1, 2, PASSES | PASSES, 55536",
        "QUEUES, 0, 1, 2, PASSES | TRIES, 46581",
        "TELLS, 0, 1, 1, PASSES | PASSES, 374505",
        "TELLS, 0, 1, 1, PASSES | TRIES, 300077"
    })
    void twoClerksLetEachRequestInOnceAndOutOnce(
            Store store, int floor, int limit, int unanswered, String scripts, long states) {
        StoreWorld.Result result = assertHolds(setup(store, floor, limit, unanswered, scripts), states);
        assertThat(result.sights()).contains(Sight.LATE_REPLACE);
    }

    @ParameterizedTest(name = "{1}, {0} unanswered: {2} states")
    @CsvSource({"1, PASSES | PASSES, 109762", "1, PASSES | TRIES, 83335", "1, PASSES | WITHDRAWS, 245700"})
    void aPostedBatchIsAppliedOnce(int unanswered, String scripts, long states) {
        StoreWorld.Result result = assertHolds(setup(Store.POSTS, 0, 1, unanswered, scripts), states);
        assertThat(result.sights()).contains(Sight.POSTED, Sight.APPLIED_FOR_ANOTHER);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, between {1} and {2}, {4}, {3} unanswered: {5} states")
    @CsvSource({
        "PLAIN, 0, 2, 2, PASSES_WITH_TWO | LEAVES_IN_PARTS, 183337",
        "PLAIN, 0, 1, 3, WITHDRAWS | WITHDRAWS, 544928",
        "PLAIN, 1, 2, 2, LINGERS | STAYS, 215887",
        "QUEUES, 0, 1, 1, PASSES and TRIES | PASSES, 702696",
        "PLAIN, 0, 1, 1, PASSES and PASSES | PASSES, 1658120",
        "PLAIN, 0, 1, 1, PASSES and TRIES | PASSES, 1262515",
        "QUEUES, 1, 2, 0, SERVES | SERVES and STAYS, 1957206",
        "POSTS, 0, 1, 0, PASSES | PASSES and PASSES, 672476",
        "POSTS, 0, 1, 2, PASSES | WITHDRAWS, 778849",
        "QUEUES, 0, 1, 0, PASSES | PASSES | PASSES, 3121892",
        "QUEUES, 0, 2, 0, PASSES | PASSES_WITH_TWO | TRIES, 5326028",
        "QUEUES, 0, 1, 0, WITHDRAWS | TRIES | TRIES, 6049739"
    })
    void moreCallersAndClerksLetEachRequestInOnceAndOutOnce(
            Store store, int floor, int limit, int unanswered, String scripts, long states) {
        assertHolds(setup(store, floor, limit, unanswered, scripts), states);
    }

    private static String flawOf(Twin twin, StoreSetup setup) {
        StoreWorld.Result result = new StoreWorld(setup.twin(twin).withoutLockout()).search(STATES_MAX);
        System.out.println(twin + ": " + result);
        return result.flaw();
    }

    @Test
    void aClerkThatRepeatsBlindlyAfterAnUnknownOutcomeIsCaught() {
        assertThat(flawOf(Twin.REPEATS_BLINDLY, setup(Store.PLAIN, 0, 1, 1, "PASSES | PASSES")))
                .startsWith("9: an entry of P0 has no caller");
    }

    @Test
    void aCallerThatGivesUpAfterAnUnknownOutcomeIsCaught() {
        assertThat(flawOf(Twin.GIVES_UP_ON_UNKNOWN, setup(Store.PLAIN, 0, 1, 1, "PASSES | PASSES")))
                .startsWith("9: an entry of P0 has no caller");
    }

    @Test
    void aClerkThatTakesNewsForTheBaseOfAnEarlierBatchIsCaught() {
        assertThat(flawOf(Twin.HEARS_BEHIND_A_BATCH, setup(Store.TELLS, 0, 1, 1, "PASSES | PASSES")))
                .startsWith("3: fence 1 does not grow");
    }

    @Test
    void aClerkThatAppliesAPostedBatchTwiceIsCaught() {
        assertThat(flawOf(Twin.IGNORES_BATCH_NUMBERS, setup(Store.POSTS, 0, 1, 0, "PASSES_TWICE | PASSES")))
                .startsWith("9: ");
    }
}
