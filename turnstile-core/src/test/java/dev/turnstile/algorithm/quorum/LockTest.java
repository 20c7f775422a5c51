package dev.turnstile.algorithm.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.quorum.Maekawa.Courtesy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The decisive lines of Maekawa's lock, as corrected, one by one: at a member, and at a requester. */
final class LockTest {
    private static final int[] QUORUM = {1, 2};

    /** Records what a lock sends, in the words of the algorithm. */
    private static final class Heard implements Lock.LockSender {
        private final List<String> said = new ArrayList<>();

        @Override
        public void request(int to, long clock) {
            said.add("REQUEST(" + clock + ") to " + to);
        }

        @Override
        public void locked(int to, long clock, long now) {
            said.add("LOCKED(" + clock + ", " + now + ") to " + to);
        }

        @Override
        public void failed(int to, long clock) {
            said.add("FAILED(" + clock + ") to " + to);
        }

        @Override
        public void inquire(int to, long clock) {
            said.add("INQUIRE(" + clock + ") to " + to);
        }

        @Override
        public void giveWay(int to) {
            said.add("YIELD to " + to);
        }

        @Override
        public void release(int to) {
            said.add("RELEASE to " + to);
        }

        /** Returns what was sent since the last call. */
        List<String> news() {
            List<String> news = List.copyOf(said);
            said.clear();
            return news;
        }
    }

    private final Heard heard = new Heard();

    private static Lock lock(Courtesy courtesy) {
        return new Lock(6, QUORUM, courtesy);
    }

    private Lock asking(Courtesy courtesy) {
        Lock lock = lock(courtesy);
        lock.acquire(heard);
        assertThat(heard.news()).containsExactly("REQUEST(1) to 1", "REQUEST(1) to 2");
        return lock;
    }

    /** A member that has lent its vote to node 3 at clock 5. */
    private Lock lent(Courtesy courtesy) {
        Lock lock = lock(courtesy);
        lock.onRequest(3, 5, heard);
        assertThat(heard.news()).containsExactly("LOCKED(5, 5) to 3");
        assertThat(lock.holder()).isEqualTo(3);
        return lock;
    }

    // the member

    @Test
    void theVoteIsLentToOneRequestAtATimeOldestFirst() {
        Lock lock = lent(Courtesy.ALWAYS);
        lock.onRequest(5, 9, heard);
        lock.onRequest(4, 9, heard);
        assertThat(heard.news()).as("both are younger").isEmpty();
        lock.onRelease(3, heard);
        assertThat(heard.news()).as("of equal clocks the smaller node").containsExactly("LOCKED(9, 9) to 4");
        lock.onRelease(4, heard);
        assertThat(heard.news()).containsExactly("LOCKED(9, 9) to 5");
        lock.onRelease(5, heard);
        assertThat(lock.holder()).isEqualTo(Lock.NO_NODE);
        assertThat(heard.news()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Courtesy.class)
    void anOlderRequestMakesTheMemberInquireOnce(Courtesy courtesy) {
        Lock lock = lent(courtesy);
        lock.onRequest(4, 4, heard);
        assertThat(heard.news()).containsExactly("INQUIRE(5) to 3");
        lock.onRequest(2, 3, heard);
        assertThat(heard.news()).doesNotContain("INQUIRE(5) to 3");
    }

    @Test
    void equalClocksAreOrderedByNode() {
        Lock lock = lent(Courtesy.SANDERS);
        lock.onRequest(4, 5, heard);
        assertThat(heard.news()).containsExactly("FAILED(5) to 4");
        lock.onRequest(2, 5, heard);
        assertThat(heard.news()).containsExactly("INQUIRE(5) to 3");
    }

    @Test
    void aRequestThatIsNotNextReceivesFailed() {
        Lock lock = lent(Courtesy.MAEKAWA);
        lock.onRequest(4, 6, heard);
        assertThat(heard.news()).as("younger than the holder").containsExactly("FAILED(6) to 4");
        lock.onRequest(1, 2, heard);
        lock.onRequest(2, 3, heard);
        assertThat(heard.news())
                .as("older than the holder, younger than the next")
                .containsExactly("INQUIRE(5) to 3", "FAILED(3) to 2");
    }

    /** Maekawa's rule omits this, and Sanders adds it. */
    @Test
    void anOvertakenRequestReceivesFailedOnlyFromSanders() {
        Lock sanders = lent(Courtesy.SANDERS);
        sanders.onRequest(4, 4, heard);
        sanders.onRequest(2, 3, heard);
        assertThat(heard.news()).containsExactly("INQUIRE(5) to 3", "FAILED(4) to 4");
        Lock printed = lent(Courtesy.MAEKAWA);
        printed.onRequest(4, 4, heard);
        printed.onRequest(2, 3, heard);
        assertThat(heard.news()).containsExactly("INQUIRE(5) to 3");
    }

    @Test
    void anOvertakenRequestReceivesFailedOnlyOnce() {
        Lock lock = lent(Courtesy.SANDERS);
        lock.onRequest(4, 6, heard);
        lock.onRequest(2, 3, heard);
        assertThat(heard.news()).containsExactly("FAILED(6) to 4", "INQUIRE(5) to 3");
    }

    @Test
    void failedIsNeverSentIfWaitersAlwaysYield() {
        Lock lock = lent(Courtesy.ALWAYS);
        lock.onRequest(4, 6, heard);
        lock.onRequest(2, 3, heard);
        lock.onRequest(1, 2, heard);
        assertThat(heard.news()).containsExactly("INQUIRE(5) to 3");
    }

    @Test
    void aYieldedVoteGoesToTheOldestAndItsHolderQueues() {
        Lock lock = lent(Courtesy.ALWAYS);
        lock.onRequest(4, 4, heard);
        lock.onYield(heard);
        assertThat(heard.news()).containsExactly("INQUIRE(5) to 3", "LOCKED(4, 5) to 4");
        lock.onRequest(2, 1, heard);
        assertThat(heard.news()).as("asked back again, of the new holder").containsExactly("INQUIRE(4) to 4");
        lock.onYield(heard);
        lock.onRelease(2, heard);
        lock.onRelease(4, heard);
        assertThat(heard.news()).containsExactly("LOCKED(1, 5) to 2", "LOCKED(4, 5) to 4", "LOCKED(5, 5) to 3");
    }

    @Test
    void aQueuedRequestThatIsWithdrawnIsForgotten() {
        Lock lock = lent(Courtesy.ALWAYS);
        lock.onRequest(4, 6, heard);
        lock.onRelease(4, heard);
        lock.onRelease(3, heard);
        assertThat(heard.news()).isEmpty();
        assertThat(lock.holder()).isEqualTo(Lock.NO_NODE);
    }

    /** The older request was withdrawn before the vote came back, so the same node gets the vote again. */
    @Test
    void aYieldedVoteReturnsIfTheOlderRequestWasWithdrawn() {
        Lock lock = lent(Courtesy.ALWAYS);
        lock.onRequest(4, 4, heard);
        lock.onRelease(4, heard);
        heard.news();
        lock.onYield(heard);
        assertThat(heard.news()).containsExactly("LOCKED(5, 5) to 3");
        lock.onRequest(4, 2, heard);
        assertThat(heard.news()).containsExactly("INQUIRE(5) to 3");
    }

    @Test
    void withdrawingARequestThatHasTheVotePassesItOn() {
        Lock lock = lent(Courtesy.ALWAYS);
        lock.onRequest(4, 4, heard);
        heard.news();
        lock.onRelease(3, heard);
        assertThat(heard.news()).containsExactly("LOCKED(4, 5) to 4");
    }

    /** After a free vote is lent again, the pending INQUIRE to the earlier holder is forgotten. */
    @Test
    void aNewHolderIsInquiredAgain() {
        Lock lock = lent(Courtesy.ALWAYS);
        lock.onRequest(4, 4, heard);
        lock.onRelease(4, heard);
        lock.onRelease(3, heard);
        lock.onRequest(5, 7, heard);
        heard.news();
        lock.onRequest(2, 6, heard);
        assertThat(heard.news()).containsExactly("INQUIRE(7) to 5");
    }

    // the requester

    @Test
    void theLockIsHeldOnceTheLastVoteArrives() {
        Lock lock = asking(Courtesy.ALWAYS);
        lock.onLocked(2, 1, 1);
        assertThat(lock.hasAll()).isFalse();
        assertThat(lock.has(2)).isTrue();
        assertThat(lock.has(1)).isFalse();
        assertThat(lock.has(0)).as("no member").isFalse();
        lock.onLocked(1, 1, 1);
        assertThat(lock.hasAll()).isTrue();
        lock.release(heard);
        assertThat(heard.news()).containsExactly("RELEASE to 1", "RELEASE to 2");
        assertThat(lock.hasAll()).isFalse();
    }

    @Test
    void aRequestIsYoungerThanEveryClockSeen() {
        Lock lock = lock(Courtesy.ALWAYS);
        lock.onRequest(3, 8, heard);
        heard.news();
        lock.acquire(heard);
        assertThat(heard.news()).containsExactly("REQUEST(9) to 1", "REQUEST(9) to 2");
        lock.onLocked(1, 9, 20);
        lock.release(heard);
        heard.news();
        lock.acquire(heard);
        assertThat(heard.news())
                .as("after the clock of a vote")
                .containsExactly("REQUEST(21) to 1", "REQUEST(21) to 2");
    }

    @Test
    void aWaitingNodeYieldsToEveryInquire() {
        Lock lock = asking(Courtesy.ALWAYS);
        lock.onLocked(1, 1, 1);
        lock.onInquire(1, 1, heard);
        assertThat(heard.news()).containsExactly("YIELD to 1");
        assertThat(lock.has(1)).isFalse();
        lock.onInquire(1, 1, heard);
        assertThat(heard.news()).as("the vote is gone").isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Courtesy.class,
            names = {"SANDERS", "MAEKAWA"})
    void aNodeKeepsTheVoteUntilItReceivesFailed(Courtesy courtesy) {
        Lock lock = asking(courtesy);
        lock.onLocked(1, 1, 1);
        lock.onInquire(1, 1, heard);
        assertThat(heard.news()).isEmpty();
        lock.onFailed(2, 1, heard);
        assertThat(heard.news()).containsExactly("YIELD to 1");
        assertThat(lock.has(1)).isFalse();
        lock.onLocked(2, 1, 1);
        lock.onInquire(2, 1, heard);
        assertThat(heard.news())
                .as("it has yielded once, so another request comes first")
                .containsExactly("YIELD to 2");
    }

    @Test
    void aNodeWithFailedYieldsAtOnceUntilThatMemberVotesForIt() {
        Lock lock = asking(Courtesy.SANDERS);
        lock.onLocked(1, 1, 1);
        lock.onFailed(2, 1, heard);
        lock.onInquire(1, 1, heard);
        assertThat(heard.news()).containsExactly("YIELD to 1");
        lock.onLocked(1, 1, 1);
        lock.onLocked(2, 1, 1);
        assertThat(lock.hasAll()).isTrue();
        lock.onInquire(2, 1, heard);
        assertThat(heard.news()).as("no other request comes first now").isEmpty();
    }

    @Test
    void theHolderOfTheLockNeverYields() {
        Lock lock = asking(Courtesy.ALWAYS);
        lock.onLocked(1, 1, 1);
        lock.onLocked(2, 1, 1);
        lock.keep();
        lock.onInquire(1, 1, heard);
        assertThat(heard.news()).isEmpty();
        assertThat(lock.hasAll()).isTrue();
    }

    @Test
    void answersToAWithdrawnRequestAreIgnored() {
        Lock lock = asking(Courtesy.SANDERS);
        lock.release(heard);
        heard.news();
        lock.onLocked(1, 1, 1);
        assertThat(lock.has(1)).isFalse();
        lock.acquire(heard);
        assertThat(heard.news()).containsExactly("REQUEST(2) to 1", "REQUEST(2) to 2");
        lock.onLocked(1, 1, 1);
        lock.onLocked(2, 1, 1);
        assertThat(lock.hasAll()).as("votes for the first request").isFalse();
        lock.onLocked(1, 2, 2);
        lock.onInquire(1, 1, heard);
        lock.onFailed(2, 1, heard);
        lock.onInquire(1, 2, heard);
        assertThat(heard.news()).as("FAILED was for the first request").isEmpty();
        assertThat(lock.has(1)).isTrue();
    }

    @Test
    void anInquireAboutAnEarlierRequestIsIgnored() {
        Lock lock = asking(Courtesy.ALWAYS);
        lock.release(heard);
        lock.acquire(heard);
        heard.news();
        lock.onLocked(1, 2, 2);
        lock.onInquire(1, 1, heard);
        assertThat(heard.news()).isEmpty();
        assertThat(lock.has(1)).isTrue();
    }

    @Test
    void resetForgetsAllVotesAndRequests() {
        Lock lock = asking(Courtesy.ALWAYS);
        lock.onLocked(1, 1, 7);
        lock.onRequest(3, 5, heard);
        lock.onRequest(4, 6, heard);
        lock.reset(new int[] {0});
        heard.news();
        assertThat(lock.holder()).isEqualTo(Lock.NO_NODE);
        lock.onLocked(0, 1, 7);
        assertThat(lock.hasAll()).isFalse();
        lock.acquire(heard);
        assertThat(heard.news()).containsExactly("REQUEST(8) to 0");
        lock.onRequest(2, 9, heard);
        lock.onRelease(2, heard);
        assertThat(heard.news()).as("the queue is empty").containsExactly("LOCKED(9, 9) to 2");
    }
}
