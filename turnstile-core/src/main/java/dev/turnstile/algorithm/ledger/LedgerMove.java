package dev.turnstile.algorithm.ledger;

/**
 * What a request wants to happen in a {@link Ledger}, as a value: any process can make the move on behalf of its owner.
 *
 * <pre>{@code
 * ledger.make(new LedgerMove(LedgerMove.Kind.LEAVE, who, 0, 0));
 * }</pre>
 *
 * @param kind the kind of move
 * @param who the request, with the units that it wants or holds
 * @param since the time of arrival as its owner has stated it, or 0; for a request that enters
 * @param units how many units it gives back; for {@link Kind#SHRINK}
 */
public record LedgerMove(Kind kind, long who, long since, int units) {
    /** The kinds of moves. Their order is part of the stored format. */
    public enum Kind {
        /** Enters, or joins the line. */
        ENTER,
        /** Enters like {@link #ENTER}, but aside: it counts toward the floor once it is ready. */
        ENTER_ASIDE,
        /** Enters at once or not at all. */
        ATTEMPT,
        /** Enters like {@link #ATTEMPT}, but aside. */
        ATTEMPT_ASIDE,
        /** Leaves, or waits until the floor allows it. */
        LEAVE,
        /** Leaves at once or not at all. */
        TRY_LEAVE,
        /** Goes aside to stop, or waits until the floor allows it. */
        STOP,
        /** Counts toward the floor from now on. */
        READY,
        /** Withdraws its wish to leave or to stop. */
        STAY,
        /** Leaves regardless of the floor. */
        ABANDON,
        /** Gives up waiting in line. */
        GIVE_UP,
        /** Gives back some of its units. */
        SHRINK
    }
}
