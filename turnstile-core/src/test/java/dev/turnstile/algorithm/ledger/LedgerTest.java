package dev.turnstile.algorithm.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: every move on a ledger keeps its bounds and its order. Method: single moves, and every ledger that any sequence
 * of moves leads to, for three requests and all windows up to three.
 */
class LedgerTest {
    private static final int REQUESTS = 3;

    private static long who(int member, int units) {
        return RequestWord.of(member, 0, 0, units);
    }

    private static Ledger ledger(int floor, int limit) {
        Ledger ledger = new Ledger(8);
        ledger.open(floor, limit);
        return ledger;
    }

    private static List<Integer> members(Ledger ledger, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(entry -> RequestWord.member(ledger.who(entry)))
                .toList();
    }

    private static List<Integer> inside(Ledger ledger) {
        return members(ledger, 0, ledger.inside());
    }

    private static List<Integer> waiting(Ledger ledger) {
        return members(ledger, ledger.inside(), ledger.entries());
    }

    @Test
    void laterRequestsWaitBehindALargeRequest() {
        Ledger ledger = ledger(0, 3);
        ledger.enter(who(0, 2), 0, true);
        ledger.enter(who(1, 2), 0, true);
        assertThat(ledger.enter(who(2, 1), 0, true)).isEqualTo(Ledger.Outcome.WAITS);
        assertThat(inside(ledger)).containsExactly(0);
        assertThat(waiting(ledger)).containsExactly(1, 2);
        ledger.leave(who(0, 2), true);
        assertThat(inside(ledger)).containsExactly(1, 2);
    }

    @Test
    void aFailedAttemptChangesNothing() {
        Ledger ledger = ledger(0, 1);
        ledger.enter(who(0, 1), 0, true);
        assertThat(ledger.enter(who(1, 1), 0, false)).isEqualTo(Ledger.Outcome.OUT);
        assertThat(ledger.entries()).isEqualTo(1);
    }

    @Test
    void crashedMembersAreRemovedFromAnyPosition() {
        Ledger ledger = ledger(0, 2);
        for (int member = 0; member < 5; member++) {
            ledger.enter(who(member, 1), 0, true);
        }
        ledger.bury(2);
        ledger.bury(0);
        assertThat(inside(ledger)).containsExactly(1, 3);
        assertThat(waiting(ledger)).containsExactly(4);
    }

    @Test
    void everyGrantHasALargerFenceAndTheSmallestFreeSlot() {
        Ledger ledger = ledger(0, 2);
        ledger.enter(who(0, 1), 0, true);
        ledger.enter(who(1, 1), 0, true);
        ledger.leave(who(0, 1), true);
        ledger.enter(who(2, 1), 0, true);
        int third = ledger.find(who(2, 1));
        assertThat(ledger.slot(third)).isZero();
        assertThat(ledger.fence(third)).isGreaterThan(ledger.fence(ledger.find(who(1, 1))));
    }

    @Test
    void aLowerLimitRemovesWaitersForMoreUnitsAndNotifiesThem() {
        Ledger ledger = ledger(0, 3);
        ledger.enter(who(0, 1), 0, true);
        ledger.enter(who(1, 3), 0, true);
        ledger.enter(who(2, 1), 0, true);
        ledger.setBounds(0, 2, true);
        assertThat(inside(ledger)).containsExactly(0, 2);
        assertThat(ledger.changes()).isEqualTo(2);
    }

    @Test
    void withEqualBoundsAHolderAndAWaiterChangePlaces() {
        Ledger ledger = ledger(2, 2);
        ledger.enter(who(0, 1), 0, true);
        ledger.enter(who(1, 1), 0, true);
        assertThat(ledger.leave(who(0, 1), true)).isEqualTo(Ledger.Outcome.WAITS);
        assertThat(ledger.leave(who(1, 1), false)).isEqualTo(Ledger.Outcome.INSIDE);
        assertThat(ledger.enter(who(2, 1), 0, true)).isEqualTo(Ledger.Outcome.INSIDE);
        assertThat(inside(ledger)).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void oneLargeLeavingHolderChangesPlacesWithTwoSmallWaiters() {
        Ledger ledger = ledger(2, 3);
        ledger.enter(who(0, 3), 0, true);
        ledger.leave(who(0, 3), true);
        ledger.enter(who(1, 1), 0, true);
        assertThat(inside(ledger)).containsExactly(0);
        ledger.enter(who(2, 1), 0, true);
        assertThat(inside(ledger)).containsExactly(1, 2);
    }

    @Test
    void anAttemptMayChangePlacesToo() {
        Ledger ledger = ledger(1, 1);
        ledger.enter(who(0, 1), 0, true);
        ledger.leave(who(0, 1), true);
        assertThat(ledger.enter(who(1, 1), 0, false)).isEqualTo(Ledger.Outcome.INSIDE);
        assertThat(inside(ledger)).containsExactly(1);
    }

    @Test
    void aStoppingHolderCountsTowardTheLimitButNotTheFloor() {
        Ledger ledger = ledger(1, 2);
        ledger.enter(who(0, 1), 0, true);
        ledger.enter(who(1, 1), 0, true);
        assertThat(ledger.stop(who(0, 1))).isEqualTo(Ledger.Outcome.INSIDE);
        assertThat(ledger.held()).isEqualTo(2);
        assertThat(ledger.serving()).isEqualTo(1);
        assertThat(ledger.enter(who(2, 1), 0, true)).isEqualTo(Ledger.Outcome.WAITS);
        assertThat(ledger.stop(who(1, 1))).isEqualTo(Ledger.Outcome.WAITS);
        assertThat(ledger.leave(who(0, 1), true)).isEqualTo(Ledger.Outcome.OUT);
        assertThat(ledger.outcome(who(2, 1))).isEqualTo(Ledger.Outcome.INSIDE);
        assertThat(ledger.isAside(ledger.find(who(1, 1)))).isTrue();
    }

    @Test
    void aStartingHolderCountsTowardTheFloorOnceReady() {
        Ledger ledger = ledger(1, 2);
        ledger.enter(who(0, 1), 0, true);
        ledger.stop(who(0, 1));
        assertThat(ledger.enter(who(1, 1), 0, true, true)).isEqualTo(Ledger.Outcome.INSIDE);
        assertThat(ledger.isStarting(ledger.find(who(1, 1)))).isTrue();
        assertThat(ledger.wantsOut(ledger.find(who(0, 1)))).isTrue();
        assertThat(ledger.ready(who(1, 1))).isEqualTo(Ledger.Outcome.INSIDE);
        assertThat(ledger.isAside(ledger.find(who(0, 1)))).isTrue();
        assertThat(ledger.serving()).isEqualTo(1);
    }

    @Test
    void aStoppingHolderCannotBecomeReadyAgain() {
        Ledger ledger = ledger(1, 3);
        ledger.enter(who(0, 1), 0, true);
        ledger.enter(who(1, 1), 0, true, true);
        assertThat(ledger.stop(who(1, 1))).as("while it starts").isEqualTo(Ledger.Outcome.INSIDE);
        ledger.ready(who(1, 1));
        assertThat(ledger.serving()).isEqualTo(1);
        assertThat(ledger.stop(who(0, 1))).isEqualTo(Ledger.Outcome.WAITS);
    }

    @Test
    void countsOfLargeWaitersDoNotOverflow() {
        int waiters = 2100;
        Ledger ledger = new Ledger(waiters + 2);
        ledger.open(1, RequestWord.UNITS_MAX);
        ledger.enter(who(0, 1), 0, true);
        ledger.leave(who(0, 1), true);
        for (int member = 1; member <= waiters; member++) {
            ledger.enter(who(member, RequestWord.UNITS_MAX), 0, true);
        }
        assertThat(ledger.held()).isLessThanOrEqualTo(RequestWord.UNITS_MAX);
        assertThat(inside(ledger)).hasSize(1);
    }

    @Test
    void aHolderRemovedWhileWaitingToStopIsLostEvenIfItGivesUp() {
        LocalArray cells = new LocalArray(PageWriter.cells(2, 2));
        LedgerSystem system = new LedgerSystem(2, 1, 2);
        system.initialise(cells);
        LedgerProcess process = system.process(0);
        process.acquire(1);
        process.runUntilBlocked(cells);
        process.stop();
        process.runUntilBlocked(cells);
        assertThat(process.isHeldBack()).isTrue();
        PageWriter operator = new PageWriter(1, 2);
        operator.read(cells);
        operator.ledger().expel(process.who());
        assertThat(operator.commit(cells)).isTrue();
        process.stay();
        process.runUntilBlocked(cells);
        assertThat(process.isLost()).isTrue();
    }

    @Test
    void aHolderThatGivesUpStoppingCountsTowardTheFloorAgain() {
        Ledger ledger = ledger(1, 2);
        ledger.enter(who(0, 1), 0, true);
        assertThat(ledger.stop(who(0, 1))).isEqualTo(Ledger.Outcome.WAITS);
        assertThat(ledger.stay(who(0, 1))).isEqualTo(Ledger.Outcome.INSIDE);
        ledger.enter(who(1, 1), 0, true);
        assertThat(ledger.serving()).isEqualTo(2);
    }

    @Test
    void anAbandonedPermitLeavesRegardlessOfTheFloor() {
        Ledger ledger = ledger(1, 2);
        ledger.enter(who(0, 1), 0, true);
        ledger.stop(who(0, 1));
        assertThat(ledger.abandon(who(0, 1))).isEqualTo(Ledger.Outcome.OUT);
        assertThat(ledger.entries()).isZero();
        assertThat(ledger.abandon(who(0, 1))).isEqualTo(Ledger.Outcome.LOST);
    }

    @Test
    void eachUnitHasItsOwnSlot() {
        Ledger ledger = ledger(0, 8);
        ledger.enter(who(0, 2), 0, true);
        ledger.enter(who(1, 2), 0, true);
        ledger.enter(who(2, 1), 0, true);
        assertThat(slots(ledger, who(0, 2))).containsExactly(0, 1);
        assertThat(slots(ledger, who(1, 2))).containsExactly(2, 3);
        assertThat(slots(ledger, who(2, 1))).containsExactly(4);
        ledger.leave(who(1, 2), true);
        ledger.enter(who(3, 3), 0, true);
        assertThat(slots(ledger, who(3, 3))).as("adjacent ones first").containsExactly(5, 6, 7);
        ledger.enter(who(4, 2), 0, true);
        ledger.leave(who(0, 2), true);
        ledger.leave(who(2, 1), true);
        ledger.enter(who(5, 3), 0, true);
        assertThat(slots(ledger, who(5, 3))).as("else the smallest").containsExactly(0, 1, 4);
        ledger.shrink(who(5, 3), 1);
        assertThat(slots(ledger, who(5, 2))).containsExactly(0, 1);
        ledger.enter(who(6, 1), 0, true);
        assertThat(slots(ledger, who(6, 1))).containsExactly(4);
    }

    private static List<Integer> slots(Ledger ledger, long who) {
        return ledger.slots(ledger.find(who));
    }

    @Test
    void requestsThatNeedTooManyRowsWaitUntilOthersLeave() {
        Ledger ledger = new Ledger(40);
        ledger.open(0, 400);
        Random random = new Random(7);
        int waited = 0; // despite enough units
        for (int move = 0; move < 200_000; move++) {
            int member = random.nextInt(40);
            long who = who(member, 1 + random.nextInt(random.nextBoolean() ? 3 : 60));
            if (ledger.find(who) < 0) {
                ledger.enter(who, 0, true);
            } else {
                ledger.leave(who, true);
                ledger.giveUp(who);
            }
            assertThat(ledger.flaw()).isEmpty();
            boolean waits = ledger.entries() > ledger.inside();
            waited += waits && ledger.held() + RequestWord.units(ledger.who(ledger.inside())) <= ledger.limit() ? 1 : 0;
            if (move % 97 == 0) {
                checkSlots(ledger, "move " + move);
            }
        }
        assertThat(waited).isPositive();
        for (int member = 0; member < 40; member++) {
            ledger.bury(member);
        }
        assertThat(ledger.length()).isEqualTo(Ledger.wordsUsed(0));
    }

    @Test
    void requestNumbersThatWrapAroundAreNotReusedWhileInUse() {
        LocalArray cells = new LocalArray(PageWriter.cells(2, 2));
        LedgerSystem system = new LedgerSystem(2, 2);
        system.initialise(cells);
        LedgerProcess first = system.process(0);
        LedgerProcess second = system.process(0);
        first.acquire(1);
        first.runUntilBlocked(cells);
        second.acquire(1);
        second.runUntilBlocked(cells);
        assertThat(second.slots()).doesNotContainAnyElementsOf(first.slots());
        assertThat(RequestWord.id(second.who())).isNotEqualTo(RequestWord.id(first.who()));
        first.release();
        first.runUntilBlocked(cells);
        assertThat(system.free(cells)).isEqualTo(1);
    }

    @Test
    void aFullLedgerRefusesAnotherRequest() {
        Ledger ledger = ledger(0, 1);
        for (int member = 0; member < 8; member++) {
            ledger.enter(who(member, 1), 0, true);
        }
        assertThatThrownBy(() -> ledger.enter(who(9, 1), 0, true))
                .isInstanceOf(LedgerFullException.class)
                .hasMessageContaining("all 8 places");
    }

    /**
     * A move, and whether it may let the units that count fall below the floor. Only an end that the ledger did not
     * grant may.
     */
    private record Move(String name, boolean kills, Consumer<Ledger> made) {}

    private static List<Move> moves(int... units) {
        return IntStream.range(0, REQUESTS)
                .boxed()
                .flatMap(i -> {
                    long who = who(i, units[i]);
                    return List.of(
                            new Move(i + " enters", false, ledger -> enterOnce(ledger, who, false)),
                            new Move(i + " leaves", false, ledger -> leaveIfInside(ledger, who, true)),
                            new Move(i + " tries to leave", false, ledger -> leaveIfInside(ledger, who, false)),
                            new Move(i + " enters aside", false, ledger -> enterOnce(ledger, who, true)),
                            new Move(i + " is ready", false, ledger -> ledger.ready(who)),
                            new Move(i + " stops", false, ledger -> stopIfInside(ledger, who)),
                            new Move(i + " stays", false, ledger -> ledger.stay(who)),
                            new Move(i + " abandons", true, ledger -> ledger.abandon(who)),
                            new Move(i + " gives up", false, ledger -> ledger.giveUp(who)),
                            new Move(i + " dies", true, ledger -> ledger.bury(i)))
                            .stream();
                })
                .toList();
    }

    private static void enterOnce(Ledger ledger, long who, boolean starts) {
        if (ledger.find(who) < 0) {
            ledger.enter(who, 0, starts, true);
        }
    }

    private static void leaveIfInside(Ledger ledger, long who, boolean willWait) {
        if (ledger.outcome(who) == Ledger.Outcome.INSIDE) {
            ledger.leave(who, willWait);
        }
    }

    private static void stopIfInside(Ledger ledger, long who) {
        if (ledger.outcome(who) == Ledger.Outcome.INSIDE) {
            ledger.stop(who);
        }
    }

    private static Ledger copy(Ledger of) {
        Ledger copy = new Ledger(8);
        System.arraycopy(of.words(), 0, copy.words(), 0, of.length());
        copy.length(of.length());
        return copy;
    }

    private static String key(Ledger ledger) {
        List<Boolean> marked = IntStream.range(0, ledger.entries())
                .mapToObj(entry -> ledger.stopsFirst(entry) || ledger.isStarting(entry))
                .toList();
        return inside(ledger) + "" + ledger.staying() + "," + ledger.leaving() + marked + waiting(ledger);
    }

    @ParameterizedTest(name = "between {0} and {1}, units {2} {3} {4}")
    @CsvSource({
        "0, 1, 1, 1, 1", "0, 2, 1, 1, 1", "0, 2, 1, 2, 1", "1, 1, 1, 1, 1", "1, 2, 1, 1, 1", "1, 2, 2, 1, 1",
        "2, 2, 1, 1, 1", "2, 2, 2, 1, 1", "1, 3, 1, 2, 3", "2, 3, 1, 1, 1", "2, 3, 2, 1, 2", "3, 3, 1, 1, 1",
        "3, 3, 3, 2, 1"
    })
    void noMoveBreaksAWindow(int floor, int limit, int first, int second, int third) {
        List<Move> moves = moves(first, second, third);
        Deque<Ledger> open = new ArrayDeque<>(List.of(ledger(floor, limit)));
        Set<String> seen = new HashSet<>(Set.of(key(open.peek())));
        while (!open.isEmpty()) {
            Ledger from = open.pop();
            for (Move move : moves) {
                Ledger to = copy(from);
                move.made().accept(to);
                check(from, move, to);
                if (seen.add(key(to))) {
                    open.push(to);
                }
            }
        }
        assertThat(seen).hasSizeGreaterThan(8);
    }

    private static void check(Ledger from, Move move, Ledger to) {
        String what = key(from) + " then " + move.name() + ": " + key(to);
        assertThat(to.flaw()).as(what).isEmpty();
        assertThat(to.held()).as(what).isLessThanOrEqualTo(to.limit());
        if (!move.kills()) {
            assertThat(to.serving()).as(what).isGreaterThanOrEqualTo(Math.min(from.serving(), from.floor()));
        }
        checkSlots(to, what);
        checkOrder(from, to, what);
        checkSettled(to, what);
    }

    /** Checks that there are as many slots as units, all below the limit, none with two holders. */
    private static void checkSlots(Ledger ledger, String what) {
        List<Integer> slots = IntStream.range(0, ledger.inside())
                .boxed()
                .flatMap(entry -> ledger.slots(entry).stream())
                .toList();
        assertThat(slots).as(what).hasSize(ledger.held()).doesNotHaveDuplicates();
        assertThat(slots).as(what).allMatch(slot -> slot >= 0 && slot < ledger.limit());
    }

    /** Checks that the remaining waiters are in the same order, and that no request entered past one of them. */
    private static void checkOrder(Ledger from, Ledger to, String what) {
        List<Integer> before = waiting(from);
        List<Integer> still = before.stream().filter(waiting(to)::contains).toList();
        assertThat(waiting(to).subList(0, still.size())).as(what).isEqualTo(still);
        List<Integer> entered = before.stream().filter(inside(to)::contains).toList();
        if (!entered.isEmpty() && !still.isEmpty()) {
            assertThat(before.indexOf(entered.getLast())).as(what).isLessThan(before.indexOf(still.getFirst()));
        }
    }

    /** Checks that no further move is possible without a request. */
    private static void checkSettled(Ledger ledger, String what) {
        if (ledger.entries() > ledger.inside()) {
            assertThat(ledger.held() + RequestWord.units(ledger.who(ledger.inside())))
                    .as(what)
                    .isGreaterThan(ledger.limit());
        }
        assertThat(canExchange(ledger)).as(what).isFalse();
        if (ledger.leaving() > 0) {
            assertThat(ledger.serving() - RequestWord.units(ledger.who(ledger.staying())))
                    .as(what)
                    .isLessThan(ledger.floor());
        }
    }

    /** Returns whether some of the first leaving holders and some of the first waiters could change places. */
    private static boolean canExchange(Ledger ledger) {
        return IntStream.range(ledger.inside(), ledger.entries())
                .anyMatch(last -> IntStream.range(ledger.staying(), ledger.staying() + ledger.leaving())
                        .anyMatch(leaver -> {
                            int coming = units(ledger, ledger.inside(), last + 1);
                            int going = units(ledger, ledger.staying(), leaver + 1);
                            int held = ledger.held() + coming - going + unitsThatStopFirst(ledger, leaver + 1);
                            int counted = coming - unitsThatStart(ledger, last + 1);
                            return ledger.serving() + counted - going >= ledger.floor() && held <= ledger.limit();
                        }));
    }

    private static int unitsThatStopFirst(Ledger ledger, int to) {
        return units(ledger, IntStream.range(ledger.staying(), to).filter(ledger::stopsFirst));
    }

    private static int unitsThatStart(Ledger ledger, int to) {
        return units(ledger, IntStream.range(ledger.inside(), to).filter(ledger::isStarting));
    }

    private static int units(Ledger ledger, IntStream entries) {
        return entries.map(entry -> RequestWord.units(ledger.who(entry))).sum();
    }

    private static int units(Ledger ledger, int from, int to) {
        return units(ledger, IntStream.range(from, to));
    }

    @Test
    void aFlippedBitIsDetected() {
        LocalArray cells = new LocalArray(PageWriter.cells(1, 4));
        PageWriter writer = new PageWriter(0, 4);
        LedgerSystem.begin(cells, writer, 0, 2);
        writer.read(cells);
        writer.ledger().enter(who(0, 1), 0, true);
        assertThat(writer.commit(cells)).isTrue();
        int page = 1 + Ledger.words(4);
        int length = Ledger.wordsUsed(1);
        int unnoticed = 0;
        for (int bit = 0; bit < length * Long.SIZE; bit++) {
            cells.words[page + bit / Long.SIZE] ^= 1L << (bit % Long.SIZE);
            try {
                new PageWriter(0, 4).readChecked(cells);
                unnoticed++;
            } catch (DamagedException noticed) {
                assertThat(noticed).hasMessageStartingWith("found");
            }
            cells.words[page + bit / Long.SIZE] ^= 1L << (bit % Long.SIZE);
        }
        assertThat(unnoticed).isZero();
    }

    private static final class LocalArray implements dev.turnstile.machine.Cells {
        private final long[] words;

        LocalArray(int cells) {
            words = new long[cells];
        }

        @Override
        public long read(int cell) {
            return words[cell];
        }

        @Override
        public void write(int cell, long value) {
            words[cell] = value;
        }

        @Override
        public boolean replace(int cell, long seen, long next) {
            boolean same = words[cell] == seen;
            words[cell] = same ? next : words[cell];
            return same;
        }

        @Override
        public long add(int cell, long delta) {
            words[cell] += delta;
            return words[cell] - delta;
        }
    }
}
