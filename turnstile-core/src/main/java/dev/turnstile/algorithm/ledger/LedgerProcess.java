package dev.turnstile.algorithm.ledger;

import dev.turnstile.algorithm.ledger.LedgerMove.Kind;
import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * One request on its way through a {@link Ledger}: the loop of fischer-1985, figure 1, turned inside out. Each step is
 * one transaction, which reads the ledger, applies the move to the copy, and commits. The step then notifies the owners
 * of the requests that the move has let in or out.
 *
 * <p>A step makes many accesses, but only the last one, the commit, affects other processes. So a kill between accesses
 * is equivalent to a kill before the step.
 *
 * <p>{@link #move} and {@link #settle} are the two halves of a step, for a caller that commits the moves of several
 * requests at once, such as a {@link dev.turnstile.algorithm.store.Clerk}.
 */
public final class LedgerProcess implements Process.Mortal {
    /** What this process does next, or waits for. */
    private enum Phase {
        IDLE(Region.REMAINDER),
        TAKING(Region.TRYING),
        ATTEMPTING(Region.TRYING),
        WAITING(Region.TRYING),
        INSIDE(Region.CRITICAL),
        LEAVING(Region.EXIT),
        TRYING_TO_LEAVE(Region.EXIT),
        GOING(Region.EXIT), // still inside until the floor allows it to leave
        ASKING_TO_STOP(Region.EXIT),
        ABOUT_TO_STOP(Region.EXIT), // still inside, and counted, until the floor allows it to stop
        ASIDE(Region.CRITICAL), // counts toward the limit but not the floor
        BECOMING_READY(Region.EXIT),
        ABANDONING(Region.EXIT),
        STAYING(Region.EXIT),
        NOT_STOPPING(Region.EXIT),
        WITHDRAWING(Region.TRYING),
        CANCELLED(Region.EXIT),
        DEAD(Region.EXIT);

        private final Region region;

        Phase(Region region) {
            this.region = region;
        }
    }

    private static final Phase[] PHASES = Phase.values();

    private final LedgerWriters writers;
    private final Bells bells;
    private final IntSupplier numbers;
    private final int unitsMax; // of an exposed state; the ledger has the limit, which may change
    private final BooleanSupplier stillDead;
    private long who;
    private long since;
    private boolean starts; // will be aside once admitted
    private Phase phase = Phase.IDLE;
    private List<Integer> slots = List.of();
    private long fence;
    private boolean lost;
    private long alone; // the root it wrote on entering an empty ledger; 0 if it entered otherwise
    private int part; // if positive, this is not a request but this many units split off from one
    private int position; // in line, at the last look
    private boolean made; // its move was possible when it was last asked for; if not, the request was removed

    /**
     * Creates a request of this member, in REMAINDER.
     *
     * @param numbers returns the member's next request number, which counts up from 0 and wraps around below
     *     {@link RequestWord#REQUESTS_MAX}
     */
    public LedgerProcess(int member, IntSupplier numbers, int bell, int unitsMax, LedgerWriters writers, Bells bells) {
        this(RequestWord.of(member, numbers.getAsInt(), bell, 1), numbers, unitsMax, writers, bells, () -> true);
    }

    /**
     * Creates a request of this member whose owner commits its moves: see {@link #move} and {@link #settle}. It has no
     * steps of its own.
     */
    public static LedgerProcess ofClerk(int member, IntSupplier numbers) {
        return new LedgerProcess(
                RequestWord.of(member, numbers.getAsInt(), 0, 1),
                numbers,
                RequestWord.UNITS_MAX,
                NoWriters.INSTANCE,
                who -> {},
                () -> false);
    }

    private enum NoWriters implements LedgerWriters {
        INSTANCE;

        @Override
        public LedgerWriter borrow() {
            throw new IllegalStateException("the owner of this request commits its moves");
        }

        @Override
        public void recycle(LedgerWriter writer) {}
    }

    private LedgerProcess(
            long who,
            IntSupplier numbers,
            int unitsMax,
            LedgerWriters writers,
            Bells bells,
            BooleanSupplier stillDead) {
        this.who = who;
        this.numbers = numbers;
        this.stillDead = stillDead;
        this.writers = writers;
        this.bells = bells;
        this.unitsMax = unitsMax;
    }

    /**
     * Creates a process that removes all requests of a crashed member. The process that has detected the crash runs it,
     * on its own writers.
     *
     * @param stillDead whether the member is dead and has not been cleared up after
     */
    public static LedgerProcess corpse(int member, LedgerWriters writers, Bells bells, BooleanSupplier stillDead) {
        LedgerProcess corpse =
                new LedgerProcess(RequestWord.of(member, 0, 0, 1), () -> 0, 1, writers, bells, stillDead);
        corpse.die();
        return corpse;
    }

    @Override
    public Region region() {
        return phase.region;
    }

    /** Returns the request. */
    public long who() {
        return who;
    }

    /** Sets the time of arrival, for observers. */
    public void since(long time) {
        since = time;
    }

    /**
     * Sets the bell to ring, and the time of arrival, in case the request has to wait. Must be called before the
     * request is in the ledger.
     */
    public void lineUp(int bell, long time) {
        if (phase != Phase.TAKING && phase != Phase.IDLE) {
            throw unexpected("lineUp");
        }
        who = RequestWord.withBell(who, bell);
        since = time;
    }

    /** Returns how many requests were ahead of this one in line at the last look, 0 for the first. */
    public int position() {
        return position;
    }

    /** Returns the slots of a request that is inside, one for each unit, in ascending order. */
    public List<Integer> slots() {
        return slots;
    }

    /** Returns the fence of a request that is inside. */
    public long fence() {
        return fence;
    }

    /** Returns whether the request had already been removed when it was to leave. */
    public boolean isLost() {
        return lost;
    }

    /**
     * Returns whether a request that wants to leave or to stop still counts as inside, because fewer units than the
     * floor would remain.
     */
    public boolean isHeldBack() {
        return phase == Phase.GOING || phase == Phase.ABOUT_TO_STOP;
    }

    /**
     * Returns whether a request that is inside counts toward the limit but not the floor, because it is starting or
     * stopping.
     */
    public boolean isAside() {
        return phase == Phase.ASIDE;
    }

    @Override
    public void acquire(int units) {
        ask(units, Phase.TAKING);
    }

    @Override
    public void attempt(int units) {
        ask(units, Phase.ATTEMPTING);
    }

    private void ask(int units, Phase then) {
        require(Phase.IDLE, "acquire");
        if (units < 1 || units > RequestWord.UNITS_MAX) {
            throw new IllegalArgumentException(
                    "units must be between 1 and " + RequestWord.UNITS_MAX + ", not " + units);
        }
        who = RequestWord.withUnits(who, units);
        phase = then;
    }

    @Override
    public void release() {
        requireInside("release");
        phase = Phase.LEAVING;
    }

    /**
     * CRITICAL to EXIT: asks to stop before leaving. The steps lead back to CRITICAL, perhaps after a wait. The request
     * then {@link #isAside}.
     */
    public void stop() {
        requireInside("stop");
        phase = Phase.ASKING_TO_STOP;
    }

    /**
     * Makes the request enter aside, so that it counts toward the floor only once it is {@link #ready}. Must be called
     * before the request asks for units.
     */
    public void startAside() {
        require(Phase.IDLE, "startAside");
        starts = true;
    }

    /**
     * CRITICAL to EXIT: makes a request aside count toward the floor from now on. The steps lead back to CRITICAL, and
     * never wait.
     */
    public void ready() {
        require(Phase.ASIDE, "ready");
        phase = Phase.BECOMING_READY;
    }

    /** CRITICAL to EXIT: leaves regardless of the floor. The steps lead to REMAINDER, and never wait. */
    public void abandon() {
        requireInside("abandon");
        phase = Phase.ABANDONING;
    }

    /**
     * CRITICAL to EXIT: leaves if that needs no wait. The steps lead to REMAINDER, or back to CRITICAL if the floor is
     * in the way.
     */
    public void attemptRelease() {
        requireInside("release");
        phase = Phase.TRYING_TO_LEAVE;
    }

    /**
     * EXIT to EXIT: withdraws the request to leave or to stop. The steps lead to CRITICAL, or to REMAINDER if the
     * request was already let out.
     */
    public void stay() {
        if (!isHeldBack()) {
            throw unexpected("stay");
        }
        phase = phase == Phase.GOING ? Phase.STAYING : Phase.NOT_STOPPING;
    }

    @Override
    public void cancel() {
        phase = switch (phase) {
            case TAKING, ATTEMPTING -> Phase.IDLE; // it is not in the ledger
            case WAITING -> Phase.CANCELLED;
            case IDLE,
                    INSIDE,
                    LEAVING,
                    TRYING_TO_LEAVE,
                    GOING,
                    ASKING_TO_STOP,
                    ABOUT_TO_STOP,
                    ASIDE,
                    BECOMING_READY,
                    ABANDONING,
                    STAYING,
                    NOT_STOPPING,
                    WITHDRAWING,
                    CANCELLED,
                    DEAD -> throw unexpected("cancel");
        };
    }

    /**
     * Gives up waiting, as {@link #cancel} does, but stays inside if the request was admitted meanwhile. The steps lead
     * to REMAINDER or to CRITICAL.
     */
    public void withdraw() {
        require(Phase.WAITING, "withdraw");
        phase = Phase.WITHDRAWING;
    }

    /** Returns whether the request has a move to make, rather than is at rest or waits for another request's move. */
    public boolean wantsMove() {
        return switch (phase) {
            case TAKING,
                    ATTEMPTING,
                    LEAVING,
                    TRYING_TO_LEAVE,
                    ASKING_TO_STOP,
                    BECOMING_READY,
                    ABANDONING,
                    STAYING,
                    NOT_STOPPING,
                    WITHDRAWING,
                    CANCELLED -> true;
            case IDLE, INSIDE, WAITING, GOING, ABOUT_TO_STOP, ASIDE, DEAD -> false;
        };
    }

    /** Returns whether the request is to enter at once or not at all. */
    public boolean isAttempt() {
        return phase == Phase.ATTEMPTING;
    }

    /** Returns whether the request gives up waiting, and stays inside if it was admitted meanwhile. */
    public boolean isWithdrawing() {
        return phase == Phase.WITHDRAWING;
    }

    /** Returns whether the request is inside, and counts toward the floor unless it is in doubt. */
    public boolean isServing() {
        return phase == Phase.INSIDE;
    }

    /**
     * Loses the request, because its member is dead. A request that is to enter begins anew, as a request of another
     * member.
     */
    public void rejoin(int member) {
        switch (phase) {
            case TAKING, WAITING, WITHDRAWING -> {
                phase = phase == Phase.WITHDRAWING ? Phase.IDLE : Phase.TAKING;
                who = RequestWord.of(member, numbers.getAsInt(), RequestWord.bell(who), RequestWord.units(who));
            }
            case ATTEMPTING, CANCELLED, IDLE, DEAD -> phase = Phase.IDLE;
            case INSIDE,
                    ASIDE,
                    LEAVING,
                    TRYING_TO_LEAVE,
                    GOING,
                    ASKING_TO_STOP,
                    ABOUT_TO_STOP,
                    BECOMING_READY,
                    ABANDONING,
                    STAYING,
                    NOT_STOPPING -> phase = lose();
        }
    }

    /**
     * CRITICAL to TRYING: forgets that the request was admitted, which no caller has seen, because its member is dead.
     * Must be followed by {@link #rejoin}.
     */
    public void enterAnew() {
        requireInside("enterAnew");
        phase = Phase.WAITING;
    }

    @Override
    public void die() {
        phase = Phase.DEAD;
    }

    @Override
    public Step step(Cells shared) {
        return entersAlone(shared) || leavesAlone(shared) ? Step.TAKEN : transact(shared);
    }

    /**
     * Enters by one compare-and-set if the request wants one unit, has no time of arrival set, and the ledger is empty
     * ({@link Root}). Otherwise returns false without any effect.
     */
    public boolean entersAlone(Cells shared) {
        boolean enters = phase == Phase.ATTEMPTING || phase == Phase.TAKING;
        if (!enters || since != 0 || RequestWord.units(who) != 1 || writers.pageWords() == 0) {
            return false;
        }
        long root = shared.read(PageWriter.ROOT);
        if (!Root.isEmpty(root) || root == Root.RETIRED) {
            return false;
        }
        long pages = shared.read(PageWriter.fenceCell(writers.pageWords(), root));
        long mine = Root.entered(root, RequestWord.member(who));
        if (Root.isFar(mine, pages) || !shared.replace(PageWriter.ROOT, root, mine)) {
            return false;
        }
        alone = mine;
        slots = SlotList.ZERO;
        fence = Root.fence(mine, pages);
        who = RequestWord.alone(RequestWord.member(who), fence);
        phase = Phase.INSIDE;
        return true;
    }

    /** Leaves by one compare-and-set if the ledger has not changed since the request entered alone. */
    private boolean leavesAlone(Cells shared) {
        if (alone == 0 || phase != Phase.LEAVING) {
            return false;
        }
        long held = alone;
        alone = 0;
        if (!shared.replace(PageWriter.ROOT, held, Root.left(held))) {
            return false;
        }
        phase = Phase.IDLE;
        return true;
    }

    private Step transact(Cells shared) {
        LedgerWriter writer = writers.borrow();
        try {
            writer.read(shared);
            return step(shared, writer);
        } finally {
            writers.recycle(writer);
        }
    }

    /** Makes a step as {@link #step(Cells)} does, by one transaction on the ledger that the writer has just read. */
    public Step step(Cells shared, LedgerWriter writer) {
        Ledger ledger = writer.ledger();
        if (phase == Phase.DEAD) {
            return buried(shared, writer, ledger);
        }
        Optional<LedgerMove> move = move(ledger);
        if (move.isPresent() && changes(ledger.make(move.get())) && !commit(shared, writer)) {
            return Step.REPEAT;
        }
        return settle(ledger);
    }

    /** Returns whether a move with this outcome has changed the ledger. */
    private boolean changes(Ledger.Outcome outcome) {
        return outcome != Ledger.Outcome.OUT || (phase != Phase.TAKING && phase != Phase.ATTEMPTING);
    }

    /**
     * Returns the move that this request wants to make in the given ledger. Empty if it only looks, or if there is
     * nothing left to do. Once the move has been made and committed, call {@link #settle} with the ledger that
     * resulted; until then, this process does not change, and the move may be asked for again.
     */
    public Optional<LedgerMove> move(Ledger ledger) {
        int entry = ledger.find(who);
        boolean inside = entry >= 0 && entry < ledger.inside();
        return switch (phase) {
            case TAKING -> Optional.of(entering(ledger, starts ? Kind.ENTER_ASIDE : Kind.ENTER));
            case ATTEMPTING -> Optional.of(entering(ledger, starts ? Kind.ATTEMPT_ASIDE : Kind.ATTEMPT));
            case LEAVING -> moveIf(inside, part > 0 ? Kind.SHRINK : Kind.LEAVE);
            case TRYING_TO_LEAVE -> moveIf(inside, Kind.TRY_LEAVE);
            case ASKING_TO_STOP -> moveIf(inside, Kind.STOP);
            case BECOMING_READY -> moveIf(inside, Kind.READY);
            case ABANDONING -> moveIf(inside, Kind.ABANDON);
            case STAYING, NOT_STOPPING -> moveIf(inside && ledger.wantsOut(entry), Kind.STAY);
            case WITHDRAWING, CANCELLED -> moveIf(entry >= ledger.inside(), Kind.GIVE_UP);
            case WAITING, GOING, ABOUT_TO_STOP -> Optional.empty();
            case IDLE, INSIDE, ASIDE, DEAD -> throw unexpected("step");
        };
    }

    private LedgerMove entering(Ledger ledger, Kind kind) {
        while (ledger.find(who) >= 0) { // numbers wrap around, and some requests stay long
            who = RequestWord.numbered(who, numbers.getAsInt());
        }
        return new LedgerMove(kind, who, since, 0);
    }

    private Optional<LedgerMove> moveIf(boolean possible, Kind kind) {
        made = possible;
        return possible ? Optional.of(new LedgerMove(kind, who, 0, part)) : Optional.empty();
    }

    /**
     * Adopts what the ledger says of this request: after its move, or to look whether another request's move has
     * changed it. The entry shows what has happened. It is inside, or in line, or waits to leave, or is gone.
     */
    public Step settle(Ledger ledger) {
        int entry = ledger.find(who);
        phase = switch (phase) {
            case TAKING, ATTEMPTING, WAITING, WITHDRAWING -> arrived(ledger, entry);
            case LEAVING, ABANDONING -> made ? left(entry) : lose();
            case TRYING_TO_LEAVE -> made ? (entry < 0 ? Phase.IDLE : inside(ledger, entry)) : lose();
            case GOING -> isDoubted(ledger, entry) ? Phase.LEAVING : left(entry); // aside, it need not wait
            case ASKING_TO_STOP, ABOUT_TO_STOP -> entry < 0 ? lose() : aside(ledger, entry);
            case BECOMING_READY, NOT_STOPPING -> entry < 0 ? lose() : inside(ledger, entry);
            case STAYING -> isDoubted(ledger, entry) ? Phase.LEAVING : entry < 0 ? Phase.IDLE : Phase.INSIDE;
            case CANCELLED -> entry < 0 ? Phase.IDLE : Phase.LEAVING; // it has just been admitted, and leaves again
            case INSIDE, ASIDE -> entry < 0 || ledger.fence(entry) != fence ? lose() : phase;
            case IDLE, DEAD -> throw unexpected("settle");
        };
        position = phase == Phase.WAITING ? entry - ledger.inside() : position;
        return phase == Phase.WAITING || isHeldBack() ? Step.WAITS : Step.TAKEN;
    }

    /** Returns whether a holder that waited to leave was moved aside, because its process was silent: it is let out. */
    private static boolean isDoubted(Ledger ledger, int entry) {
        return entry >= 0 && ledger.isAside(entry);
    }

    private Phase arrived(Ledger ledger, int entry) {
        if (entry < 0) {
            return Phase.IDLE; // it would not wait, or was removed from the line
        }
        if (entry >= ledger.inside()) {
            return Phase.WAITING;
        }
        slots = ledger.slots(entry);
        fence = ledger.fence(entry);
        return inside(ledger, entry);
    }

    private Phase left(int entry) {
        return entry < 0 || part > 0 ? Phase.IDLE : Phase.GOING;
    }

    private Phase aside(Ledger ledger, int entry) {
        return ledger.wantsOut(entry) ? Phase.ABOUT_TO_STOP : Phase.ASIDE;
    }

    private static Phase inside(Ledger ledger, int entry) {
        return ledger.isAside(entry) ? Phase.ASIDE : Phase.INSIDE;
    }

    /** Records that the request was removed by another process or an operator. */
    private Phase lose() {
        lost = true;
        return Phase.IDLE;
    }

    /**
     * Removes the requests of a crashed member. Whether it is still dead must be checked after reading the ledger.
     * Another process may have cleared up long ago, and the member's number may be in use again. In that case either
     * this check sees the new member alive, or the member arrives after the read and the commit fails.
     */
    private Step buried(Cells shared, LedgerWriter writer, Ledger ledger) {
        if (stillDead.getAsBoolean() && ledger.bury(RequestWord.member(who)) && !commit(shared, writer)) {
            return Step.REPEAT;
        }
        phase = Phase.IDLE;
        return Step.TAKEN;
    }

    private boolean commit(Cells shared, LedgerWriter writer) {
        return LedgerSystem.commit(shared, writer, bells);
    }

    @Override
    public int ahead(Cells shared) {
        LedgerWriter writer = writers.borrow();
        try {
            writer.read(shared);
            return writer.ledger().ahead(who);
        } finally {
            writers.recycle(writer);
        }
    }

    @Override
    public LedgerProcess split(int units) {
        if (units < 1 || units >= RequestWord.units(who)) {
            throw new IllegalArgumentException("the units to split off must be at least 1 and less than "
                    + RequestWord.units(who) + ", not " + units);
        }
        LedgerProcess split = new LedgerProcess(who, numbers, unitsMax, writers, bells, stillDead);
        split.phase = Phase.INSIDE;
        split.part = units;
        who = RequestWord.withUnits(who, RequestWord.units(who) - units);
        slots = slots.subList(0, Math.min(slots.size(), RequestWord.units(who)));
        return split;
    }

    /** Exposes the state. Slots, fence and time are for observers, and no move depends on them. */
    @Override
    public void state(Fields fields) {
        phase = fields.choice("phase", phase, PHASES);
        starts = fields.flag("starts", starts);
        who = RequestWord.withUnits(who, fields.range("units", RequestWord.units(who), 1, unitsMax));
    }

    private void requireInside(String input) {
        if (region() != Region.CRITICAL) {
            throw unexpected(input);
        }
    }

    private void require(Phase expected, String input) {
        if (phase != expected) {
            throw unexpected(input);
        }
    }

    private IllegalStateException unexpected(String input) {
        return new IllegalStateException(input + " is not allowed: the process is " + phase);
    }
}
