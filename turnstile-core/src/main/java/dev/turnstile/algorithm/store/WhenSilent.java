package dev.turnstile.algorithm.store;

/** What becomes of the permits of a process that stays silent longer than its lease. */
public enum WhenSilent {
    /**
     * Its permits end at their deadline, and its places go to the next in line. Default, except for a window. For work
     * that may be done twice at most if the process checks its deadline.
     */
    LOSES_PLACE,
    /**
     * Its permits have no deadline, and it keeps its places until it ends them or an operator says that it is gone.
     * While it is silent, it counts toward the limit but not toward the floor. Default for a window: otherwise an
     * outage of the store would make every server of the window leave at once.
     */
    KEEPS_PLACE
}
