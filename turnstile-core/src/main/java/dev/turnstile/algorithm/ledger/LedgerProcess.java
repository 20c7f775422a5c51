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
 * one transaction: read the ledger, let the move happen to the copy, commit. Whoever's request the move has let in or
 * out is told.
 *
 * <p>A step makes many accesses, and only the last one, the commit, has an effect on others: a kill in between is a
 * kill before it.
 *
 * <p>Unsure. A commit may have no answer ({@link Commit#UNKNOWN}): it was applied, or was not, or will be as long as
 * nothing else is committed on the same version. So the next step looks before it repeats. A request has a number that
 * no other request of its member has, and its entry shows what was applied: it is there, it is gone, it wants to leave,
 * it has fewer units. If the entry does not show it, the move is made again, on the version that was just read. If that
 * version is still the old one, one of the two attempts conflicts. For the same reason, a request that gives up after
 * an unknown outcome commits once more, although the ledger does not have it.
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
        GOING(Region.EXIT), // inside still, until the floor allows it to leave
        ASKING_TO_STOP(Region.EXIT),
        ABOUT_TO_STOP(Region.EXIT), // inside still, and counts, until the floor allows it to stop
        ASIDE(Region.CRITICAL), // counts for the limit, and not for the floor
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

    private final LedgerWriters pens;
    private final Bells bells;
    private final IntSupplier numbers;
    private final int unitsMax; // in a state that is shown; the ledger itself knows the limit, which may change
    private final BooleanSupplier stillDead;
    private long who;
    private long since;
    private boolean starts; // it will be aside when it comes in
    private Phase phase = Phase.IDLE;
    private List<Integer> slots = List.of();
    private long fence;
    private boolean lost;
    private long alone; // the root that it made when it came in and nobody was there; 0 if it came in otherwise
    private int part; // if positive, this is not a request of its own but so many units of one
    private int position; // in line, when it last looked
    private int unitsSeen; // of the request that it is a part of, when it last wanted to shrink it
    private boolean unsure; // whether its last commit was or will be applied is not known

    /**
     * A request of that member, in REMAINDER.
     *
     * @param numbers returns the member's next request number, counting up and around from 0 to one less than
     *     {@link RequestWord#REQUESTS_MAX}
     */
    public LedgerProcess(int member, IntSupplier numbers, int bell, int unitsMax, LedgerWriters pens, Bells bells) {
        this(RequestWord.of(member, numbers.getAsInt(), bell, 1), numbers, unitsMax, pens, bells, () -> true);
    }

    private LedgerProcess(
            long who, IntSupplier numbers, int unitsMax, LedgerWriters pens, Bells bells, BooleanSupplier stillDead) {
        this.who = who;
        this.numbers = numbers;
        this.stillDead = stillDead;
        this.pens = pens;
        this.bells = bells;
        this.unitsMax = unitsMax;
    }

    /**
     * What is left of a dead member's requests, all of them, for whoever has found it dead, on that one's own pens.
     *
     * @param stillDead whether the member is dead, and nobody has cleared up after it
     */
    public static LedgerProcess corpse(int member, LedgerWriters pens, Bells bells, BooleanSupplier stillDead) {
        LedgerProcess corpse = new LedgerProcess(RequestWord.of(member, 0, 0, 1), () -> 0, 1, pens, bells, stillDead);
        corpse.die();
        return corpse;
    }

    @Override
    public Region region() {
        return phase.region;
    }

    /** The request. */
    public long who() {
        return who;
    }

    /** Says when it came, for those who look. */
    public void since(long time) {
        since = time;
    }

    /** Before it has asked: which bell to ring for it, and when it came, should it have to wait. */
    public void lineUp(int bell, long time) {
        if (phase != Phase.TAKING && phase != Phase.IDLE) {
            throw unexpected("lineUp");
        }
        who = RequestWord.withBell(who, bell);
        since = time;
    }

    /** How many requests were ahead of it in line when it last looked; 0 for the first. */
    public int position() {
        return position;
    }

    /** The slots of one that is inside, as many as it has units, in rising order. */
    public List<Integer> slots() {
        return slots;
    }

    /** The number of the grant, of one that is inside. */
    public long fence() {
        return fence;
    }

    /** Whether somebody had removed it when it wanted to leave. */
    public boolean isLost() {
        return lost;
    }

    /**
     * Whether one that wants to leave, or to stop, counts as inside still, because fewer than the floor would be left.
     */
    public boolean isHeldBack() {
        return phase == Phase.GOING || phase == Phase.ABOUT_TO_STOP;
    }

    /** Whether one that is inside counts for the limit, and not for the floor: it starts, or stops. */
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
     * CRITICAL to EXIT: wants to stop before it leaves. The steps lead back to CRITICAL, perhaps after a wait, and then
     * it {@link #isAside}.
     */
    public void stop() {
        requireInside("stop");
        phase = Phase.ASKING_TO_STOP;
    }

    /** Before it asks: will be aside when it comes in, and count for the floor when it is {@link #ready}. */
    public void startAside() {
        require(Phase.IDLE, "startAside");
        starts = true;
    }

    /**
     * CRITICAL to EXIT, of one aside: counts for the floor from now on. The steps lead back to CRITICAL, and never
     * wait.
     */
    public void ready() {
        require(Phase.ASIDE, "ready");
        phase = Phase.BECOMING_READY;
    }

    /** CRITICAL to EXIT: leaves without regard to the floor. The steps lead to REMAINDER, and never wait. */
    public void abandon() {
        requireInside("abandon");
        phase = Phase.ABANDONING;
    }

    /**
     * CRITICAL to EXIT, but will not wait: the steps lead to REMAINDER, or, if the floor is in the way, back to
     * CRITICAL.
     */
    public void attemptRelease() {
        requireInside("release");
        phase = Phase.TRYING_TO_LEAVE;
    }

    /**
     * EXIT to EXIT: no longer wants to leave, or to stop. The steps lead to CRITICAL, or to REMAINDER if it was let out
     * already.
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
            case TAKING, ATTEMPTING -> unsure ? Phase.CANCELLED : Phase.IDLE; // if not, nobody knows of it yet
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

    /** As {@link #cancel}, but if it was let in meanwhile, it stays: the steps lead to REMAINDER or to CRITICAL. */
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
     * Comes in by one compare-and-set, if it wants one unit, has nothing to say, and nobody is there ({@link Root});
     * false, and nothing has happened, if not.
     */
    public boolean entersAlone(Cells shared) {
        boolean enters = phase == Phase.ATTEMPTING || phase == Phase.TAKING;
        if (!enters || since != 0 || RequestWord.units(who) != 1 || pens.pageWords() == 0) {
            return false;
        }
        long root = shared.read(PageWriter.ROOT);
        if (!Root.isNobody(root) || root == Root.RETIRED) {
            return false;
        }
        long pages = shared.read(PageWriter.fenceCell(pens.pageWords(), root));
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

    /** Leaves by one compare-and-set, if nobody has come since it came in alone. */
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
        LedgerWriter pen = pens.take();
        try {
            pen.read(shared);
            return step(shared, pen);
        } finally {
            pens.giveBack(pen);
        }
    }

    /** As {@link #step(Cells)}, by one transaction on the ledger that the pen has just read. */
    public Step step(Cells shared, LedgerWriter pen) {
        Step step = step(shared, pen, pen.ledger());
        unsure &= step == Step.REPEAT;
        return step;
    }

    private Step step(Cells shared, LedgerWriter pen, Ledger ledger) {
        return switch (phase) {
            case TAKING -> enter(shared, pen, true);
            case ATTEMPTING -> enter(shared, pen, false);
            case WAITING -> looked(ledger);
            case LEAVING -> part > 0 ? shrink(shared, pen) : left(shared, pen, ledger.leave(who, true));
            case TRYING_TO_LEAVE -> left(shared, pen, ledger.leave(who, false));
            case GOING -> gone(ledger);
            case ASKING_TO_STOP -> stopped(shared, pen, ledger.stop(who));
            case ABOUT_TO_STOP -> awaitedStop(ledger);
            case BECOMING_READY -> stayed(shared, pen, ledger.ready(who));
            case ABANDONING -> left(shared, pen, ledger.abandon(who));
            case STAYING -> stayed(shared, pen, ledger.stay(who));
            case NOT_STOPPING -> stayed(shared, pen, lostIfOut(ledger.stay(who)));
            case WITHDRAWING -> withdrew(shared, pen, ledger);
            case CANCELLED -> gaveUp(shared, pen, ledger);
            case DEAD -> buried(shared, pen, ledger);
            case IDLE, INSIDE, ASIDE -> throw unexpected("step");
        };
    }

    private Step enter(Cells shared, LedgerWriter pen, boolean willWait) {
        Ledger ledger = pen.ledger();
        if (unsure && ledger.find(who) >= 0) {
            return looked(ledger);
        }
        while (ledger.find(who) >= 0) { // numbers come round, and some requests stay long
            who = RequestWord.numbered(who, numbers.getAsInt());
        }
        return entered(shared, pen, ledger.enter(who, since, starts, willWait));
    }

    private Step entered(Cells shared, LedgerWriter pen, Ledger.Outcome outcome) {
        if (outcome == Ledger.Outcome.OUT) {
            phase = Phase.IDLE;
            return Step.TAKEN;
        }
        if (!commit(shared, pen)) {
            return Step.REPEAT;
        }
        return arrived(pen.ledger(), outcome);
    }

    private Step looked(Ledger ledger) {
        return arrived(ledger, ledger.outcome(who));
    }

    private Step arrived(Ledger ledger, Ledger.Outcome outcome) {
        phase = switch (outcome) {
            case INSIDE -> inside(ledger);
            case WAITS -> Phase.WAITING;
            case OUT, LOST -> Phase.IDLE; // somebody removed it from the line
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

    /** The parts of a request leave one after another: if its units have changed, it was this one. */
    private Step shrink(Cells shared, LedgerWriter pen) {
        Ledger ledger = pen.ledger();
        int entry = ledger.find(who);
        int units = entry < 0 ? 0 : RequestWord.units(ledger.who(entry));
        if (unsure && units != unitsSeen) {
            phase = Phase.IDLE;
            return Step.TAKEN;
        }
        unitsSeen = units;
        return left(shared, pen, ledger.shrink(who, part));
    }

    private Step left(Cells shared, LedgerWriter pen, Ledger.Outcome outcome) {
        if (outcome == Ledger.Outcome.LOST && unsure) {
            phase = Phase.IDLE;
            return Step.TAKEN;
        }
        if (outcome == Ledger.Outcome.LOST) {
            return lose();
        }
        if (!commit(shared, pen)) {
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

    private Step stayed(Cells shared, LedgerWriter pen, Ledger.Outcome outcome) {
        if (outcome == Ledger.Outcome.LOST) {
            return lose();
        }
        if (!commit(shared, pen)) {
            return Step.REPEAT;
        }
        if (outcome == Ledger.Outcome.OUT) {
            phase = Phase.IDLE;
        } else {
            phase = inside(pen.ledger());
        }
        return Step.TAKEN;
    }

    /** One that wants to stop is not let out: if it is not inside, somebody has removed it. */
    private static Ledger.Outcome lostIfOut(Ledger.Outcome outcome) {
        return outcome == Ledger.Outcome.OUT ? Ledger.Outcome.LOST : outcome;
    }

    private Phase inside(Ledger ledger) {
        return ledger.isAside(ledger.find(who)) ? Phase.ASIDE : Phase.INSIDE;
    }

    private Step stopped(Cells shared, LedgerWriter pen, Ledger.Outcome outcome) {
        if (outcome == Ledger.Outcome.LOST) {
            return lose();
        }
        if (!commit(shared, pen)) {
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

    /** Somebody had removed it. */
    private Step lose() {
        phase = Phase.IDLE;
        lost = true;
        return Step.TAKEN;
    }

    private Step withdrew(Cells shared, LedgerWriter pen, Ledger ledger) {
        Ledger.Outcome outcome = ledger.giveUp(who);
        if (outcome == Ledger.Outcome.OUT && !commit(shared, pen)) {
            return Step.REPEAT;
        }
        return arrived(ledger, outcome);
    }

    /** One who gave up when it had just been let in leaves again. */
    private Step gaveUp(Cells shared, LedgerWriter pen, Ledger ledger) {
        if (ledger.giveUp(who) == Ledger.Outcome.INSIDE) {
            phase = Phase.LEAVING;
            return Step.TAKEN;
        }
        if (!commit(shared, pen)) {
            return Step.REPEAT;
        }
        phase = Phase.IDLE;
        return Step.TAKEN;
    }

    /**
     * Whether it is still dead must be asked after the ledger was read: somebody else may have cleared up long ago, and
     * the member have come to life again. Then either it is seen alive here, or it comes after the reading and the
     * commit fails.
     */
    private Step buried(Cells shared, LedgerWriter pen, Ledger ledger) {
        if (stillDead.getAsBoolean() && ledger.bury(RequestWord.member(who)) && !commit(shared, pen)) {
            return Step.REPEAT;
        }
        phase = Phase.IDLE;
        return Step.TAKEN;
    }

    /** After a conflict it is as unsure as before: it may have been an earlier attempt of its own that came first. */
    private boolean commit(Cells shared, LedgerWriter pen) {
        Commit outcome = LedgerSystem.commit(shared, pen, bells);
        unsure |= outcome == Commit.UNKNOWN;
        return outcome == Commit.APPLIED;
    }

    @Override
    public int ahead(Cells shared) {
        LedgerWriter pen = pens.take();
        try {
            pen.read(shared);
            return pen.ledger().ahead(who);
        } finally {
            pens.giveBack(pen);
        }
    }

    @Override
    public LedgerProcess split(int units) {
        if (units < 1 || units >= RequestWord.units(who)) {
            throw new IllegalArgumentException("of " + RequestWord.units(who) + " units, 1 to "
                    + (RequestWord.units(who) - 1) + " can be split off, not " + units);
        }
        LedgerProcess split = new LedgerProcess(who, numbers, unitsMax, pens, bells, stillDead);
        split.phase = Phase.INSIDE;
        split.part = units;
        who = RequestWord.withUnits(who, RequestWord.units(who) - units);
        slots = slots.subList(0, Math.min(slots.size(), RequestWord.units(who)));
        return split;
    }

    /** Slot, fence and time are for those who look; no move depends on them. */
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
        return new IllegalStateException(input + " does not fit a process that is " + phase);
    }
}
