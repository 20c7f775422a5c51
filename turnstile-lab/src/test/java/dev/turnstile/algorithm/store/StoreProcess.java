package dev.turnstile.algorithm.store;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.algorithm.store.StoreSetup.Op;
import dev.turnstile.algorithm.store.StoreSetup.Script;
import dev.turnstile.algorithm.store.StoreSetup.Twin;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One process of a search: the production machines, and around them what the driver does, without its threads. The
 * driver has three threads that call the store: one for beats, one that watches sessions, one for the clerk. Each has
 * at most one call under way. All that happens to a process is an input; which of them are possible is a function of
 * its state.
 */
final class StoreProcess {
    static final int ENTRIES = 4;
    private static final int REJOINS_MAX = 1; // else a process could join, be removed, and join again forever
    static final int BEATS = 0;
    static final int WATCHER = 1;
    static final int CLERK = 2;
    static final int THREADS = 3;

    /** The answers to a replace, as numbers. */
    static final int APPLIED = 0;

    static final int CONFLICT = 1;
    static final int UNKNOWN = 2;

    /** What a thread asks of the store. */
    enum Ask {
        READ,
        READ_ALL,
        REPLACE,
        /** A replace that waits for guarded transactions. */
        RETIRE,
        DELETE,
        /** A replace under the lock of the store. */
        QUEUE
    }

    /** Why it asks. */
    private enum Reason {
        BEAT,
        READ_BACK,
        LOOK,
        KILL,
        END,
        SERVE,
        EXAMINE,
        JOIN,
        POST,
        REREAD_POST,
        CLEAR_POST,
        INBOX
    }

    /** The registers: the turnstile, the sessions, the posts. */
    enum Kind {
        TURNSTILE,
        SESSION,
        POST
    }

    record Target(Kind kind, int index) {}

    record Call(Ask ask, Reason reason, List<Target> targets, int base, int next) {}

    /** What can happen to a process. */
    enum Input {
        TICK,
        BEAT,
        LOOK,
        TURN,
        CALLER,
        GIVE_UP,
        DELIVER,
        RENEW,
        CHANGED,
        INBOX,
        /** The store sends a value along with the news of a change. */
        NEWS,
        /** It arrives. */
        HEAR,
        GUARD,
        COMMIT,
        END,
        ANSWER,
        LOCKED
    }

    /** A caller and its request. */
    private static final class Caller {
        final Script script;
        int at; // the next call
        LedgerProcess request;
        LedgerProcess part;
        boolean calling;
        boolean givesUp;
        boolean delivered;
        boolean lost;
        boolean guarded;
        boolean ended;
        long lapses;
        long grantedAt;

        Caller(Script script) {
            this.script = script;
        }

        Op op() {
            return script.ops.get(at);
        }
    }

    final int index;
    private final StoreSetup setup;
    private final Values values;
    private int life;
    private SessionOwner owner;
    private SessionWatcher watcher;
    private Clerk clerk;
    private long clock;
    private long watch;
    private long looked = -1;
    private long calledLook;
    private int beatsSent = 1;
    private int seen; // version of the own record
    private long answeredAt;
    private long lapses;
    private boolean lapsed;
    private boolean mustRejoin;
    private SessionId joining = new SessionId(0, 0);
    private int rejoins; // with a session that was in the roster before: it may be DEAD, and not know it
    private boolean isEnded;
    private boolean crashed;
    private int turnstileSeen;
    private int postSeen;
    private boolean hasPosted;
    private boolean inboxRead;
    private int news; // a value on its way
    private final List<Caller> callers = new ArrayList<>();
    private final List<Integer> toKill = new ArrayList<>(); // numbers of sessions and versions, in turn
    final Call[] calls = new Call[THREADS];

    /** Creates a process whose session is live, and in the roster of the turnstile. */
    StoreProcess(int index, StoreSetup setup, Values values, int turnstile, int record) {
        this.index = index;
        this.setup = setup;
        this.values = values;
        owner = new SessionOwner(setup.firstRecord(), setup.lease);
        owner.beat(0, 0);
        owner.found(Optional.of(values.session(record)));
        seen = record;
        watcher = newWatcher();
        StoredLedger value = values.turnstile(turnstile);
        clerk = new Clerk(value.row(session()).orElseThrow(), setup.queues, ENTRIES);
        clerk.read(Optional.of(value));
        turnstileSeen = turnstile;
        setup.scripts.get(index).forEach(script -> callers.add(new Caller(script)));
    }

    private SessionWatcher newWatcher() {
        return new SessionWatcher(setup.lease.millis(), millis -> setup.watchersLease());
    }

    /** Returns a copy, to be changed by one input. */
    StoreProcess(StoreProcess from) {
        index = from.index;
        setup = from.setup;
        values = from.values;
        life = from.life;
        Machines machines = new Machines();
        owner = machines.copy(from.owner);
        watcher = machines.copy(from.watcher);
        clerk = machines.copy(from.clerk);
        clock = from.clock;
        watch = from.watch;
        looked = from.looked;
        calledLook = from.calledLook;
        beatsSent = from.beatsSent;
        seen = from.seen;
        answeredAt = from.answeredAt;
        lapses = from.lapses;
        lapsed = from.lapsed;
        mustRejoin = from.mustRejoin;
        rejoins = from.rejoins;
        joining = from.joining;
        isEnded = from.isEnded;
        crashed = from.crashed;
        turnstileSeen = from.turnstileSeen;
        postSeen = from.postSeen;
        hasPosted = from.hasPosted;
        inboxRead = from.inboxRead;
        news = from.news;
        for (Caller caller : from.callers) {
            Caller copy = new Caller(caller.script);
            copy.at = caller.at;
            copy.request = caller.request == null ? null : machines.copy(caller.request);
            copy.part = caller.part == null ? null : machines.copy(caller.part);
            copy.calling = caller.calling;
            copy.givesUp = caller.givesUp;
            copy.delivered = caller.delivered;
            copy.lost = caller.lost;
            copy.guarded = caller.guarded;
            copy.ended = caller.ended;
            copy.lapses = caller.lapses;
            copy.grantedAt = caller.grantedAt;
            callers.add(copy);
        }
        machines.continueNumbers(from.clerk);
        toKill.addAll(from.toKill);
        System.arraycopy(from.calls, 0, calls, 0, THREADS);
    }

    /** Returns all that the future depends on. */
    String describe() {
        if (crashed) {
            return "crashed " + life;
        }
        if (isRetired()) {
            return "retired " + currentSession();
        }
        StringBuilder to = new StringBuilder();
        long cut = setup.lease.patience();
        to.append(life).append(' ').append(beatsSent).append(' ').append(seen);
        Machines.describe(owner, seen == 0 ? 0 : values.session(seen).beats(), clock, cut, to);
        Machines.describe(watcher, watch, cut, setup.lease.millis() / 2, to);
        Machines.describe(clerk, values, to);
        to.append(looked == watch && calls[WATCHER] == null ? " looked" : " ")
                .append(lapsed)
                .append(mustRejoin)
                .append(joining.low())
                .append(rejoins)
                .append(isEnded);
        boolean looks = calls[WATCHER] != null && setup.twin == Twin.WATCHES_FROM_CALL;
        to.append(looks ? Math.min(cut, watch - calledLook) : 0).append(' ');
        if (setup.twin == Twin.DEADLINE_FROM_ANSWER) {
            to.append(Math.min(cut, clock - answeredAt));
        }
        to.append(turnstileSeen)
                .append(' ')
                .append(postSeen)
                .append(hasPosted)
                .append(inboxRead)
                .append(toKill)
                .append(news);
        for (Caller caller : callers) {
            to.append(" caller ").append(caller.at);
            if (caller.request != null) {
                Machines.describe(caller.request, to);
            }
            if (caller.part != null) {
                Machines.describe(caller.part, to);
            }
            to.append(caller.calling ? 'c' : '-').append(caller.givesUp ? 'g' : '-');
            to.append(caller.delivered ? 'd' : '-')
                    .append(caller.lost ? 'l' : '-')
                    .append(caller.guarded ? 't' : '-');
            to.append(caller.ended ? 'e' : '-').append(caller.lapses == lapses ? '=' : '<');
            if (setup.twin == Twin.DEADLINE_FROM_GRANT) {
                to.append(Math.min(cut, clock - caller.grantedAt));
            }
        }
        for (Call call : calls) {
            to.append(' ').append(call);
        }
        return to.toString();
    }

    // ------------------------------------------------------------------------------------------------ for invariants

    /** Returns true if it will never do anything again that matters. */
    private boolean isRetired() {
        return callers.stream().allMatch(caller -> caller.ended && caller.request == null)
                && !mustRejoin
                && !hasPosted
                && calls[BEATS] == null
                && calls[WATCHER] == null
                && calls[CLERK] == null;
    }

    boolean isCrashed() {
        return crashed;
    }

    int life() {
        return life;
    }

    private SessionId session() {
        return setup.session(index, setup.twin == Twin.REUSES_ID ? 0 : life);
    }

    private int sessionIndex() {
        return (int) session().low();
    }

    /** Returns the session whose deadline this process knows to be ahead, or -1. */
    int validSession() {
        return !crashed && !isRetired() && keepsDeadline() && isValidNow() ? sessionIndex() : -1;
    }

    private boolean keepsDeadline() {
        return setup.timed && setup.whenSilent == WhenSilent.LOSES_PLACE;
    }

    private boolean isValidNow() {
        if (setup.twin == Twin.DEADLINE_FROM_ANSWER) {
            return owner.standing() == SessionOwner.Standing.LIVE
                    && clock < answeredAt + setup.lease.millis() - setup.lease.margin();
        }
        return owner.isValid(clock);
    }

    /** A permit as its process sees it. */
    record Held(long who, long fence, int units) {}

    List<Held> validPermits() {
        return callers.stream()
                .filter(this::isValid)
                .map(caller ->
                        new Held(caller.request.who(), caller.request.fence(), RequestWord.units(caller.request.who())))
                .toList();
    }

    private boolean isValid(Caller caller) {
        if (crashed || caller.request == null || !caller.delivered || caller.lost || caller.request.isLost()) {
            return false;
        }
        if (setup.twin == Twin.DEADLINE_FROM_GRANT) {
            return clock < caller.grantedAt + setup.lease.millis() && isOpen(caller);
        }
        return caller.lapses == lapses && isOpen(caller);
    }

    /** A permit that is being given back is not valid any more, even while the floor keeps it. */
    private static boolean isOpen(Caller caller) {
        Region region = caller.request.region();
        boolean entersOrIsOut = region == Region.REMAINDER || region == Region.TRYING;
        boolean leaves = caller.calling
                && (caller.op() == Op.LEAVE || caller.op() == Op.TRY_LEAVE || caller.op() == Op.LEAVE_OR_NOT);
        return !entersOrIsOut && !leaves;
    }

    /** Returns the requests that guard a transaction. */
    List<Long> guarding() {
        return callers.stream()
                .filter(caller -> caller.guarded && !crashed)
                .map(caller -> caller.request.who())
                .toList();
    }

    /**
     * Returns the session in whose name entries of this process are there, or -1 if it is about to have another one.
     */
    int currentSession() {
        return crashed || mustRejoin || isEnded || owner.standing() != SessionOwner.Standing.LIVE || clerk.isExpelled()
                ? -1
                : sessionIndex();
    }

    /** Returns the ids of requests that a caller knows. */
    List<Long> known() {
        return callers.stream()
                .filter(caller -> caller.request != null && caller.request.region() != Region.REMAINDER)
                .map(caller -> RequestWord.id(caller.request.who()))
                .toList();
    }

    /** Returns the ids of requests that are in line, as far as this process knows, and want to be. */
    List<Long> inLine() {
        return callers.stream()
                .filter(caller -> caller.request != null
                        && caller.request.region() == Region.TRYING
                        && !caller.request.wantsMove())
                .map(caller -> RequestWord.id(caller.request.who()))
                .toList();
    }

    boolean isDone() {
        return crashed
                || isEnded
                || callers.stream()
                        .allMatch(caller -> caller.ended && (caller.request == null || isHeldForGood(caller)));
    }

    private static boolean isHeldForGood(Caller caller) {
        return caller.delivered && !caller.lost && caller.request.region() == Region.CRITICAL;
    }

    boolean hasLost() {
        return callers.stream().anyMatch(caller -> caller.lost);
    }

    boolean canRenew() {
        return life + 1 < setup.lives;
    }

    boolean isStuck() {
        return !crashed && owner.standing() == SessionOwner.Standing.OVER && !canRenew();
    }

    /** Returns true if this process has not seen this value of the turnstile, and would like to. */
    boolean awaits(int turnstile) {
        return !crashed && !isRetired() && !isStuck() && !isEnded && turnstileSeen != turnstile;
    }

    // ------------------------------------------------------------------------------------------------ inputs

    /**
     * Returns the inputs that are possible, each with its argument, apart from ticks, answers and what others cause.
     */
    List<int[]> inputs(boolean calm) {
        List<int[]> all = new ArrayList<>();
        if (crashed || isStuck() || isRetired()) {
            return all;
        }
        boolean isOver = owner.standing() == SessionOwner.Standing.OVER;
        if (setup.timed && calls[BEATS] == null) {
            if (isOver && canRenew()) {
                add(all, Input.RENEW, 0);
            } else if (!isOver && (calm || beatsSent < Math.max(1, setup.beats[index] - life))) {
                add(all, Input.BEAT, 0);
            }
        }
        if (isEnded) {
            return all;
        }
        if (setup.timed && calls[WATCHER] == null && looked != watch && mayLook()) {
            add(all, Input.LOOK, 0);
        }
        if (calls[CLERK] == null) {
            add(all, Input.TURN, 0);
            if (news != 0) {
                add(all, Input.HEAR, 0);
            }
            if (setup.posts && !inboxRead && !mustRejoin && callers.stream().anyMatch(this::wantsMove)) {
                add(all, Input.INBOX, 0);
            }
        }
        for (int i = 0; i < callers.size(); i++) {
            Caller caller = callers.get(i);
            if (!caller.calling
                    && !caller.ended
                    && (caller.request == null || !caller.op().enters())) {
                add(all, Input.CALLER, i);
            }
            if (caller.calling && !caller.givesUp && caller.op().mayGiveUp() && !isSettled(caller)) {
                add(all, Input.GIVE_UP, i);
            }
            if (caller.calling && isSettled(caller) && mayDeliver(caller)) {
                add(all, Input.DELIVER, i);
            }
            if (setup.guards && isValid(caller) && !caller.calling && !caller.guarded) {
                add(all, Input.GUARD, i);
            }
            if (caller.guarded) {
                add(all, Input.COMMIT, i);
            }
        }
        return all;
    }

    private static void add(List<int[]> all, Input input, int argument) {
        all.add(new int[] {input.ordinal(), argument});
    }

    private boolean wantsMove(Caller caller) {
        return caller.request != null && caller.request.wantsMove();
    }

    private boolean mayLook() {
        return clerk.hasWaiters() && !clerk.sessionsAhead().isEmpty();
    }

    private static boolean isSettled(Caller caller) {
        Region region = (caller.part != null ? caller.part : caller.request).region();
        return region == Region.CRITICAL || region == Region.REMAINDER;
    }

    private boolean mayDeliver(Caller caller) {
        if (!setup.timed
                || setup.twin == Twin.DELIVERS_BLINDLY
                || !caller.op().enters()
                || caller.request.region() == Region.REMAINDER) {
            return true;
        }
        if (setup.twin == Twin.DEADLINE_FROM_ANSWER) {
            return isValidNow();
        }
        boolean isOwn = setup.twin == Twin.DELIVERS_IN_ANOTHER_SESSION
                || !mustRejoin && session().equals(Machines.get(clerk, "self"));
        return isOwn && !owner.isDoubtful(clock) && (setup.whenSilent == WhenSilent.KEEPS_PLACE || !lapsed);
    }

    private boolean isToSweep(Caller caller) {
        return setup.twin != Twin.DEADLINE_FROM_GRANT
                && caller.delivered
                && !caller.lost
                && caller.request != null
                && caller.lapses != lapses;
    }

    /** Returns true if this process could end its session now. */
    boolean mayEnd() {
        boolean noPermitOpen = callers.stream()
                .allMatch(caller -> caller.request == null || caller.request.region() == Region.REMAINDER);
        if (setup.twin == Twin.REUSES_ID) {
            return !crashed && !isRetired() && canRenew() && calls[BEATS] == null && calls[CLERK] == null;
        }
        return !crashed
                && !isRetired()
                && !isEnded
                && owner.standing() == SessionOwner.Standing.LIVE
                && calls[BEATS] == null
                && calls[CLERK] == null
                && (noPermitOpen || setup.twin == Twin.ENDS_WITH_PERMIT);
    }

    void crash() {
        crashed = true;
        for (int i = 0; i < THREADS; i++) {
            calls[i] = null;
        }
    }

    void input(int input, int argument, int answer) {
        switch (Input.values()[input]) {
            case TICK -> tick(argument);
            case BEAT -> beat();
            case LOOK -> look();
            case TURN -> turn();
            case CALLER -> call(callers.get(argument));
            case GIVE_UP -> {
                callers.get(argument).givesUp = true;
                giveUpIfFree(callers.get(argument));
            }
            case DELIVER -> deliver(callers.get(argument));
            case RENEW -> renew();
            case CHANGED -> {
                clerk.changed();
                if (calls[CLERK] == null) {
                    turn();
                }
            }
            case INBOX -> readInbox();
            case NEWS -> news = answer;
            case HEAR -> hear();
            case GUARD -> callers.get(argument).guarded = true;
            case COMMIT -> callers.get(argument).guarded = false;
            case END -> end();
            case ANSWER -> answered(argument, answer);
            case LOCKED -> locked(answer);
        }
    }

    private void tick(int drift) {
        clock += drift == 1 ? 0 : setup.tick;
        watch += (drift == 2 ? 2 : 1) * setup.tick;
        lookAtDeadline();
    }

    /** As the keeper does before anything that depends on the deadline. */
    private void lookAtDeadline() {
        boolean exists = owner.standing() != SessionOwner.Standing.STARTING;
        if (!lapsed && keepsDeadline() && exists && !isBefore()) {
            lapsed = true;
            lapses++;
        }
    }

    private boolean isBefore() {
        return setup.twin == Twin.DEADLINE_FROM_ANSWER
                ? clock < answeredAt + setup.lease.millis() - setup.lease.margin()
                : clock < owner.deadline();
    }

    // ------------------------------------------------------------------------------------------------ the session

    private void ask(int thread, Ask ask, Reason reason, Target target, int base, int next) {
        calls[thread] = new Call(ask, reason, List.of(target), base, next);
    }

    private Target own() {
        return new Target(Kind.SESSION, sessionIndex());
    }

    private void beat() {
        beatsSent++;
        ask(BEATS, Ask.REPLACE, Reason.BEAT, own(), seen, values.of(owner.beat(clock, 0)));
    }

    private void end() {
        SessionRecord last = owner.beat(clock, 0).ended();
        owner.end();
        isEnded = true;
        ask(BEATS, Ask.RETIRE, Reason.END, own(), seen, values.of(last));
    }

    private void found(int version, Optional<SessionRecord> record) {
        lookAtDeadline();
        seen = version;
        owner.found(record);
        answeredAt = clock;
        if (owner.standing() == SessionOwner.Standing.LIVE && isBefore()) {
            lapsed = false;
        }
        if (owner.standing() == SessionOwner.Standing.LIVE) {
            clerk.changed(); // time for an audit
        }
    }

    private void renew() {
        lapses++;
        lapsed = false;
        life++;
        beatsSent = 0;
        owner = new SessionOwner(setup.firstRecord(), setup.lease);
        seen = setup.twin == Twin.REUSES_ID ? seen : 0;
        isEnded = false;
        mustRejoin = true;
        for (Caller caller : callers) {
            caller.lost |= caller.delivered;
        }
    }

    // ------------------------------------------------------------------------------------------------ other sessions

    private void look() {
        looked = watch;
        calledLook = watch;
        List<Target> targets = clerk.sessionsAhead().stream()
                .map(id -> new Target(Kind.SESSION, (int) id.low()))
                .toList();
        calls[WATCHER] = new Call(Ask.READ_ALL, Reason.LOOK, targets, 0, 0);
    }

    private void looked(List<Target> targets, List<Integer> found) {
        for (int i = 0; i < targets.size(); i++) {
            judge(targets.get(i).index(), found.get(i));
        }
        killNext();
    }

    private void judge(int session, int version) {
        SessionId id = new SessionId(0, session);
        Optional<SessionRecord> record = version == 0 ? Optional.empty() : Optional.of(values.session(version));
        boolean isRevoked = record.isPresent() && record.get().status() == SessionRecord.Status.REVOKED;
        if (record.isPresent() && record.get().isOver() || isRevoked && setup.twin == Twin.REMOVES_REVOKED) {
            clerk.over(id);
            return;
        }
        long answered = setup.twin == Twin.WATCHES_FROM_CALL ? calledLook : watch;
        switch (watcher.observed(id, record, answered)) {
            case NONE -> {}
            case DOUBTFUL -> {
                if (record.isPresent() && record.get().whenSilent() == WhenSilent.KEEPS_PLACE) {
                    clerk.doubt(id);
                }
            }
            case DEAD -> {
                if (setup.twin == Twin.REMOVES_BEFORE_KILL) {
                    clerk.over(id);
                }
                toKill.addAll(List.of(session, version));
            }
        }
    }

    private void killNext() {
        if (toKill.isEmpty()) {
            return;
        }
        int version = toKill.get(1);
        SessionRecord dead = (version == 0 ? setup.firstRecord() : values.session(version)).dead(StoreSetup.ENDING);
        Target target = new Target(Kind.SESSION, toKill.get(0));
        ask(
                WATCHER,
                Ask.RETIRE,
                Reason.KILL,
                target,
                setup.twin == Twin.KILLS_WITHOUT_COMPARE ? -1 : version,
                values.of(dead));
    }

    // ------------------------------------------------------------------------------------------------ callers

    private void call(Caller caller) {
        caller.calling = true;
        caller.givesUp = false;
        switch (caller.op()) {
            case ENTER, ENTER_OR_NOT -> request(caller).acquire(1);
            case ENTER_TWO -> request(caller).acquire(2);
            case ENTER_ASIDE -> {
                request(caller).startAside();
                caller.request.acquire(1);
            }
            case TRY -> request(caller).attempt(1);
            case READY -> move(caller, LedgerProcess::ready);
            case STOP -> move(caller, LedgerProcess::stop);
            case TRY_LEAVE -> move(caller, LedgerProcess::attemptRelease);
            case LEAVE, LEAVE_OR_NOT -> move(caller, LedgerProcess::release);
            case SPLIT -> {
                if (!isGone(caller)) {
                    caller.part = caller.request.split(1);
                    caller.part.release();
                    clerk.submit(caller.part);
                }
                return;
            }
        }
        if (caller.op().enters()) {
            clerk.submit(caller.request);
        }
    }

    private LedgerProcess request(Caller caller) {
        caller.request = clerk.request();
        return caller.request;
    }

    private void move(Caller caller, java.util.function.Consumer<LedgerProcess> step) {
        if (caller.op() == Op.LEAVE || caller.op() == Op.LEAVE_OR_NOT) {
            caller.guarded = false; // callers commit before they close
        }
        if (!isGone(caller)) {
            step.accept(caller.request);
            clerk.submit(caller.request);
        }
    }

    /** Returns true if the permit is lost. Then the clerk removes the entry. */
    private boolean isGone(Caller caller) {
        caller.lost |= caller.lapses != lapses && setup.twin != Twin.DEADLINE_FROM_GRANT || caller.request.isLost();
        return caller.lost || caller.request.region() == Region.REMAINDER;
    }

    private void giveUpIfFree(Caller caller) {
        LedgerProcess request = caller.request;
        if (clerk.isBusy(request)) {
            return;
        }
        if (request.isHeldBack()) {
            caller.givesUp = false;
            request.stay();
            clerk.submit(request);
        } else if (request.region() == Region.TRYING && !request.wantsMove()) {
            caller.givesUp = false;
            request.withdraw();
            clerk.submit(request);
        } else if (request.region() == Region.TRYING && !request.isWithdrawing()) {
            caller.givesUp = false;
            request.cancel();
        }
    }

    /** The caller hears of the outcome, and may make its next call. */
    private void deliver(Caller caller) {
        if (caller.op().enters() && caller.request.region() == Region.CRITICAL && !caller.delivered) {
            caller.delivered = true;
            caller.lapses = lapses;
            caller.grantedAt = clock;
        }
        if (caller.part != null) {
            clerk.forget(caller.part);
            caller.part = null;
        }
        caller.calling = false;
        caller.givesUp = false;
        boolean isOut = caller.request.region() == Region.REMAINDER;
        if (isOut) {
            clerk.forget(caller.request);
            caller.request = null;
            caller.delivered = false;
            caller.lost = false;
            caller.guarded = false;
        }
        caller.at++;
        while (isOut && caller.at < caller.script.ops.size() && !caller.op().enters()) {
            caller.at++;
        }
        if (caller.at == caller.script.ops.size()) {
            caller.ended = true;
            caller.at--;
        }
    }

    // ------------------------------------------------------------------------------------------------ the clerk

    private void turn() {
        callers.stream().filter(this::isToSweep).forEach(caller -> caller.lost = true);
        abandonOverdue();
        if (mustRejoin) {
            boolean again = session().equals(Machines.get(clerk, "self"));
            boolean certain =
                    owner.standing() == SessionOwner.Standing.LIVE && (!setup.timed || !owner.isDoubtful(clock));
            if (certain && !(again && rejoins == REJOINS_MAX)) {
                rejoins = again ? rejoins + 1 : 0;
                ask(CLERK, Ask.READ, Reason.JOIN, new Target(Kind.TURNSTILE, 0), 0, 0);
            }
            return;
        }
        for (Caller caller : callers) {
            if (caller.request != null && caller.givesUp) {
                giveUpIfFree(caller);
            }
        }
        Target turnstile = new Target(Kind.TURNSTILE, 0);
        switch (clerk.next()) {
            case Clerk.Call.Rest() -> rest();
            case Clerk.Call.Read() -> ask(CLERK, Ask.READ, Reason.SERVE, turnstile, 0, 0);
            case Clerk.Call.Replace(StoredLedger base, StoredLedger next, boolean wakes) -> {
                inboxRead = false;
                ask(CLERK, Ask.REPLACE, Reason.SERVE, turnstile, turnstileSeen, values.of(next));
            }
            case Clerk.Call.Queue() -> ask(CLERK, Ask.QUEUE, Reason.SERVE, turnstile, 0, 0);
            case Clerk.Call.Examine(Set<SessionId> sessions) ->
                calls[CLERK] = new Call(
                        Ask.READ_ALL,
                        Reason.EXAMINE,
                        sessions.stream()
                                .map(id -> new Target(Kind.SESSION, (int) id.low()))
                                .toList(),
                        0,
                        0);
            case Clerk.Call.Post(Batch batch) ->
                ask(CLERK, Ask.REPLACE, Reason.POST, new Target(Kind.POST, index), postSeen, values.of(batch));
        }
    }

    private void hear() {
        int value = news;
        news = 0;
        boolean ignoresBatch = setup.twin == Twin.HEARS_BEHIND_A_BATCH && isToBeSentAgain();
        if (ignoresBatch || clerk.heard(values.turnstile(value))) {
            turnstileSeen = value;
            mustRejoin |= clerk.isExpelled();
        }
    }

    private boolean isToBeSentAgain() {
        Optional<?> flight = (Optional<?>) Machines.get(clerk, "flight");
        return flight.isPresent()
                && Machines.get(flight.get(), "stage").toString().equals("TO_SEND");
    }

    private void rest() {
        if (hasPosted && clerk.isPostDone()) {
            hasPosted = false;
            ask(CLERK, Ask.DELETE, Reason.CLEAR_POST, new Target(Kind.POST, index), postSeen, 0);
        }
    }

    private void readInbox() {
        inboxRead = true;
        List<Target> targets = new ArrayList<>();
        for (int i = 0; i < setup.processes(); i++) {
            targets.add(new Target(Kind.POST, i));
        }
        calls[CLERK] = new Call(Ask.READ_ALL, Reason.INBOX, targets, 0, 0);
    }

    private void abandonOverdue() {
        for (Caller caller : callers) {
            boolean isFree = setup.twin == Twin.IGNORES_GUARDS || !caller.guarded;
            if (caller.request != null && caller.lost && isFree && !clerk.isBusy(caller.request)) {
                if (caller.request.region() == Region.CRITICAL) {
                    caller.request.abandon();
                    clerk.submit(caller.request);
                } else if (caller.request.isHeldBack()) {
                    caller.request.stay();
                    clerk.submit(caller.request);
                }
            }
            if (caller.request != null && caller.ended && caller.request.region() == Region.REMAINDER) {
                clerk.forget(caller.request);
                caller.request = null;
            }
        }
    }

    /** A queueing store has locked the turnstile, which has this value. */
    private void locked(int value) {
        turnstileSeen = value;
        Target turnstile = new Target(Kind.TURNSTILE, 0);
        Optional<Clerk.Call.Replace> next = clerk.underLock(values.turnstile(value));
        if (next.isPresent()) {
            ask(
                    CLERK,
                    Ask.REPLACE,
                    Reason.SERVE,
                    turnstile,
                    value,
                    values.of(next.get().next()));
        } else {
            calls[CLERK] = null;
            clerk.answered(Clerk.Answer.CONFLICT);
            mustRejoin |= clerk.isExpelled();
        }
    }

    // ------------------------------------------------------------------------------------------------ answers

    private void answered(int thread, int answer) {
        Call call = calls[thread];
        calls[thread] = null;
        switch (call.reason()) {
            case BEAT -> {
                if (answer == APPLIED) {
                    found(call.next(), Optional.of(values.session(call.next())));
                } else {
                    ask(BEATS, Ask.READ, Reason.READ_BACK, own(), 0, 0);
                }
            }
            case READ_BACK -> readBack(answer);
            case END -> {}
            case LOOK -> looked(call.targets(), values.answers(answer));
            case KILL -> {
                if (answer == APPLIED) {
                    clerk.over(new SessionId(0, call.targets().getFirst().index()));
                }
                toKill.removeFirst();
                toKill.removeFirst();
                killNext();
            }
            case EXAMINE -> {
                List<Integer> found = values.answers(answer);
                for (int i = 0; i < found.size(); i++) {
                    if (found.get(i) != 0 && values.session(found.get(i)).isOver()) {
                        clerk.over(new SessionId(0, call.targets().get(i).index()));
                    }
                }
                clerk.examined();
            }
            case SERVE -> served(call, answer);
            case JOIN -> joined(call, answer);
            case POST -> {
                if (answer == APPLIED) {
                    postSeen = call.next();
                    hasPosted = true;
                    clerk.posted();
                    clerk.changed();
                } else {
                    ask(CLERK, Ask.READ, Reason.REREAD_POST, new Target(Kind.POST, index), 0, 0);
                }
            }
            case REREAD_POST -> postSeen = answer;
            case CLEAR_POST -> postSeen = 0;
            case INBOX -> inbox(values.answers(answer));
        }
    }

    private void readBack(int version) {
        Optional<SessionRecord> record = version == 0 ? Optional.empty() : Optional.of(values.session(version));
        boolean isDead = record.isPresent() && record.get().status() == SessionRecord.Status.DEAD;
        if (setup.twin == Twin.REVIVES && isDead) {
            seen = version; // the next beat replaces it
            return;
        }
        found(version, record);
    }

    private void served(Call call, int answer) {
        if (call.ask() == Ask.READ) {
            turnstileSeen = answer;
            clerk.read(Optional.of(values.turnstile(answer)));
            mustRejoin |= clerk.isExpelled();
            return;
        }
        if (answer == APPLIED) {
            turnstileSeen = call.next();
            clerk.answered(Clerk.Answer.APPLIED);
        } else if (answer == UNKNOWN && setup.twin == Twin.REPEATS_BLINDLY) {
            Machines.set(clerk, "flight", Optional.empty());
            clerk.changed();
        } else if (answer == UNKNOWN && setup.twin == Twin.GIVES_UP_ON_UNKNOWN) {
            Machines.set(clerk, "flight", Optional.empty());
            clerk.changed();
            for (Caller caller : callers) {
                if (caller.calling && caller.request.region() == Region.TRYING) {
                    clerk.forget(caller.request);
                    caller.request = null;
                    caller.calling = false;
                    caller.ended = true;
                }
            }
        } else {
            clerk.answered(answer == CONFLICT ? Clerk.Answer.CONFLICT : Clerk.Answer.UNKNOWN);
        }
    }

    private void joined(Call call, int answer) {
        Target turnstile = new Target(Kind.TURNSTILE, 0);
        if (call.ask() == Ask.READ) {
            StoredLedger.Draft draft = new StoredLedger.Draft(values.turnstile(answer), new Ledger(ENTRIES));
            joining = session();
            draft.join(joining, 0);
            ask(CLERK, Ask.REPLACE, Reason.JOIN, turnstile, answer, values.of(draft.next()));
        } else if (answer == APPLIED) {
            for (Caller caller : callers) {
                caller.lost |= caller.delivered;
                boolean isInside = caller.request != null && caller.request.region() == Region.CRITICAL;
                if (isInside && !caller.delivered && caller.op() != Op.TRY) {
                    caller.request.enterAnew(); // no caller has seen that it was inside
                }
            }
            clerk.restart(values.turnstile(call.next()).row(joining).orElseThrow());
            mustRejoin = !joining.equals(session());
            postSeen = 0;
            hasPosted = false;
        }
    }

    private void inbox(List<Integer> found) {
        Map<SessionId, Batch> batches = new HashMap<>();
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i) != 0) {
                SessionId session = setup.session(i, 0);
                Batch batch = values.batch(found.get(i));
                Optional<StoredLedger.Row> row = clerk.known().flatMap(value -> value.row(session));
                boolean blind = setup.twin == Twin.IGNORES_BATCH_NUMBERS && row.isPresent();
                batches.put(session, blind ? new Batch(row.get().batch() + 1, batch.moves()) : batch);
            }
        }
        clerk.inbox(batches);
    }
}
