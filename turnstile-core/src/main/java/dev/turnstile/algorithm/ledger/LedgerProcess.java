package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;
import java.util.List;
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
 * <p>Unsure. A commit may have no answer ({@link Commit#UNKNOWN}). It was applied, or it was not, or it may still be
 * applied as long as nothing else is committed on the same version. So the next step looks at the ledger before it
 * repeats the move. A request has a number that no other request of its member has, and its entry shows what was
 * applied. The entry is present, or gone, or waiting to leave, or has fewer units. If the entry does not show the move,
 * the step makes it again, on the version that it has just read. If that version is still the old one, one of the two
 * attempts conflicts. For the same reason, a request that gives up after an unknown outcome commits once more, although
 * it is not in the ledger.
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
    private int unitsSeen; // of the request it was split from, at the last attempt to shrink that
    private boolean unsure; // it is unknown whether its last commit was or will be applied

    /**
     * Creates a request of this member, in REMAINDER.
     *
     * @param numbers returns the member's next request number, which counts up from 0 and wraps around below
     *     {@link RequestWord#REQUESTS_MAX}
     */
    public LedgerProcess(int member, IntSupplier numbers, int bell, int unitsMax, LedgerWriters writers, Bells bells) {
        this(RequestWord.of(member, numbers.getAsInt(), bell, 1), numbers, unitsMax, writers, bells, () -> true);
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
            case TAKING, ATTEMPTING -> unsure ? Phase.CANCELLED : Phase.IDLE; // if sure, it is not in the ledger
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

    @Override
    public void die() {
        phase = Phase.DEAD;
        unsure = false;
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
        Step step = step(shared, writer, writer.ledger());
        unsure &= step == Step.REPEAT;
        return step;
    }

    private Step step(Cells shared, LedgerWriter writer, Ledger ledger) {
        return switch (phase) {
            case TAKING -> enter(shared, writer, true);
            case ATTEMPTING -> enter(shared, writer, false);
            case WAITING -> looked(ledger);
            case LEAVING -> part > 0 ? shrink(shared, writer) : left(shared, writer, ledger.leave(who, true));
            case TRYING_TO_LEAVE -> left(shared, writer, ledger.leave(who, false));
            case GOING -> gone(ledger);
            case ASKING_TO_STOP -> stopped(shared, writer, ledger.stop(who));
            case ABOUT_TO_STOP -> awaitedStop(ledger);
            case BECOMING_READY -> stayed(shared, writer, ledger.ready(who));
            case ABANDONING -> left(shared, writer, ledger.abandon(who));
            case STAYING -> stayed(shared, writer, ledger.stay(who));
            case NOT_STOPPING -> stayed(shared, writer, lostIfOut(ledger.stay(who)));
            case WITHDRAWING -> withdrew(shared, writer, ledger);
            case CANCELLED -> gaveUp(shared, writer, ledger);
            case DEAD -> buried(shared, writer, ledger);
            case IDLE, INSIDE, ASIDE -> throw unexpected("step");
        };
    }

    private Step enter(Cells shared, LedgerWriter writer, boolean willWait) {
        Ledger ledger = writer.ledger();
        if (unsure && ledger.find(who) >= 0) {
            return looked(ledger);
        }
        while (ledger.find(who) >= 0) { // numbers wrap around, and some requests stay long
            who = RequestWord.numbered(who, numbers.getAsInt());
        }
        return entered(shared, writer, ledger.enter(who, since, starts, willWait));
    }

    private Step entered(Cells shared, LedgerWriter writer, Ledger.Outcome outcome) {
        if (outcome == Ledger.Outcome.OUT) {
            phase = Phase.IDLE;
            return Step.TAKEN;
        }
        if (!commit(shared, writer)) {
            return Step.REPEAT;
        }
        return arrived(writer.ledger(), outcome);
    }

    private Step looked(Ledger ledger) {
        return arrived(ledger, ledger.outcome(who));
    }

    private Step arrived(Ledger ledger, Ledger.Outcome outcome) {
        phase = switch (outcome) {
            case INSIDE -> inside(ledger);
            case WAITS -> Phase.WAITING;
            case OUT, LOST -> Phase.IDLE; // it was removed from the line
        };
        if (phase == Phase.INSIDE || phase == Phase.ASIDE) {
            int entry = ledger.find(who);
            slots = ledger.slots(entry);
            fence = ledger.fence(entry);
        }
        if (phase == Phase.WAITING) {
            position = ledger.find(who) - ledger.inside();
            return Step.WAITS;
        }
        return Step.TAKEN;
    }

    /**
     * Gives back the units split off from a request. Parts of a request leave one after another, so if the number of
     * units has changed, this part has left.
     */
    private Step shrink(Cells shared, LedgerWriter writer) {
        Ledger ledger = writer.ledger();
        int entry = ledger.find(who);
        int units = entry < 0 ? 0 : RequestWord.units(ledger.who(entry));
        if (unsure && units != unitsSeen) {
            phase = Phase.IDLE;
            return Step.TAKEN;
        }
        unitsSeen = units;
        return left(shared, writer, ledger.shrink(who, part));
    }

    private Step left(Cells shared, LedgerWriter writer, Ledger.Outcome outcome) {
        if (outcome == Ledger.Outcome.LOST && unsure) {
            phase = Phase.IDLE;
            return Step.TAKEN;
        }
        if (outcome == Ledger.Outcome.LOST) {
            return lose();
        }
        if (!commit(shared, writer)) {
            return Step.REPEAT;
        }
        phase = switch (outcome) {
            case OUT, LOST -> Phase.IDLE;
            case WAITS -> Phase.GOING;
            case INSIDE -> Phase.INSIDE;
        };
        return phase == Phase.GOING ? Step.WAITS : Step.TAKEN;
    }

    private Step gone(Ledger ledger) {
        if (ledger.outcome(who) == Ledger.Outcome.OUT) {
            phase = Phase.IDLE;
            return Step.TAKEN;
        }
        return Step.WAITS;
    }

    private Step stayed(Cells shared, LedgerWriter writer, Ledger.Outcome outcome) {
        if (outcome == Ledger.Outcome.LOST) {
            return lose();
        }
        if (!commit(shared, writer)) {
            return Step.REPEAT;
        }
        if (outcome == Ledger.Outcome.OUT) {
            phase = Phase.IDLE;
        } else {
            phase = inside(writer.ledger());
        }
        return Step.TAKEN;
    }

    /** A request that is about to stop is not let out. So if it is not inside, it was removed. */
    private static Ledger.Outcome lostIfOut(Ledger.Outcome outcome) {
        return outcome == Ledger.Outcome.OUT ? Ledger.Outcome.LOST : outcome;
    }

    private Phase inside(Ledger ledger) {
        return ledger.isAside(ledger.find(who)) ? Phase.ASIDE : Phase.INSIDE;
    }

    private Step stopped(Cells shared, LedgerWriter writer, Ledger.Outcome outcome) {
        if (outcome == Ledger.Outcome.LOST) {
            return lose();
        }
        if (!commit(shared, writer)) {
            return Step.REPEAT;
        }
        phase = outcome == Ledger.Outcome.WAITS ? Phase.ABOUT_TO_STOP : Phase.ASIDE;
        return outcome == Ledger.Outcome.WAITS ? Step.WAITS : Step.TAKEN;
    }

    private Step awaitedStop(Ledger ledger) {
        if (ledger.outcome(who) == Ledger.Outcome.OUT) {
            return lose();
        }
        if (inside(ledger) != Phase.ASIDE) {
            return Step.WAITS;
        }
        phase = Phase.ASIDE;
        return Step.TAKEN;
    }

    /** Records that the request was removed by another process or an operator. */
    private Step lose() {
        phase = Phase.IDLE;
        lost = true;
        return Step.TAKEN;
    }

    private Step withdrew(Cells shared, LedgerWriter writer, Ledger ledger) {
        Ledger.Outcome outcome = ledger.giveUp(who);
        if (outcome == Ledger.Outcome.OUT && !commit(shared, writer)) {
            return Step.REPEAT;
        }
        return arrived(ledger, outcome);
    }

    /** Gives up waiting. If the request has just been admitted, it leaves again. */
    private Step gaveUp(Cells shared, LedgerWriter writer, Ledger ledger) {
        if (ledger.giveUp(who) == Ledger.Outcome.INSIDE) {
            phase = Phase.LEAVING;
            return Step.TAKEN;
        }
        if (!commit(shared, writer)) {
            return Step.REPEAT;
        }
        phase = Phase.IDLE;
        return Step.TAKEN;
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

    /**
     * Commits the move. A conflict leaves the process as unsure as before, because an earlier attempt of its own may
     * have caused the conflict.
     */
    private boolean commit(Cells shared, LedgerWriter writer) {
        Commit outcome = LedgerSystem.commit(shared, writer, bells);
        unsure |= outcome == Commit.UNKNOWN;
        return outcome == Commit.APPLIED;
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
        unsure = fields.flag("unsure", unsure);
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
