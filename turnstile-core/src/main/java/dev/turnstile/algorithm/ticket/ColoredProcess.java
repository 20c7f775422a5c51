package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Cells;

/**
 * The basic ticket algorithm, fischer-1985, figure 2, for colored tickets. The two subclasses specify the ticket
 * system: TAKE_NEXT_TICKET and VALIDATE_NEXT_TICKET. IS_VALID is {@link Pointers#isValid}.
 *
 * <p>A transaction decodes the cell into {@link #pointers}, changes them, and commits the encoded result. The process's
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

    /** Advances ISSUE. */
    abstract void takeNextTicket();

    /** Discards this process's ticket and advances VALID. */
    abstract void validateNextTicket();

    @Override
    final boolean take(Cells shared) {
        long seen = start(shared);
        if (pointers.free() == -waitingMax) {
            throw new IllegalStateException("more processes than the N of this system: " + waitingMax
                    + " are waiting (a process that gave up counts until its turn)");
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
     * Passes on the ticket only if it is valid. The numbered algorithm can also pass on the ticket that is next to
     * become valid. Here VALID would then point to a discarded ticket, whose color need not be that of any valid
     * ticket. NEW_COLOR relies on the color of VALID being that of a valid ticket. (The explorer finds a second process
     * inside after eight moves, N=2, k=1.)
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
