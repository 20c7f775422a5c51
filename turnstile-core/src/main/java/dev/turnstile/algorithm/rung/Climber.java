package dev.turnstile.algorithm.rung;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;

/**
 * Process i of the three algorithms, as it climbs from rung to rung (omori-2002, sections 2, 3 and 5):
 *
 * <pre>
 * for each rung do                                      {@link #acquire}
 *     level(i) := s;                                    {@link #setLevel}
 *     turn(s) := i;                                     {@link #setTurn}
 *     waitfor [few others of the group at s or above] or [turn(s) != i]
 *       L: count := 0;                                  {@link #startCheck}
 *          for each j != i of the group do
 *              v := level(j);                           {@link #scan}
 *              if v >= s then count := count + 1;
 *          v := turn(s);                                {@link #decide}
 *          if count is small or v != i then return true
 *          else goto L;
 * crit_i, and then exit_i:
 *     level(i) := 0;                                    {@link #leave}
 * </pre>
 *
 * <p>Each line with a shared variable is one step. Local work belongs to the step before it. The count is therefore not
 * a snapshot: it may miss a process that arrived, and include one that left. The paper shows that this is good enough.
 * {@code count := 0} must follow the label: a count that is kept across a retry blocks all processes in the end.
 *
 * <p>The initial value of turn is arbitrary, because no process reads a turn before it has written it.
 *
 * <p>Two things are ours.
 *
 * <ul>
 *   <li><b>Giving up</b> is the exit protocol, {@code level(i) := 0}, from wherever the process is. There is one
 *       exception: a process that has set its level but not yet signed turn signs it first. Otherwise a stream of
 *       processes that arrive, are counted and give up could lock out the process that counts them. With the signature,
 *       that process finds turn signed by another and goes on. Exclusion still holds: in the proof of lemma 1, a
 *       process that signs turn(s) is a winner of the level below at that moment, and it does not matter what it does
 *       next.
 *   <li><b>Attempting</b> is giving up at the first check that fails.
 * </ul>
 */
class Climber implements Process {
    /** The position of a process in its program, and the region that it implies. */
    enum At {
        IDLE(Region.REMAINDER),
        /** About to write its level. */
        LEVEL(Region.TRYING),
        /** About to write turn. */
        TURN(Region.TRYING),
        /** About to read the level of j. */
        SCAN(Region.TRYING),
        /** About to read turn, and then to decide. */
        DECIDE(Region.TRYING),
        INSIDE(Region.CRITICAL),
        /** Gave up with its level set: about to write turn, and then to leave. */
        SIGNING_OFF(Region.EXIT),
        /** About to set its level to 0, after having been inside or having given up. */
        LEAVING(Region.EXIT);

        final Region region;

        At(Region region) {
            this.region = region;
        }
    }

    private final int i;
    private final int processes;
    private final Rung[] ladder;
    private At at = At.IDLE;
    private int s; // index of the rung on the ladder
    int j;
    int count;
    private boolean attempting;

    Climber(int i, int processes, Rung[] ladder) {
        this.i = i;
        this.processes = processes;
        this.ladder = ladder;
    }

    @Override
    public final Region region() {
        return at.region;
    }

    @Override
    public final void acquire(int units) {
        begin("acquire", units, false);
    }

    @Override
    public final void attempt(int units) {
        begin("attempt", units, true);
    }

    private void begin(String input, int units, boolean attempt) {
        require(At.IDLE, input);
        if (units != 1) {
            throw new IllegalArgumentException("one unit at a time, not " + units);
        }
        attempting = attempt;
        at = At.LEVEL;
    }

    @Override
    public final void release() {
        require(At.INSIDE, "release");
        at = At.LEAVING;
    }

    @Override
    public final void cancel() {
        if (at.region != Region.TRYING) {
            throw unexpected("cancel");
        }
        if (at == At.LEVEL && s == 0) { // no other process knows of the request yet
            idle();
        } else if (at == At.TURN) {
            giveUpUnsigned();
        } else {
            giveUp(At.LEAVING);
        }
    }

    void giveUpUnsigned() {
        giveUp(At.SIGNING_OFF);
    }

    final void giveUp(At next) {
        at = next;
        j = 0;
        count = 0;
    }

    /** Takes the same steps. Most of them are scans, which are faster in a loop of their own. */
    @Override
    public final void runUntilBlocked(Cells shared) {
        Step step = Step.TAKEN;
        while (step != Step.WAITS && at != At.INSIDE && at != At.IDLE) {
            while (at == At.SCAN) {
                scan(shared);
            }
            step = step(shared);
        }
    }

    @Override
    public final Step step(Cells shared) {
        return switch (at) {
            case LEVEL -> setLevel(shared);
            case TURN -> setTurn(shared);
            case SCAN -> scan(shared);
            case DECIDE -> decide(shared);
            case SIGNING_OFF -> signOff(shared);
            case LEAVING -> leave(shared);
            case IDLE, INSIDE -> throw unexpected("step");
        };
    }

    private Step setLevel(Cells shared) {
        shared.write(i, ladder[s].level());
        at = At.TURN;
        return Step.TAKEN;
    }

    private Step setTurn(Cells shared) {
        shared.write(ladder[s].turn(), i);
        startCheck();
        return Step.TAKEN;
    }

    /** Begins a new check at label L, with a count of 0. */
    void startCheck() {
        at = At.SCAN;
        count = 0;
        j = other(ladder[s].from());
    }

    private int other(int candidate) {
        return candidate == i ? candidate + 1 : candidate;
    }

    private Step scan(Cells shared) {
        Rung rung = ladder[s];
        if (shared.read(j) >= rung.level()) {
            count++;
        }
        j = other(j + 1);
        if (j >= rung.to()) {
            j = 0;
            at = At.DECIDE;
        }
        return Step.TAKEN;
    }

    private Step decide(Cells shared) {
        long v = shared.read(ladder[s].turn());
        if (count <= ladder[s].most() || v != i) {
            win();
            return Step.TAKEN;
        }
        if (attempting) {
            giveUp(At.LEAVING);
            return Step.TAKEN;
        }
        startCheck();
        return Step.WAITS;
    }

    private void win() {
        count = 0;
        s++;
        at = s == ladder.length ? At.INSIDE : At.LEVEL;
    }

    private Step signOff(Cells shared) {
        shared.write(ladder[s].turn(), i);
        at = At.LEAVING;
        return Step.TAKEN;
    }

    private Step leave(Cells shared) {
        shared.write(i, 0);
        idle();
        return Step.TAKEN;
    }

    private void idle() {
        at = At.IDLE;
        s = 0;
        attempting = false;
    }

    /** Returns the level of the last rung that this process won, until its level is 0 again. */
    @Override
    public final int progress() {
        return s == 0 ? 0 : ladder[s - 1].level();
    }

    /** Returns 0: the algorithm keeps no order. */
    @Override
    public final int ahead(Cells shared) {
        return 0;
    }

    @Override
    public final void state(Fields fields) {
        at = fields.choice("at", at, At.values());
        s = fields.range("rung", s, 0, ladder.length);
        j = fields.range("j", j, 0, processes - 1);
        count = fields.range("count", count, 0, processes - 1);
        attempting = fields.flag("attempting", attempting);
    }

    private void require(At expected, String input) {
        if (at != expected) {
            throw unexpected(input);
        }
    }

    private IllegalStateException unexpected(String input) {
        return new IllegalStateException(input + " is not allowed: the process is " + at);
    }
}
