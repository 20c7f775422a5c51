package dev.turnstile.algorithm.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.explore.EveryAccess;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: a request enters once and leaves once, whatever becomes of its commits. Method: every interleaving of the reads
 * and commits of two or three requests on a register. Any commit may get no answer, up to a number of them; it takes
 * effect at once, or at any later time, or never.
 *
 * <p>In every configuration: the units inside are within the limit; a request is in the ledger at most once; a request
 * that is inside has its entry, with its units; a request whose calls have ended has none. And all calls come to an
 * end.
 */
class LedgerUnknownTest {
    private static final long STATES_MAX = 20_000_000;
    private static final int RESIDENT = 3; // a member that is inside from the start, where there is a floor
    private static final int ENTRIES = RESIDENT + 1;

    /** How a caller and its request take an unknown outcome. */
    private enum Kind {
        RIGHT,
        /** As if the commit had not been applied. */
        REPEATS_BLINDLY,
        /** As if the commit had been applied. */
        TRUSTS,
        /** The caller returns, and leaves the request as it is. */
        GIVES_UP,
        /** The caller looks, and returns if the request is not there, without another commit on that version. */
        LOOKS_AND_GIVES_UP
    }

    /** What callers do. */
    private enum Script {
        PASSES(caller -> {
            caller.enter(1);
            caller.leave();
        }),
        PASSES_WITH_TWO(caller -> {
            caller.enter(2);
            caller.leave();
        }),
        /** Will not wait. */
        TRIES(caller -> {
            caller.process.attempt(1);
            caller.go();
            caller.leaveIfInside();
        }),
        /** Gives up after its first step, wherever that has led it. */
        CANCELS(caller -> {
            caller.process.acquire(1);
            caller.step();
            if (caller.process.region() == Region.TRYING) {
                caller.process.cancel();
                caller.go();
            }
            caller.leaveIfInside();
        }),
        /** As soon as it waits, it gives up, unless it has come in meanwhile. */
        WITHDRAWS(caller -> {
            caller.process.acquire(1);
            while (!caller.isSettled() && caller.step() != Step.WAITS) {
                // goes on
            }
            if (!caller.isSettled()) {
                caller.process.withdraw();
                caller.go();
            }
            caller.leaveIfInside();
        }),
        /** Gives one of two units back, then the other. */
        LEAVES_IN_PARTS(caller -> {
            caller.enter(2);
            LedgerProcess part = caller.process.split(1);
            part.release();
            caller.go(part);
            caller.pause();
            caller.leave();
        }),
        /** Comes in aside, is ready, asks to stop, and leaves. */
        SERVES(caller -> {
            caller.process.startAside();
            caller.enter(1);
            caller.process.ready();
            caller.go();
            caller.pause();
            caller.process.stop();
            caller.go();
            caller.pause();
            caller.leave();
        }),
        /**
         * Tries to leave, and if that can't be had at once, waits a while and stays, and then leaves whatever the floor
         * says.
         */
        LINGERS(caller -> {
            caller.enter(1);
            caller.process.attemptRelease();
            caller.go();
            if (caller.process.region() == Region.CRITICAL) {
                caller.process.release();
                while (!caller.isSettled() && caller.step() != Step.WAITS) {
                    // goes on
                }
                if (caller.process.isHeldBack()) {
                    caller.process.stay();
                    caller.go();
                }
            }
            if (caller.process.region() == Region.CRITICAL) {
                caller.process.abandon();
                caller.go();
            }
        });

        private final Consumer<Caller> calls;

        Script(Consumer<Caller> calls) {
            this.calls = calls;
        }
    }

    private record Setup(int floor, int limit, Kind kind, List<Script> scripts) {
        EveryAccess exploration(int kills, int unanswered) {
            Values values = new Values();
            long first = values.number(start());
            List<Supplier<EveryAccess.Actor>> callers = new ArrayList<>();
            IntStream.range(0, scripts.size()).forEach(i -> callers.add(() -> new Caller(this, values, i)));
            return new EveryAccess(new long[] {first}, callers, kills, unanswered);
        }

        private LedgerValue start() {
            Ledger ledger = new Ledger(ENTRIES);
            ledger.open(floor, limit);
            if (floor > 0) {
                ledger.enter(RequestWord.of(RESIDENT, 0, 0, 1), 0, true);
            }
            return LedgerValue.of(ledger);
        }
    }

    /** The values that the register has held: what a cell can hold is a number. */
    private static final class Values {
        private final List<LedgerValue> all = new ArrayList<>();
        private final Map<LedgerValue, Long> numbers = new HashMap<>();

        long number(LedgerValue value) {
            return numbers.computeIfAbsent(value, added -> {
                all.add(added);
                return all.size() - 1L;
            });
        }

        Ledger ledger(long number) {
            Ledger ledger = new Ledger(ENTRIES);
            all.get((int) number).copyTo(ledger);
            return ledger;
        }
    }

    /** Thrown by a twin that gives up. */
    private static final class GaveUp extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** A request and its caller. */
    private static final class Caller implements EveryAccess.Actor {
        final LedgerProcess process;
        private final Setup setup;
        private final Values values;
        private final int index;
        private final LedgerWriters pens = pens();
        private EveryAccess.Memory memory;
        private long seen;
        private boolean unknown; // the outcome of the last commit
        private boolean gaveUp;
        private boolean ended;

        Caller(Setup setup, Values values, int index) {
            this.setup = setup;
            this.values = values;
            this.index = index;
            process = new LedgerProcess(index, LedgerSystem.numbers(), 0, setup.limit, pens, who -> {});
        }

        private LedgerWriters pens() {
            LedgerWriter pen = new RegisterWriter(new Register(), ENTRIES);
            return new LedgerWriters() {
                @Override
                public LedgerWriter borrow() {
                    return pen;
                }

                @Override
                public void recycle(LedgerWriter back) {}
            };
        }

        private final class Register implements LedgerRegister {
            @Override
            public LedgerValue read() {
                seen = memory.read(0);
                return values.all.get((int) seen);
            }

            @Override
            public Commit replace(LedgerValue expected, LedgerValue next) {
                EveryAccess.Answer answer = memory.replaceUnsurely(0, values.number(expected), values.number(next));
                unknown = answer == EveryAccess.Answer.NONE;
                return switch (answer) {
                    case REPLACED -> Commit.APPLIED;
                    case REFUSED -> Commit.CONFLICT;
                    case NONE ->
                        switch (setup.kind) {
                            case RIGHT, GIVES_UP, LOOKS_AND_GIVES_UP -> Commit.UNKNOWN;
                            case REPEATS_BLINDLY -> Commit.CONFLICT;
                            case TRUSTS -> Commit.APPLIED;
                        };
                };
            }
        }

        @Override
        public void run(EveryAccess.Memory shared) {
            memory = shared;
            try {
                setup.scripts.get(index).calls.accept(this);
            } catch (GaveUp returned) {
                gaveUp = true;
            }
            if (process.isLost()) {
                throw new IllegalStateException("its place was taken away");
            }
            ended = true;
        }

        void enter(int units) {
            process.acquire(units);
            go();
            pause();
        }

        void leave() {
            process.release();
            go();
        }

        void leaveIfInside() {
            if (process.region() == Region.CRITICAL) {
                pause();
                leave();
            }
        }

        void pause() {
            memory.pause();
        }

        boolean isSettled() {
            return isSettled(process);
        }

        private static boolean isSettled(LedgerProcess of) {
            return of.region() == Region.CRITICAL || of.region() == Region.REMAINDER;
        }

        void go() {
            go(process);
        }

        void go(LedgerProcess going) {
            while (!isSettled(going)) {
                if (step(going) == Step.WAITS) {
                    await();
                }
            }
        }

        Step step() {
            return step(process);
        }

        private Step step(LedgerProcess going) {
            unknown = false;
            Step step = going.step(memory);
            if (unknown && (setup.kind == Kind.GIVES_UP || setup.kind == Kind.LOOKS_AND_GIVES_UP && isMissing())) {
                throw new GaveUp();
            }
            return step;
        }

        private boolean isMissing() {
            return process.region() == Region.TRYING
                    && values.ledger(memory.read(0)).find(process.who()) < 0;
        }

        /** A member that was killed never comes back, as a session does not. */
        private void await() {
            long known = seen;
            int callers = setup.scripts.size();
            int[] watched = new int[callers + 1];
            long[] then = new long[callers + 1];
            then[callers] = known;
            for (int other = 0; other < callers; other++) {
                watched[other] = 1 + other;
                then[other] = memory.read(watched[other]);
                if (then[other] == EveryAccess.KILLED && isThere(values.ledger(known), other)) {
                    LedgerProcess corpse = LedgerProcess.corpse(other, pens, who -> {}, () -> true);
                    go(corpse);
                    return;
                }
            }
            memory.awaitChange(watched, then);
        }

        @Override
        public String flaw(List<EveryAccess.Actor> all, IntToLongFunction cells) {
            List<Caller> callers = all.stream().map(Caller.class::cast).toList();
            Ledger ledger = values.ledger(cells.applyAsLong(0));
            int inside = callers.stream()
                    .filter(caller -> caller.process.region() == Region.CRITICAL)
                    .mapToInt(caller -> RequestWord.units(caller.process.who()))
                    .sum();
            if (inside > setup.limit) {
                return inside + " units are inside";
            }
            if (ledger.serving() < Math.min(setup.floor, 1)) {
                return ledger.serving() + " serve";
            }
            return callers.stream()
                    .map(caller -> caller.flaw(ledger))
                    .filter(flaw -> !flaw.isEmpty())
                    .findFirst()
                    .orElse("");
        }

        private String flaw(Ledger ledger) {
            long entries = IntStream.range(0, ledger.entries())
                    .filter(entry -> RequestWord.member(ledger.who(entry)) == index)
                    .count();
            if (entries > 1) {
                return "request " + index + " has entered " + entries + " times";
            }
            if (ended && entries > 0) {
                return "request " + index + " is in the ledger, and its caller has returned";
            }
            boolean inside = process.region() == Region.CRITICAL && !gaveUp;
            return inside && !isInside(ledger) ? "request " + index + " is inside without an entry" : "";
        }

        private boolean isInside(Ledger ledger) {
            int entry = ledger.find(process.who());
            return entry >= 0
                    && entry < ledger.inside()
                    && RequestWord.units(ledger.who(entry)) >= RequestWord.units(process.who());
        }

        private static boolean isThere(Ledger ledger, int member) {
            return IntStream.range(0, ledger.entries())
                    .anyMatch(entry -> RequestWord.member(ledger.who(entry)) == member);
        }
    }

    private static EveryAccess.Result explore(
            int floor, int limit, int kills, int unanswered, Kind kind, Script... scripts) {
        return new Setup(floor, limit, kind, List.of(scripts))
                .exploration(kills, unanswered)
                .run(STATES_MAX);
    }

    @ParameterizedTest(name = "between {0} and {1}, {2} and {3}, {4} unanswered: {5} states")
    @CsvSource({
        "0, 1, PASSES, PASSES, 2, 32210",
        "0, 2, PASSES, PASSES, 2, 36822",
        "0, 1, PASSES, TRIES, 2, 18020",
        "0, 1, PASSES, CANCELS, 2, 23849",
        "0, 1, CANCELS, CANCELS, 3, 124582",
        "0, 1, PASSES, WITHDRAWS, 2, 40850",
        "0, 2, PASSES_WITH_TWO, LEAVES_IN_PARTS, 2, 124642",
        "1, 2, SERVES, SERVES, 1, 175576",
        "2, 2, LINGERS, LINGERS, 1, 719978"
    })
    void twoRequestsEnterAndLeaveOnce(int floor, int limit, Script first, Script second, int unanswered, long states) {
        assertHolds(explore(floor, limit, 0, unanswered, Kind.RIGHT, first, second), states);
    }

    @ParameterizedTest(name = "{0}, {1} and {2}, {3} unanswered: {4} states")
    @CsvSource({"CANCELS, TRIES, TRIES, 1, 49748"})
    void threeRequestsEnterAndLeaveOnce(Script first, Script second, Script third, int unanswered, long states) {
        assertHolds(explore(0, 1, 0, unanswered, Kind.RIGHT, first, second, third), states);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, {1} and {2}, {3} unanswered: {4} states")
    @CsvSource({"PASSES, PASSES, PASSES, 1, 7777973", "PASSES, CANCELS, TRIES, 1, 1213426"})
    void threeRequestsOfWhichSomeMustWaitEnterAndLeaveOnce(
            Script first, Script second, Script third, int unanswered, long states) {
        assertHolds(explore(0, 1, 0, unanswered, Kind.RIGHT, first, second, third), states);
    }

    /**
     * A commit of a member that was killed may take effect after its entries were removed; whoever waits removes it
     * again.
     */
    @ParameterizedTest(name = "{0} and {1}: {2} states")
    @CsvSource({"PASSES, PASSES, 6708", "PASSES, CANCELS, 4419"})
    void oneOfTwoIsKilled(Script first, Script second, long states) {
        assertHolds(explore(0, 1, 1, 1, Kind.RIGHT, first, second), states);
    }

    private static void assertHolds(EveryAccess.Result result, long states) {
        assertThat(result.violation()).isEmpty();
        assertThat(result.exhausted()).isTrue();
        assertThat(result.states()).isEqualTo(states);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"RIGHT"},
            mode = EnumSource.Mode.EXCLUDE)
    void everyOtherWayToTakeAnUnknownOutcomeIsCaught(Kind kind) {
        assertThat(explore(0, 1, 0, 1, kind, Script.PASSES, Script.PASSES).violation())
                .hasValueSatisfying(found -> assertThat(found)
                        .contains(
                                switch (kind) {
                                    case RIGHT -> "nothing";
                                    case REPEATS_BLINDLY -> "entered 2 times";
                                    case TRUSTS -> "without an entry";
                                    case GIVES_UP, LOOKS_AND_GIVES_UP -> "its caller has returned";
                                }));
    }

    @Test
    void aRequestThatRepeatsItsReleaseBlindlyIsCaught() {
        assertThat(explore(0, 2, 0, 1, Kind.REPEATS_BLINDLY, Script.LEAVES_IN_PARTS)
                        .violation())
                .isPresent();
    }

    @Test
    void withoutUnansweredCommitsTheTwinsAreRight() {
        for (Kind kind : Kind.values()) {
            assertHolds(explore(0, 1, 0, 0, kind, Script.PASSES, Script.PASSES), 384);
        }
    }
}
