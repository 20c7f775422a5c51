package dev.turnstile.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerMove;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.StoredLedger;
import dev.turnstile.algorithm.store.WhenSilent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: the judge of a storm over a window notices what it is there for. Method: histories with one mistake each, of
 * three sessions with a holder each, of which two must stay. The first change is at 1,000 ms, and the next ones follow
 * at intervals of one second.
 */
class WindowHistoryTest {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final int FLOOR = 2;

    @TempDir
    private Path folder;

    private final WindowHistory history = new WindowHistory(FLOOR, LEASE);
    private StoredLedger value = StoredLedger.empty(FLOOR, 4, WhenSilent.KEEPS_PLACE);

    @BeforeEach
    void threeEnter() {
        change(draft -> {
            for (int i = 0; i < 3; i++) {
                assertThat(draft.join(session(i), 0).member()).isEqualTo(i);
                draft.ledger().make(new LedgerMove(LedgerMove.Kind.ENTER, who(i), 0, 0));
            }
        });
    }

    private static SessionId session(int number) {
        return new SessionId(0, number);
    }

    private static long who(int number) {
        return RequestWord.of(number, 1, 0, 1);
    }

    private void change(Consumer<StoredLedger.Draft> change) {
        StoredLedger.Draft draft = new StoredLedger.Draft(value, new Ledger(StoredLedger.ENTRIES_MAX));
        change.accept(draft);
        value = draft.next();
        history.add(value, value.commits() * 1_000_000);
    }

    private void make(LedgerMove.Kind kind, int number) {
        change(draft -> draft.ledger().make(new LedgerMove(kind, who(number), 0, 0)));
    }

    /** Logs what the holder of this session has said. Fences count from 1. */
    private void log(int number, boolean wasKilled, String... lines) throws IOException {
        Path file = folder.resolve("worker" + number);
        Files.writeString(file, "in web 1 0 1 " + (number + 1) + " 0\n" + String.join("\n", lines));
        history.log(file, wasKilled);
    }

    @Test
    void holdersMayLeaveAndStopAsLongAsTheFloorIsMet() throws IOException {
        make(LedgerMove.Kind.LEAVE, 0);
        log(0, false, "leaves web 1 0", "left web 1 0 2000000");
        make(LedgerMove.Kind.STOP, 1); // waits
        log(1, false, "leaves web 1 0");
        assertThat(history.judge()).isEmpty();
        assertThat(history.counts()).containsEntry("holders let out", 1);
    }

    @Test
    void leavingBelowTheFloorIsNoticed() throws IOException {
        make(LedgerMove.Kind.LEAVE, 0);
        log(0, false, "leaves web 1 0");
        make(LedgerMove.Kind.ABANDON, 1);
        log(1, false, "leaves web 1 0");
        assertThat(history.judge()).singleElement().asString().startsWith("leaving left 1 of 2");
    }

    @Test
    void abandoningIsAllowedToLeaveTooFew() throws IOException {
        make(LedgerMove.Kind.ABANDON, 0);
        make(LedgerMove.Kind.ABANDON, 1);
        log(0, false, "abandons web 1 0");
        log(1, false, "abandons web 1 0");
        assertThat(history.judge()).isEmpty();
    }

    @Test
    void beingToldBeforeTheStoreHasDecidedIsNoticed() throws IOException {
        make(LedgerMove.Kind.STOP, 0);
        log(0, false, "leaves web 1 0", "stopped web 1 0 1999999");
        assertThat(history.judge()).singleElement().asString().contains("was told that it may stop");
    }

    @Test
    void beingToldWithoutADecisionIsNoticed() throws IOException {
        log(0, false, "leaves web 1 0", "left web 1 0 1999999");
        assertThat(history.judge()).singleElement().asString().contains("was told that it may stop");
    }

    @Test
    void aHolderThatIsLetOutUnaskedIsNoticed() throws IOException {
        make(LedgerMove.Kind.LEAVE, 0);
        log(0, false);
        assertThat(history.judge()).singleElement().asString().startsWith("was let out without having asked");
    }

    @Test
    void aLostPermitIsNoticedUnlessItsHolderHadAskedToLeave() throws IOException {
        log(0, false, "told-of-loss web 1 0");
        log(1, false, "leaves web 1 0", "lost web 1 0");
        assertThat(history.judge()).singleElement().asString().contains("fence 1 has lost its permit");
    }

    @Test
    void theEndOfALivingSessionIsNoticed() throws IOException {
        change(draft -> draft.bury(session(0)));
        log(0, false);
        assertThat(history.judge()).singleElement().asString().startsWith("the session of a living process is over");
    }

    @Test
    void anOperatorMayEndTheSessionOfAKilledProcess() throws IOException {
        change(draft -> draft.bury(session(0)));
        change(draft -> draft.bury(session(1)));
        log(0, true);
        log(1, true);
        assertThat(history.judge()).isEmpty();
    }

    @Test
    void aDoubtAfterLessThanHalfALeaseIsNoticed() {
        history.beat(session(0), 400_000);
        history.beat(session(0), 1_300_000);
        history.beat(session(0), 1_900_000);
        change(draft -> draft.ledger().doubt(0));
        assertThat(history.judge()).singleElement().asString().startsWith("doubted after 900000 us of silence");
    }

    @Test
    void aDoubtAfterHalfALeaseIsFine() {
        history.beat(session(0), 1_000_000);
        change(draft -> draft.ledger().doubt(0));
        assertThat(history.judge()).isEmpty();
        assertThat(history.counts()).containsEntry("doubts", 1);
    }

    @Test
    void aMissingCommitIsNoticed() {
        value = new StoredLedger(value.commits() + 1, value.whenSilent(), false, "", value.roster(), value.words());
        change(draft -> {});
        assertThat(history.judge()).isEqualTo(List.of("commits are missing: 2 of 1 to 3"));
    }
}
