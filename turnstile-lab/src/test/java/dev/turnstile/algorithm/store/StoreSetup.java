package dev.turnstile.algorithm.store;

import java.util.ArrayList;
import java.util.List;

/** What a search of {@link StoreWorld} is about: the processes, what their callers do, and what may go wrong. */
final class StoreSetup {
    private static final Party PARTY = new Party(0, "", "");

    /** How every session ends that its owner does not end: for people only, so it must not tell states apart. */
    static final SessionRecord.Ending ENDING = new SessionRecord.Ending(SessionRecord.Cause.SILENCE, 0, PARTY);

    /** What a caller does. */
    enum Script {
        PASSES(Op.ENTER, Op.LEAVE),
        PASSES_WITH_TWO(Op.ENTER_TWO, Op.LEAVE),
        PASSES_TWICE(Op.ENTER, Op.LEAVE, Op.ENTER, Op.LEAVE),
        /** Will not wait. */
        TRIES(Op.TRY, Op.LEAVE),
        /** May give up waiting at any time. */
        WITHDRAWS(Op.ENTER_OR_NOT, Op.LEAVE),
        /** Gives one of two units back, then the other. */
        LEAVES_IN_PARTS(Op.ENTER_TWO, Op.SPLIT, Op.LEAVE),
        /** Comes in aside, is ready, asks to stop, and leaves. */
        SERVES(Op.ENTER_ASIDE, Op.READY, Op.STOP, Op.LEAVE),
        /** Tries to leave at once, then waits for it, and may stay instead. */
        LINGERS(Op.ENTER, Op.TRY_LEAVE, Op.LEAVE_OR_NOT),
        /** Enters and stays. */
        STAYS(Op.ENTER);

        final List<Op> ops;

        Script(Op... ops) {
            this.ops = List.of(ops);
        }
    }

    /** One call of a caller. */
    enum Op {
        ENTER,
        ENTER_TWO,
        ENTER_OR_NOT,
        ENTER_ASIDE,
        TRY,
        READY,
        STOP,
        SPLIT,
        TRY_LEAVE,
        LEAVE,
        LEAVE_OR_NOT;

        boolean enters() {
            return this == ENTER || this == ENTER_TWO || this == ENTER_OR_NOT || this == ENTER_ASIDE || this == TRY;
        }

        boolean mayGiveUp() {
            return this == ENTER_OR_NOT || this == LEAVE_OR_NOT;
        }
    }

    /** The mistakes that a search must find. */
    enum Twin {
        NONE,
        /** The deadline is counted from the answer to a beat. */
        DEADLINE_FROM_ANSWER,
        /** The deadline is counted from the moment at which the grant is known. */
        DEADLINE_FROM_GRANT,
        /** A watcher counts from its call, not from the answer. */
        WATCHES_FROM_CALL,
        /** A watcher does not wait long enough. */
        IMPATIENT,
        /** The clock of a watcher runs ahead. */
        WATCH_AHEAD,
        /** DEAD is written over whatever the record holds. */
        KILLS_WITHOUT_COMPARE,
        /** Entries are removed before DEAD is written. */
        REMOVES_BEFORE_KILL,
        /** An owner that finds its session DEAD goes on with it. */
        REVIVES,
        /** An unknown outcome counts as not applied. */
        REPEATS_BLINDLY,
        /** After an unknown outcome the caller returns. */
        GIVES_UP_ON_UNKNOWN,
        /** Entries of a REVOKED session are removed at once. */
        REMOVES_REVOKED,
        /** ENDED is written while a permit is open. */
        ENDS_WITH_PERMIT,
        /** A process that starts again goes on under the id of its former session. */
        REUSES_ID,
        /** A lost permit's entry is removed, and a session is killed, while a transaction is guarded. */
        IGNORES_GUARDS,
        /** A permit is delivered without a look at the clock. */
        DELIVERS_BLINDLY,
        /** A permit that was granted to a session that is over is delivered because the next session is live. */
        DELIVERS_IN_ANOTHER_SESSION,
        /** The batch of another session is applied whether or not it was before. */
        IGNORES_BATCH_NUMBERS,
        /** A value that came with the news of a change is taken for the base of a batch that was made before. */
        HEARS_BEHIND_A_BATCH
    }

    /** What may go wrong, or happen, a limited number of times in a run. */
    enum Event {
        /** A replace gets no answer. */
        UNKNOWN,
        /** A process is killed. */
        CRASH,
        /** An operator revokes a session. */
        REVOKE,
        /** A process ends its session although it goes on. */
        END,
        /** The clock of an owner misses a tick, or that of a watcher gains one. */
        DRIFT
    }

    final List<List<Script>> scripts = new ArrayList<>();
    final int[] most = new int[Event.values().length];
    int floor;
    int limit = 1;
    boolean timed;
    long tick = 2;
    Lease lease = new Lease(6, 0, 6);
    int[] beats = {};
    int lives = 1;
    long commitsMax = Long.MAX_VALUE; // of a turnstile that would change forever: doubts come and go
    boolean posts;
    boolean queues;
    boolean hears;
    boolean guards;
    boolean answersAtOnce; // to calls about the turnstile, unless the answer is lost
    boolean calms = true; // whether every state is checked for lockout
    WhenSilent whenSilent = WhenSilent.LOSES_PLACE;
    Twin twin = Twin.NONE;

    StoreSetup process(Script... callers) {
        scripts.add(List.of(callers));
        return this;
    }

    StoreSetup bounds(int from, int to) {
        floor = from;
        limit = to;
        return this;
    }

    StoreSetup atMost(int times, Event event) {
        most[event.ordinal()] = times;
        return this;
    }

    /**
     * Time passes. Each process may have this many sessions, one after the other. The first one has this many beats, of
     * which the first was before the search begins; each later one has one beat less, but at least one.
     */
    StoreSetup timed(int livesPerProcess, int... beatsOfProcesses) {
        timed = true;
        beats = beatsOfProcesses.clone();
        lives = livesPerProcess;
        return this;
    }

    StoreSetup lease(long tickMillis, Lease exact) {
        tick = tickMillis;
        lease = exact;
        return this;
    }

    StoreSetup commits(long most) {
        commitsMax = most;
        return this;
    }

    StoreSetup posts() {
        posts = true;
        return this;
    }

    StoreSetup queues() {
        queues = true;
        return this;
    }

    /** The store sends its value along with the news of a change, which may come late. */
    StoreSetup hears() {
        hears = true;
        return this;
    }

    StoreSetup guards() {
        guards = true;
        return this;
    }

    StoreSetup answersAtOnce() {
        answersAtOnce = true;
        return this;
    }

    StoreSetup withoutLockout() {
        calms = false;
        return this;
    }

    StoreSetup keepsPlace() {
        whenSilent = WhenSilent.KEEPS_PLACE;
        return this;
    }

    StoreSetup twin(Twin mistake) {
        twin = mistake;
        return this;
    }

    int processes() {
        return scripts.size();
    }

    int sessions() {
        return processes() * lives;
    }

    SessionId session(int process, int life) {
        return new SessionId(0, process * lives + life);
    }

    Lease watchersLease() {
        return twin == Twin.IMPATIENT ? new Lease(lease.millis(), lease.margin(), lease.patience() - tick) : lease;
    }

    SessionRecord firstRecord() {
        return new SessionRecord(whenSilent, lease.millis(), 0, 0, PARTY);
    }
}
