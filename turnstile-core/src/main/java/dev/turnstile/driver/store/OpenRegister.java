package dev.turnstile.driver.store;

import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.DamagedException;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.algorithm.store.Batch;
import dev.turnstile.algorithm.store.Clerk;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.StoredLedger;
import dev.turnstile.machine.Region;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * One turnstile in a store, as this process uses it. A thread makes the calls that the {@link Clerk} asks for; callers
 * submit requests and wait. A second thread waits for changes, as long as a caller of this process waits.
 *
 * <p>All turnstiles of this process that are open under the same name share one instance.
 */
final class OpenRegister {
    private static final long INBOX_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int FAILURES_MAX = 9; // pauses of up to a quarter of a second
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long COMPANY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long AWAITER_IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final StoreHub hub;
    private final String name;
    private final Edits edits;
    private final Register register;
    private final boolean stopsWhenAsked;

    // guarded by this
    private long rings; // how often the clerk's thread was woken
    private final Clerk clerk;
    private SessionId session;
    private Versioned seen = Versioned.ABSENT;
    private final Set<StoreRequest> requests = new LinkedHashSet<>();
    private final List<StoreRequest> overdue = new ArrayList<>(); // lost, and still in the ledger
    private boolean mustRejoin;
    private boolean ended;
    private boolean listening;
    private Optional<Thread> idleAwaiter = Optional.empty(); // sleeps until there is a need to wait for changes
    private boolean calling; // the clerk's thread waits for an answer of the store
    private Optional<News> news = Optional.empty(); // came during a call
    private Optional<TurnstileUnusableException> unusable = Optional.empty();
    private boolean failing; // the last call got no answer
    private volatile long answered = System.nanoTime(); // when the store last answered, or the clerk stopped resting
    private int strays; // in the value that was read last
    private int failures; // in a row
    private Versioned posted = Versioned.ABSENT;
    private boolean hasPosted;
    private long inboxRead;
    private volatile boolean resting = true;
    private volatile long turned = System.nanoTime(); // when the clerk's thread last made progress
    private volatile boolean hasFloor;
    private long wants; // bounds with which this process has the turnstile open
    private final Map<Long, String> names = new HashMap<>(); // of threads holding watched permits

    OpenRegister(
            StoreHub hub,
            String name,
            Edits.Changed<StoredLedger.Row> joined,
            boolean hasFloor,
            boolean stopsWhenAsked) {
        this.hub = hub;
        this.name = name;
        this.hasFloor = hasFloor;
        this.stopsWhenAsked = stopsWhenAsked;
        StoredLedger.Row row = joined.result();
        wants = row.wants();
        edits = hub.edits(name);
        register = hub.store().register(TurnstileKeys.turnstile(name));
        session = row.session();
        clerk = new Clerk(row, hub.store().traits().queues(), StoredLedger.ENTRIES_MAX);
        clerk.read(Optional.of(joined.value()));
        seen = joined.seen();
    }

    void start() {
        Thread.ofPlatform().daemon().name("turnstile-clerk-" + name).start(this::serve);
    }

    String name() {
        return name;
    }

    Edits edits() {
        return edits;
    }

    boolean hasFloor() {
        return hasFloor;
    }

    synchronized void wants(long bounds, boolean floor) {
        wants = bounds;
        hasFloor = floor;
    }

    /** Returns true unless the clerk's thread has been stuck for so long that this process should count as silent. */
    boolean makesProgress() {
        return resting || System.nanoTime() - turned < hub.leaseNanos() / 2;
    }

    /** Returns how long the store has not answered, if it does not. */
    synchronized Optional<Duration> failingFor() {
        return failing ? Optional.of(Duration.ofNanos(unansweredNanos())) : Optional.empty();
    }

    /** Returns how long the clerk has been waiting for an answer of the store, whether or not a call has failed yet. */
    long unansweredNanos() {
        return System.nanoTime() - answered;
    }

    // ------------------------------------------------------------------------------------------------ for callers

    /** Creates a request of this many units, which takes its place in line. */
    synchronized StoreRequest enter(int units, boolean isAttempt, boolean aside, long since) {
        checkUsable();
        LedgerProcess process = clerk.request();
        process.since(since);
        if (aside) {
            process.startAside();
        }
        if (isAttempt) {
            process.attempt(units);
        } else {
            process.acquire(units);
        }
        StoreRequest request = new StoreRequest(process, units, isAttempt);
        request.begin();
        requests.add(request);
        submit(request);
        return request;
    }

    private void submit(StoreRequest request) {
        clerk.submit(request.process);
        ring();
    }

    /** Runs this task once the outcome of a request is known. */
    synchronized void tell(StoreRequest request, Runnable task) {
        request.whenSettled(task);
    }

    /** Makes a request that is inside take its next step. Returns false if it is lost. */
    boolean leave(StoreRequest request, Consumer<LedgerProcess> step) {
        boolean lapsed = request.lapses != hub.keeper().lapses();
        synchronized (this) {
            if (unusable.isPresent()) {
                request.lost = true;
            }
            if (lapsed && !request.lost) {
                request.lost = true;
                request.lostAt(hub.keeper().lastLapse());
                overdue.add(request);
                ring();
            }
            if (request.lost || request.isOut()) {
                return false;
            }
            request.begin();
            step.accept(request.process);
            submit(request);
            return true;
        }
    }

    /** Gives up waiting, to enter or to leave. The outcome is known once the request is settled. */
    synchronized void giveUp(StoreRequest request) {
        if (!request.isSettled()) {
            request.givesUp = true;
            giveUpIfFree(request);
            ring();
        }
    }

    /** Makes a request give up, unless its batch is under way or it has nothing to give up. Returns true if it did. */
    private boolean giveUpIfFree(StoreRequest request) {
        LedgerProcess process = request.process;
        if (clerk.isBusy(process)) {
            return false;
        }
        if (process.isHeldBack()) {
            process.stay();
            clerk.submit(process);
        } else if (process.region() == Region.TRYING && !process.wantsMove()) {
            process.withdraw();
            clerk.submit(process);
        } else if (process.region() == Region.TRYING && !process.isWithdrawing()) {
            process.cancel();
            drop(request);
            request.settle();
        } else {
            return false;
        }
        request.givesUp = false;
        return true;
    }

    /**
     * The caller does not wait for the outcome any longer. If the request comes in, it leaves again. Returns false if
     * the outcome is known meanwhile.
     */
    synchronized boolean orphan(StoreRequest request) {
        if (request.isSettled()) {
            return false;
        }
        request.orphaned = true;
        request.givesUp = true;
        ring();
        return true;
    }

    /** The caller has given up leaving, and goes on as a holder although the outcome may still be unknown. */
    synchronized void stays(StoreRequest request) {
        request.stays = !request.isSettled();
    }

    /**
     * Returns true if a request that is settled has come in, for its caller to have a permit. The permit may have been
     * lost since, as it may be at any time after.
     */
    synchronized boolean isDelivered(StoreRequest request) {
        return request.delivered;
    }

    /** Returns true if the permit of this request is valid now. */
    boolean isValid(StoreRequest request) {
        if (request.lapses != hub.keeper().lapses()) {
            return false;
        }
        synchronized (this) {
            return unusable.isEmpty() && !request.lost && !request.isOut() && !request.process.isLost();
        }
    }

    /** Returns when the permit of this request was lost, as far as this process knows. Empty if it was not. */
    Optional<Instant> lostAt(StoreRequest request) {
        boolean lapsed = request.lapses != hub.keeper().lapses();
        Instant lapse = hub.keeper().lastLapse();
        synchronized (this) {
            if (lapsed && !request.closed) {
                request.lostAt(lapse);
            } else if (!request.closed && (request.process.isLost() || unusable.isPresent())) {
                request.lostAt(Instant.now());
            }
            return request.lostAt();
        }
    }

    /** Returns true if the permit was lost before it was closed, and takes it off the books. */
    synchronized boolean closed(StoreRequest request) {
        boolean lost = request.lost || request.process.isLost();
        request.closed = true;
        if (request.isOut()) {
            drop(request);
        }
        names.remove(RequestWord.id(request.process.who()));
        return lost;
    }

    private void drop(StoreRequest request) {
        requests.remove(request);
        clerk.forget(request.process);
    }

    synchronized boolean isFull(StoreRequest request) {
        return clerk.isFull(request.process);
    }

    /** Gives back some units of a request. Returns false if it is lost. */
    boolean shrink(StoreRequest request, int part) {
        StoreRequest split;
        synchronized (this) {
            if (request.lost || !request.isInside()) {
                return false;
            }
            split = new StoreRequest(request.process.split(part), part, false);
            split.process.release();
            split.delivered = true;
            split.closed = true;
            split.lapses = request.lapses;
            split.begin();
            requests.add(split);
            submit(split);
        }
        long begun = System.nanoTime();
        while (!split.isSettled() && System.nanoTime() - begun < hub.leaseNanos() / 6) {
            LockSupport.parkNanos(hub.leaseNanos() / 60);
        }
        return !split.process.isLost();
    }

    void onLost(StoreRequest request, Runnable task) {
        boolean already;
        synchronized (this) {
            already = request.onLost(task);
            listen();
        }
        if (already) {
            Thread.ofVirtual().start(task);
        }
    }

    synchronized void onDoubt(StoreRequest request, Runnable task) {
        request.onDoubt(task);
    }

    synchronized void name(StoreRequest request, String thread) {
        names.put(RequestWord.id(request.process.who()), thread);
    }

    /** Returns the name of the thread that holds a watched permit, or that waits. */
    synchronized Optional<String> nameOf(long who) {
        return Optional.ofNullable(names.get(RequestWord.id(who)))
                .or(() -> requests.stream()
                        .filter(request ->
                                !request.delivered && RequestWord.id(request.process.who()) == RequestWord.id(who))
                        .findFirst()
                        .flatMap(StoreRequest::waiter)
                        .map(Thread::getName));
    }

    synchronized SessionId session() {
        return session;
    }

    /** Returns the value of the turnstile that was read or written last. */
    synchronized Optional<StoredLedger> known() {
        return clerk.known();
    }

    /** Returns the limit according to the value that was read or written last; 0 if there is none. */
    int limitKnown() {
        return known().map(StoredLedger::limit).orElse(0);
    }

    synchronized boolean hasOpenPermits() {
        return requests.stream().anyMatch(request -> !request.isOut());
    }

    private void checkUsable() {
        unusable.ifPresent(why -> {
            throw new TurnstileUnusableException(why.getMessage(), why);
        });
    }

    // ------------------------------------------------------------------------------------------------ for the hub

    synchronized void beaten() {
        clerk.changed(); // time for an audit
        tellSettled(); // permits that were held back in doubt
        ring();
    }

    synchronized void doubted() {
        requests.stream().filter(request -> request.delivered).forEach(StoreRequest::tellDoubt);
    }

    /** The permits delivered so far are lost. Their entries are removed when no transaction is guarded by them. */
    void lapsed() {
        long lapses = hub.keeper().lapses();
        Instant at = hub.keeper().lastLapse();
        synchronized (this) {
            for (StoreRequest request : requests) {
                if (request.delivered && request.lapses < lapses && !request.lost) {
                    request.lostAt(at);
                    lose(request);
                    overdue.add(request);
                }
            }
            ring();
        }
    }

    private static void lose(StoreRequest request) {
        request.lost = true;
        request.lostAt(Instant.now());
        request.tellLoss();
    }

    /**
     * The session that this one follows is over. Its permits are lost, and requests in line join it again. The clerk
     * may have found out first, and may have joined and delivered permits in the new session already.
     */
    void over() {
        long lapses = hub.keeper().lapses();
        Optional<SessionId> next = hub.keeper().live();
        synchronized (this) {
            requests.stream()
                    .filter(request -> request.delivered && request.lapses < lapses)
                    .forEach(OpenRegister::lose);
            if (!next.equals(Optional.of(session))) {
                overdue.clear();
                mustRejoin = true;
            }
            ring();
        }
    }

    synchronized boolean hasWaiters() {
        return clerk.hasWaiters();
    }

    synchronized boolean isNextButOne() {
        return clerk.isNextButOne();
    }

    synchronized Set<SessionId> sessionsAhead() {
        return clerk.hasWaiters() ? clerk.sessionsAhead() : Set.of();
    }

    synchronized void over(SessionId other) {
        clerk.over(other);
        ring();
    }

    synchronized void doubt(SessionId other) {
        clerk.doubt(other);
        ring();
    }

    /** Ends the threads. Requests that are still open stay as they are. */
    synchronized void end() {
        ended = true;
        idleAwaiter.ifPresent(LockSupport::unpark);
        ring();
    }

    // ------------------------------------------------------------------------------------------------ the clerk's
    // thread

    private void serve() {
        try {
            while (turn()) {
                turned = System.nanoTime();
            }
        } catch (TurnstileUnusableException | DamagedException why) {
            fail(new TurnstileUnusableException(why.getMessage(), why));
        } catch (RuntimeException | Error bug) {
            fail(new TurnstileUnusableException("'" + name + "' in " + hub.store() + " failed: " + bug, bug));
            throw bug;
        }
    }

    private void fail(TurnstileUnusableException why) {
        synchronized (this) {
            try {
                unusable = Optional.of(why);
                for (StoreRequest request : requests) {
                    lose(request);
                    request.settle();
                }
            } finally {
                resting = true;
            }
        }
    }

    synchronized Optional<TurnstileUnusableException> unusable() {
        return unusable;
    }

    /** Makes one call. Returns false when the turnstile has ended. */
    private boolean turn() {
        if (!abandonOverdue() || !rejoin()) {
            return pause();
        }
        readInbox();
        Clerk.Call call;
        synchronized (this) {
            if (ended) {
                return false;
            }
            obeyWishes();
            awaitCompany();
            call = clerk.next();
            tellSettled();
            if (call instanceof Clerk.Call.Rest && !obeyWishes() && !(hasPosted && clerk.isPostDone())) {
                rest();
                return !ended;
            }
            calling = true;
        }
        boolean answers;
        try {
            answers = perform(call);
        } finally {
            answerCame();
        }
        answered = answers ? System.nanoTime() : answered;
        return answers || pause();
    }

    private synchronized void answerCame() {
        calling = false;
        news.ifPresent(this::take);
        news = Optional.empty();
        notifyAll();
    }

    /**
     * Waits a moment if there are only requests that join the line behind others of this process, and a holder of this
     * process may be about to leave. One commit then does for both.
     */
    private void awaitCompany() {
        long end = System.nanoTime() + COMPANY_NANOS;
        try {
            for (long left = COMPANY_NANOS; left > 0 && isInNoHurry(); left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            // nothing of ours interrupts it
        }
    }

    private boolean isInNoHurry() {
        boolean isJoining = false;
        boolean isHolding = false;
        for (StoreRequest request : requests) {
            if (request.process.wantsMove()) {
                if (!request.isJoining() || request.givesUp) {
                    return false;
                }
                isJoining = true;
            }
            isHolding |= request.isInside();
        }
        return isJoining && isHolding && !ended && clerk.hasWaiters();
    }

    /** Makes requests give up whose callers do not wait any longer. Returns true if there is something to commit. */
    private boolean obeyWishes() {
        boolean obeyed = false;
        for (StoreRequest request : List.copyOf(requests)) {
            if (request.givesUp) {
                obeyed |= giveUpIfFree(request);
            }
            if (request.orphaned && request.isInside()) {
                request.process.abandon();
                clerk.submit(request.process);
                obeyed = true;
            } else if (request.orphaned && request.isOut()) {
                drop(request);
            }
        }
        return obeyed;
    }

    private void rest() {
        resting = true;
        listen();
        try {
            sleep(overdue.isEmpty() && !mustRejoin ? IDLE_NANOS : hub.leaseNanos() / 50);
        } catch (InterruptedException e) {
            // nothing of ours interrupts it
        } finally {
            turned = System.nanoTime();
            answered = turned;
            resting = false;
        }
    }

    /** Wakes the threads of this register. */
    private void ring() {
        rings++;
        notifyAll();
    }

    /** Waits until the next ring, but no longer than this. */
    private void sleep(long nanos) throws InterruptedException {
        long heard = rings;
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && rings == heard; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Waits a little before the next call, because the store did not answer. */
    private synchronized boolean pause() {
        failing = true;
        failures = Math.min(failures + 1, FAILURES_MAX);
        resting = true;
        obeyWishes();
        try {
            sleep(TimeUnit.MICROSECONDS.toNanos(500L << failures));
            return !ended;
        } catch (InterruptedException e) {
            return false; // nothing of ours interrupts it
        } finally {
            turned = System.nanoTime();
            resting = false;
        }
    }

    /** Makes the call, and reports the answer. Returns false if the store did not answer. */
    private boolean perform(Clerk.Call call) {
        return switch (call) {
            case Clerk.Call.Rest() -> clearPost();
            case Clerk.Call.Read() -> read();
            case Clerk.Call.Replace(StoredLedger base, StoredLedger next, boolean wakes) ->
                answered(counted(register.replace(seenNow(), new NextValue(edits.checked(next.bytes()), wakes))));
            case Clerk.Call.Queue() -> queue();
            case Clerk.Call.Examine(Set<SessionId> sessions) -> examine(sessions);
            case Clerk.Call.Post(Batch batch) -> post(batch);
        };
    }

    private synchronized Versioned seenNow() {
        return seen;
    }

    private boolean read() {
        try {
            Versioned now = register.read();
            Optional<StoredLedger> value = edits.decode(now);
            synchronized (this) {
                seen = now;
                clerk.read(value);
                countStrays();
                answers();
            }
            return true;
        } catch (StoreException noAnswer) {
            return false;
        }
    }

    private void answers() {
        failing = false;
        failures = 0;
        mustRejoin |= clerk.isExpelled();
        ring();
        tellSettled();
        if (clerk.isRolledBack()) {
            throw new TurnstileUnusableException("'" + name + "' in " + hub.store()
                    + " has lost acknowledged changes, as after a restore or a failover; stop all its users for one"
                    + " lease, then run 'turnstile doctor --after-restore'");
        }
    }

    /** Counts commits that failed, for people. */
    private Replaced counted(Replaced answer) {
        switch (answer) {
            case Replaced.Applied(Versioned now) -> {}
            case Replaced.Conflict() -> hub.counters().conflicts.increment();
            case Replaced.Unknown(String why) -> hub.counters().unknowns.increment();
        }
        return answer;
    }

    /** Counts entries that no caller knows, once each, for people. */
    private void countStrays() {
        int now = clerk.strays();
        hub.counters().strays.add(Math.max(0, now - strays));
        strays = now;
    }

    private synchronized boolean answered(Replaced answer) {
        return switch (answer) {
            case Replaced.Applied(Versioned now) -> {
                seen = now;
                strays = 0;
                clerk.answered(Clerk.Answer.APPLIED);
                answers();
                yield true;
            }
            case Replaced.Conflict() -> {
                clerk.answered(Clerk.Answer.CONFLICT);
                yield true;
            }
            case Replaced.Unknown(String why) -> {
                clerk.answered(Clerk.Answer.UNKNOWN);
                yield false;
            }
        };
    }

    private boolean queue() {
        try {
            return answered(counted(register.update(this::nextUnderLock)));
        } catch (NothingToDo none) {
            return answered(new Replaced.Conflict());
        }
    }

    private NextValue nextUnderLock(Versioned current) {
        Optional<StoredLedger> value = edits.decode(current);
        synchronized (this) {
            seen = current;
            Optional<Clerk.Call.Replace> replace = value.flatMap(clerk::underLock);
            countStrays();
            return replace.map(next -> new NextValue(edits.checked(next.next().bytes()), next.wakes()))
                    .orElseThrow(NothingToDo::new);
        }
    }

    /** Ends an update under the store's lock without a change. */
    private static final class NothingToDo extends RuntimeException {
        private static final long serialVersionUID = 1;

        NothingToDo() {
            super("nothing to change", null, false, false);
        }
    }

    private boolean examine(Set<SessionId> sessions) {
        try {
            Set<SessionId> over = hub.overAmong(sessions);
            synchronized (this) {
                over.forEach(clerk::over);
                clerk.examined();
            }
            return true;
        } catch (StoreException noAnswer) {
            return false;
        }
    }

    // ------------------------------------------------------------------------------------------------ the inbox

    private boolean post(Batch batch) {
        Register inbox = hub.store().register(TurnstileKeys.batch(name, session));
        switch (inbox.replace(posted, new NextValue(batch.bytes(), false))) {
            case Replaced.Applied(Versioned now) -> {
                synchronized (this) {
                    posted = now;
                    hasPosted = true;
                    clerk.posted();
                    clerk.changed();
                }
                return true;
            }
            case Replaced.Conflict() -> {
                return rereadPost(inbox);
            }
            case Replaced.Unknown(String why) -> {
                rereadPost(inbox);
                return false;
            }
        }
    }

    private boolean rereadPost(Register inbox) {
        try {
            posted = inbox.read();
            return true;
        } catch (StoreException noAnswer) {
            return false;
        }
    }

    private boolean clearPost() {
        if (hasPosted) {
            hub.store().register(TurnstileKeys.batch(name, session)).delete(posted);
            posted = Versioned.ABSENT;
            hasPosted = false;
        }
        return true;
    }

    /** Looks for batches that other clerks have posted, if this one may be about to commit. */
    private void readInbox() {
        long now = System.nanoTime();
        if (hub.store().traits().queues() || now - inboxRead < INBOX_NANOS || requestsAreQuiet()) {
            return;
        }
        inboxRead = now;
        try {
            List<String> keys = hub.store().keys(TurnstileKeys.batches(name));
            Map<SessionId, Batch> batches = new HashMap<>();
            if (!keys.isEmpty()) {
                hub.store().readAll(keys).forEach((key, value) -> {
                    if (!value.isAbsent()) {
                        batches.put(SessionId.of(key.substring(key.lastIndexOf('/') + 1)), Batch.of(value.value()));
                    }
                });
            }
            synchronized (this) {
                clerk.inbox(batches);
            }
        } catch (StoreException noAnswer) {
            // the next commit looks again
        }
    }

    /** Returns true if this clerk is not about to commit. While it loses, others commit, and they look. */
    private synchronized boolean requestsAreQuiet() {
        return clerk.isLosing() || requests.stream().noneMatch(request -> request.process.wantsMove());
    }

    // ------------------------------------------------------------------------------------------------ the session

    /** Lets entries of lost permits leave, once no transaction is guarded by them. Returns false to try again later. */
    private boolean abandonOverdue() {
        List<StoreRequest> late;
        SessionId mine;
        synchronized (this) {
            late = List.copyOf(overdue);
            mine = session;
        }
        if (late.isEmpty()) {
            return true;
        }
        try {
            if (!hub.store().hasNoGuards(mine.toString())) {
                return true; // other requests go on
            }
        } catch (StoreException noAnswer) {
            return true;
        }
        synchronized (this) {
            for (StoreRequest request : late) {
                if (request.isInside()) {
                    request.process.abandon();
                    clerk.submit(request.process);
                } else if (request.isWaitingToLeave()) {
                    request.process.stay(); // then it is inside, and need not wait for the floor
                    clerk.submit(request.process);
                }
                if (request.isOut()) {
                    overdue.remove(request);
                }
            }
        }
        return true;
    }

    /** Joins the roster with the new session, if the former one is over. Returns false to try again later. */
    private boolean rejoin() {
        synchronized (this) {
            if (!mustRejoin || ended) {
                return true;
            }
        }
        Optional<SessionId> next = hub.keeper().certain();
        if (next.isEmpty()) {
            return false; // it may be over, too
        }
        try {
            Optional<Edits.Changed<StoredLedger.Row>> row =
                    edits.change(Optional::empty, draft -> Edits.Edit.of(draft.join(next.get(), wants)));
            synchronized (this) {
                if (row.isEmpty()) {
                    throw new TurnstileUnusableException("'" + name + "' is no longer in " + hub.store());
                }
                requests.forEach(OpenRegister::loseOrEnterAnew);
                overdue.clear();
                session = next.get();
                clerk.restart(row.get().result());
                mustRejoin = !hub.keeper().live().equals(next); // that session may be over by now, too
                posted = Versioned.ABSENT;
                hasPosted = false;
                tellSettled();
            }
            return true;
        } catch (StoreException noAnswer) {
            return false;
        }
    }

    /**
     * A request that was granted to the former session, and not delivered, goes back in line: no caller has seen it.
     */
    private static void loseOrEnterAnew(StoreRequest request) {
        if (request.delivered) {
            lose(request);
        } else if (request.isInside() && !request.isAttempt && !request.orphaned) {
            request.process.enterAnew();
        }
    }

    // ------------------------------------------------------------------------------------------------ telling callers

    /**
     * Tells callers whose outcome is known. A caller that enters hears of it only while its session is not in doubt.
     */
    private void tellSettled() {
        List<StoreRequest> entered = new ArrayList<>();
        for (StoreRequest request : List.copyOf(requests)) {
            if (request.delivered) {
                tellHolder(request);
                if (request.closed && request.isOut()) {
                    drop(request);
                }
            } else if (request.orphaned && request.isOut()) {
                drop(request);
            } else if (request.isOut()) {
                request.settle();
            } else if (request.isInside() && !request.orphaned && !request.isSettled()) {
                entered.add(request);
            }
        }
        if (!entered.isEmpty() && !mustRejoin) {
            hub.keeper()
                    .mayDeliver(session)
                    .ifPresent(lapses -> entered.forEach(request -> {
                        request.lapses = lapses;
                        request.delivered = true;
                        request.settle();
                    }));
        }
    }

    private void tellHolder(StoreRequest request) {
        if (request.isOut() && (request.process.isLost() || request.stays)) {
            hub.counters().losses.add(request.lost ? 0 : 1);
            lose(request);
        }
        if (request.isInside() && !request.askedToLeave && clerk.isAsked(request.process)) {
            request.askedToLeave = true;
            if (stopsWhenAsked) {
                request.tellLoss();
            } else {
                lose(request);
                overdue.add(request);
                ring();
            }
        }
        if (request.isOut() || request.isInside() || request.lost) {
            request.settle();
        }
    }

    // ------------------------------------------------------------------------------------------------ waiting for
    // changes

    /** Starts the thread that waits for changes, if it is needed and does not run. */
    private void listen() {
        if (idleAwaiter.isPresent() && needsChanges()) {
            idleAwaiter.ifPresent(LockSupport::unpark);
            idleAwaiter = Optional.empty();
        } else if (!listening && !ended && needsChanges()) {
            listening = true;
            Thread.ofPlatform().daemon().name("turnstile-await-" + name).start(this::awaitChanges);
        }
    }

    private boolean needsChanges() {
        return clerk.hasWaiters() || requests.stream().anyMatch(StoreRequest::isWatched);
    }

    private void awaitChanges() {
        Duration most = Duration.ofNanos(hub.leaseNanos() / 6);
        Optional<Versioned> last = lastToAwait();
        while (last.isPresent()) {
            hub.watchSessions();
            if (!awaitChange(last.get(), most)) {
                return;
            }
            last = lastToAwait();
        }
    }

    /**
     * Returns the value whose successor to wait for. If there is no need, sleeps a while, because there soon may be:
     * starting a thread for each wait would cost more than the wait. Empty if there is no need any longer.
     */
    private Optional<Versioned> lastToAwait() {
        long end = System.nanoTime() + AWAITER_IDLE_NANOS;
        while (true) {
            synchronized (this) {
                boolean isOver = ended || unusable.isPresent() || end - System.nanoTime() <= 0;
                idleAwaiter = Optional.empty();
                if (needsChanges() && !ended && unusable.isEmpty()) {
                    return Optional.of(seen);
                }
                if (isOver) {
                    listening = false;
                    return Optional.empty();
                }
                idleAwaiter = Optional.of(Thread.currentThread());
            }
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    /**
     * Makes the clerk read, and waits until it has. If it knows a newer value already, the change was perhaps its own:
     * then the next wait finds out at once whether there was another one.
     */
    @SuppressWarnings("ReferenceEquality") // another answer of the store, whatever it says
    private synchronized boolean awaitClerk(Versioned last, boolean answered) {
        long end = System.nanoTime() + hub.leaseNanos() / 50;
        try {
            for (long left = 1; left > 0 && last == seen && calling && !ended; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, end - System.nanoTime()));
            }
            if (answered && last == seen) {
                clerk.changed();
                ring();
            }
            for (long left = 1; left > 0 && last == seen && !ended; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, end - System.nanoTime()));
            }
            return true;
        } catch (InterruptedException e) {
            listening = false;
            return false; // nothing of ours interrupts it
        }
    }

    /** Waits for a change, and makes sure that the clerk knows it. Returns false to end. */
    private boolean awaitChange(Versioned last, Duration most) {
        try {
            Optional<Versioned> told = register.await(last, most);
            return told.isPresent() ? hear(told.get()) : awaitClerk(last, true);
        } catch (StoreException noAnswer) {
            return awaitClerk(last, false);
        } catch (InterruptedException e) {
            return false; // nothing of ours interrupts it
        }
    }

    /**
     * A value that came along with the news of a change.
     *
     * @param seen the value as the store has it
     * @param value the same, decoded
     */
    private record News(Versioned seen, StoredLedger value) {}

    /** Tells the clerk a new value, now or as soon as the call under way is answered. Waits until it knows. */
    private boolean hear(Versioned told) throws InterruptedException {
        Optional<StoredLedger> value = decodeNews(told);
        synchronized (this) {
            if (value.isEmpty()) {
                clerk.changed(); // its thread reads, and finds out
                ring();
                return true;
            }
            News mine = new News(told, value.get());
            if (!calling) {
                take(mine);
                return true;
            }
            news = Optional.of(mine);
            long end = System.nanoTime() + hub.leaseNanos() / 50;
            for (long left = 1; left > 0 && news.isPresent() && !ended; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, end - System.nanoTime()));
            }
            return true;
        }
    }

    private Optional<StoredLedger> decodeNews(Versioned told) {
        try {
            return edits.decode(told);
        } catch (TurnstileUnusableException damaged) {
            return Optional.empty();
        }
    }

    private void take(News its) {
        if (clerk.heard(its.value())) {
            seen = its.seen();
            mustRejoin |= clerk.isExpelled();
            tellSettled();
            if (mustRejoin || clerk.hasWork() || requests.stream().anyMatch(StoreRequest::isUnwanted)) {
                ring();
            }
        }
    }
}
