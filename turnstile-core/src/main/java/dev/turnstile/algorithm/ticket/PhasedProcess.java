package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;

/**
 * The base of the four processes of the family, with one transaction per phase.
 *
 * <p>It is the loop of fischer-1985, figures 1 and 2, turned inside out. {@code start} and {@code commit} enclose the
 * work of one {@link #step}, and "wait until C" is a step that changes nothing while C is false.
 */
abstract class PhasedProcess implements Process {
    Phase phase = Phase.IDLE;

    // Each of these five is one transaction and returns whether it was committed.

    /** Takes a place in line: moves to INSIDE if the place is valid at once, else to WAITING. */
    abstract boolean take(Cells shared);

    /** Takes a place in line and moves to INSIDE if the place is valid at once, else moves back to IDLE. */
    abstract boolean takeIfValid(Cells shared);

    /** Moves to INSIDE if it is this process's turn. */
    abstract boolean enterIfValid(Cells shared);

    /** Gives the place back and moves to IDLE. */
    abstract boolean leave(Cells shared);

    /** Passes on the abandoned place in line and moves to IDLE, if this is possible yet. */
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
            case TAKING, ATTEMPTING -> Phase.IDLE; // no other process knows of the request yet
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
        return new IllegalStateException(input + " is not allowed: the process is " + phase);
    }
}
