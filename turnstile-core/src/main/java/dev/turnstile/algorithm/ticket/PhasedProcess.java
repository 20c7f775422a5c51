package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;

/**
 * What all four processes of the family share: the inputs, and one transaction per phase.
 *
 * <p>This is the loop of fischer-1985, figures 1 and 2, turned inside out: {@code start} and {@code commit} enclose
 * what one {@link #step} does, and "wait until C" is a step that changes nothing while C is false.
 */
abstract class PhasedProcess implements Process {
    Phase phase = Phase.IDLE;

    // Each of the five is one transaction, and says whether it was committed.

    /** Takes the place in line: to INSIDE if that is valid at once, else to WAITING. */
    abstract boolean take(Cells shared);

    /** As {@link #take} if that leads to INSIDE, else back to IDLE. */
    abstract boolean takeIfValid(Cells shared);

    /** To INSIDE if it is this process's turn. */
    abstract boolean enterIfValid(Cells shared);

    /** Gives the place back: to IDLE. */
    abstract boolean leave(Cells shared);

    /** Passes on a place in line that nobody wants any more: to IDLE, if it can be done yet. */
    abstract boolean passOn(Cells shared);

    @Override
    public final Region region() {
        return phase.region;
    }

    @Override
    public void acquire(int units) {
        require(Phase.IDLE, "acquire");
        checkUnits(units);
        phase = Phase.TAKING;
    }

    @Override
    public void attempt(int units) {
        require(Phase.IDLE, "attempt");
        checkUnits(units);
        phase = Phase.ATTEMPTING;
    }

    @Override
    public final void release() {
        require(Phase.INSIDE, "release");
        phase = Phase.LEAVING;
    }

    @Override
    public final void cancel() {
        phase = switch (phase) {
            case TAKING, ATTEMPTING -> Phase.IDLE; // nobody knows of it yet
            case WAITING -> Phase.CANCELLED;
            case IDLE, INSIDE, LEAVING, CANCELLED -> throw unexpected("cancel");
        };
    }

    @Override
    public final Step step(Cells shared) {
        boolean committed = switch (phase) {
            case TAKING -> take(shared);
            case ATTEMPTING -> takeIfValid(shared);
            case WAITING -> enterIfValid(shared);
            case LEAVING -> leave(shared);
            case CANCELLED -> passOn(shared);
            case IDLE, INSIDE -> throw unexpected("step");
        };
        if (!committed) {
            return Step.REPEAT;
        }
        return phase == Phase.WAITING || phase == Phase.CANCELLED ? Step.WAITS : Step.TAKEN;
    }

    void checkUnits(int units) {
        if (units != 1) {
            throw new IllegalArgumentException("one unit at a time, not " + units);
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
