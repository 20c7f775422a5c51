package dev.turnstile.algorithm.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Goal: races between clerks that exploration or reading has found. Method: one order of calls each, by hand. */
class ClerkRacesTest {
    private static final SessionId HERE = new SessionId(0, 1);
    private static final SessionId THERE = new SessionId(0, 2);
    private static final int ENTRIES = 4;

    private StoredLedger now = withTwoSessions(1);
    private final Clerk here = clerk(HERE, false);
    private final Clerk there = clerk(THERE, false);

    private static StoredLedger withTwoSessions(int limit) {
        StoredLedger.Draft draft =
                new StoredLedger.Draft(StoredLedger.empty(0, limit, WhenSilent.LOSES_PLACE), new Ledger(ENTRIES));
        draft.join(HERE, 0);
        draft.join(THERE, 0);
        return draft.next();
    }

    private Clerk clerk(SessionId session, boolean queues) {
        Clerk clerk = new Clerk(now.row(session).orElseThrow(), queues, ENTRIES);
        clerk.read(Optional.of(now));
        return clerk;
    }

    private static LedgerProcess acquire(Clerk clerk, int units) {
        LedgerProcess request = clerk.request();
        request.acquire(units);
        clerk.submit(request);
        return request;
    }

    private static LedgerProcess attempt(Clerk clerk) {
        LedgerProcess request = clerk.request();
        request.attempt(1);
        clerk.submit(request);
        return request;
    }

    /** Makes calls until the clerk rests, but no more than a hundred. Other sessions are alive. */
    private void serve(Clerk clerk) {
        for (int calls = 0; calls < 100; calls++) {
            switch (clerk.next()) {
                case Clerk.Call.Rest() -> {
                    return;
                }
                case Clerk.Call.Read() -> clerk.read(Optional.of(now));
                case Clerk.Call.Replace replace -> replace(clerk, replace);
                case Clerk.Call.Queue() -> {
                    Optional<Clerk.Call.Replace> next = clerk.underLock(now);
                    next.ifPresent(replace -> now = replace.next());
                    clerk.answered(next.isPresent() ? Clerk.Answer.APPLIED : Clerk.Answer.CONFLICT);
                }
                case Clerk.Call.Examine(Set<SessionId> sessions) -> clerk.examined();
                case Clerk.Call.Post(Batch batch) -> clerk.posted();
            }
        }
        throw new AssertionError("the clerk does not come to rest");
    }

    private void replace(Clerk clerk, Clerk.Call.Replace replace) {
        if (replace.base().commits() == now.commits()) {
            now = replace.next();
            clerk.answered(Clerk.Answer.APPLIED);
        } else {
            clerk.answered(Clerk.Answer.CONFLICT);
        }
    }

    /** Another process commits something before this clerk's next replace arrives. */
    private void lose(Clerk clerk) {
        Clerk.Call.Replace replace = (Clerk.Call.Replace) clerk.next();
        now = new StoredLedger.Draft(now, new Ledger(ENTRIES)).next();
        replace(clerk, replace);
        assertThat(clerk.next()).isInstanceOf(Clerk.Call.Read.class);
        clerk.read(Optional.of(now));
    }

    @Test
    void aReleaseThatAnotherClerkAppliesWhileItsOwnReplaceIsUnderWaySettlesOnce() {
        LedgerProcess request = acquire(here, 1);
        serve(here);
        assertThat(request.region()).isEqualTo(Region.CRITICAL);

        request.release();
        here.submit(request);
        lose(here);
        lose(here);
        Batch posted = ((Clerk.Call.Post) here.next()).batch();
        here.posted();
        Clerk.Call.Replace underWay = (Clerk.Call.Replace) here.next();
        there.changed();
        there.inbox(Map.of(HERE, posted));
        LedgerProcess other = acquire(there, 1);
        serve(there);
        assertThat(other.region()).isEqualTo(Region.CRITICAL);

        replace(here, underWay);
        serve(here);
        assertThat(request.region()).isEqualTo(Region.REMAINDER);
        assertThat(request.isLost()).isFalse();
    }

    @Test
    void anAttemptThatLostARaceIsRefusedUnderTheStoresLock() {
        Clerk queueing = clerk(HERE, true);
        LedgerProcess attempt = attempt(queueing);
        Clerk.Call.Replace underWay = (Clerk.Call.Replace) queueing.next();
        acquire(there, 1);
        serve(there);

        replace(queueing, underWay);
        serve(queueing);
        assertThat(attempt.region()).isEqualTo(Region.REMAINDER);
    }

    @Test
    void aRequestIsNotRefusedBecauseOfALimitThatWasRaised() {
        StoredLedger.Draft raised = new StoredLedger.Draft(now, new Ledger(ENTRIES));
        raised.ledger().setBounds(0, 2, true);
        now = raised.next();

        LedgerProcess request = acquire(here, 2);
        serve(here);
        assertThat(request.region()).isEqualTo(Region.CRITICAL);
    }

    @Test
    void anAttemptIsRefusedOnlyAfterTheHoldersWereExamined() {
        acquire(there, 1);
        serve(there);
        here.changed();
        LedgerProcess attempt = attempt(here);
        acquire(here, 1); // the same batch puts another request in line
        boolean examined = false;
        while (attempt.region() == Region.TRYING) {
            switch (here.next()) {
                case Clerk.Call.Read() -> here.read(Optional.of(now));
                case Clerk.Call.Replace replace -> replace(here, replace);
                case Clerk.Call.Examine(Set<SessionId> sessions) -> {
                    assertThat(sessions).containsExactly(THERE);
                    examined = true;
                    here.examined();
                }
                case Clerk.Call.Rest rest -> assertThat(attempt.region()).isEqualTo(Region.REMAINDER);
                case Clerk.Call.Queue queue -> throw new AssertionError("not expected: " + queue);
                case Clerk.Call.Post post -> throw new AssertionError("not expected: " + post);
            }
        }
        assertThat(examined).isTrue();
    }

    @Test
    void aBatchPostedBeforeTheSessionLeftTheRosterIsNotAppliedAfterItJoinedAgain() {
        acquire(here, 1);
        lose(here);
        lose(here);
        Batch posted = ((Clerk.Call.Post) here.next()).batch();
        leaveAndJoinAgain();

        there.inbox(Map.of(HERE, posted));
        there.changed();
        serve(there);
        Ledger ledger = new Ledger(ENTRIES);
        ledger.load(now.words());
        assertThat(ledger.entries()).isZero();
    }

    private void leaveAndJoinAgain() {
        StoredLedger.Draft left = new StoredLedger.Draft(now, new Ledger(ENTRIES));
        left.bury(HERE);
        now = left.next();
        StoredLedger.Draft joined = new StoredLedger.Draft(now, new Ledger(ENTRIES));
        joined.join(HERE, 0);
        now = joined.next();
    }

    @Test
    void requestsOfASessionThatLeftTheRosterAndJoinedAgainStandInLineAgain() {
        LedgerProcess holder = acquire(there, 1);
        serve(there);
        here.changed();
        LedgerProcess inLine = acquire(here, 1);
        serve(here);
        LedgerProcess underWay = acquire(here, 1);
        Clerk.Call.Replace replace = (Clerk.Call.Replace) here.next();
        leaveAndJoinAgain();
        replace(here, replace);
        assertThat(here.next()).isInstanceOf(Clerk.Call.Read.class);
        here.read(Optional.of(now));
        assertThat(here.isExpelled()).isTrue();
        assertThat(List.of(inLine, underWay)).extracting(LedgerProcess::region).containsOnly(Region.TRYING);

        here.restart(now.row(HERE).orElseThrow());
        serve(here);
        assertThat(here.isExpelled()).isFalse();
        there.changed();
        holder.release();
        there.submit(holder);
        serve(there);
        here.changed();
        serve(here);
        assertThat(List.of(inLine, underWay))
                .extracting(LedgerProcess::region)
                .containsExactly(Region.CRITICAL, Region.TRYING);
    }

    @Test
    void aHolderThatIsDoubtedWhileItWaitsToLeaveHasLeftEvenIfItGivesUpWaiting() {
        StoredLedger.Draft window = new StoredLedger.Draft(now, new Ledger(ENTRIES));
        window.ledger().setBounds(1, 2, false);
        now = window.next();
        here.changed();
        LedgerProcess holder = acquire(here, 1);
        serve(here);
        holder.release();
        here.submit(holder);
        serve(here);
        assertThat(holder.isHeldBack()).isTrue();
        there.changed();
        there.doubt(HERE);
        serve(there);

        holder.stay();
        here.submit(holder);
        here.changed();
        serve(here);
        assertThat(holder.region()).isEqualTo(Region.REMAINDER);
        assertThat(holder.isLost()).isFalse();
    }
}
