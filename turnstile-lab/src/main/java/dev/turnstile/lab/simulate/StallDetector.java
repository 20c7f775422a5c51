package dev.turnstile.lab.simulate;

/** Counts the events of a {@link Simulation} and detects when very many happen without an entry. */
final class StallDetector {
    private static final int EVENTS_WITHOUT_ENTRY =
            10_000_000; // beyond this and EVENTS_PER_NODE per node, no node will enter
    private static final int EVENTS_PER_NODE = 1_000;

    private final long eventsPerNode;
    private long happened;
    private long happenedAtEntry;

    StallDetector(int nodes) {
        eventsPerNode = (long) EVENTS_PER_NODE * nodes;
    }

    void happens() {
        happened++;
    }

    void enters() {
        happenedAtEntry = happened;
    }

    /** Returns the number of events so far. */
    long happened() {
        return happened;
    }

    /** Returns the number of events since the last entry. */
    long withoutEntry() {
        return happened - happenedAtEntry;
    }

    boolean isReached() {
        return withoutEntry() > EVENTS_WITHOUT_ENTRY && withoutEntry() > eventsPerNode;
    }

    /** Returns the total number of events after which waiting for the system to come to rest is pointless. */
    long mostToComeToRest() {
        return happened + EVENTS_WITHOUT_ENTRY + eventsPerNode;
    }
}
