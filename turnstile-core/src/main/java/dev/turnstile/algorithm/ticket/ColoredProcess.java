package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Cells;

/**
 * The basic ticket algorithm, fischer-1985, figure 2, for colored tickets. What a ticket system must specify is left to
 * the two subclasses: TAKE_NEXT_TICKET and VALIDATE_NEXT_TICKET. IS_VALID is {@link Pointers#isValid}.
 *
 * <p>A transaction decodes the cell into {@link #pointers}, changes them, and commits the coded result. The process's
 * own variables change only after the commit.
 */
abstract class ColoredProcess extends PhasedProcess {
    static final int MEMORY = 0;

    final Pointers pointers;
    private final int waitingMax;

    int ticketValue;
    int ticketColor;

    ColoredProcess(int processes, int places) {
        pointers = new Pointers(processes, places);
        waitingMax = Math.max(0, processes - places);
    }

    abstract void decode(long word);

    abstract long encode();

    /** Moves ISSUE on. */
    abstract void takeNextTicket();

    /** Discards this process's ticket and moves VALID on. */
    abstract void validateNextTicket();

    @Override
    final boolean take(Cells shared) {
        long seen = start(shared);
        if (pointers.free() == -waitingMax) {
            throw new IllegalStateException("more processes than the N that this algorithm was set up for: "
                    + waitingMax + " wait already (those that gave up count until their turn)");
        }
        return issue(shared, seen);
    }

    @Override
    final boolean takeIfValid(Cells shared) {
        long seen = start(shared);
        if (pointers.free() > 0) {
            return issue(shared, seen);
        }
        phase = Phase.IDLE;
        return true;
    }

    private long start(Cells shared) {
        long seen = shared.read(MEMORY);
        decode(seen);
        return seen;
    }

    private boolean issue(Cells shared, long seen) {
        takeNextTicket();
        boolean committed = shared.replace(MEMORY, seen, encode());
        if (committed) {
            ticketValue = pointers.issueValue;
            ticketColor = pointers.issueColor;
            phase = isValid() ? Phase.INSIDE : Phase.WAITING;
        }
        return committed;
    }

    private boolean isValid() {
        return pointers.isValid(ticketValue, ticketColor);
    }

    @Override
    final boolean enterIfValid(Cells shared) {
        start(shared);
        if (isValid()) {
            phase = Phase.INSIDE;
        }
        return true;
    }

    @Override
    final boolean leave(Cells shared) {
        return discard(shared, start(shared));
    }

    private boolean discard(Cells shared, long seen) {
        validateNextTicket();
        boolean committed = shared.replace(MEMORY, seen, encode());
        if (committed) {
            phase = Phase.IDLE;
            ticketValue = 0;
            ticketColor = 0;
        }
        return committed;
    }

    /**
     * Only a valid ticket is passed on. A ticket that is merely the next to become valid could be, in the numbered
     * algorithm, but not here: VALID would then stand on a discarded ticket, and its color need not be the color of any
     * valid one, on which NEW_COLOR relies. (The explorer finds the second process inside after eight moves, N=2, k=1.)
     */
    @Override
    boolean passOn(Cells shared) {
        long seen = start(shared);
        return !isValid() || discard(shared, seen);
    }

    @Override
    public final int ahead(Cells shared) {
        start(shared);
        return isValid() ? 0 : pointers.ahead(ticketValue, ticketColor);
    }
}
