package dev.turnstile.lab.simulate;

/** Counts the events of a {@link Simulation}, and notices when very much happens and nobody enters. */
final class StallDetector {
    private static final int EVENTS_WITHOUT_ENTRY = 10_000_000; // with those for each node: nobody will enter any more
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

    /** How many there were. */
    long happened() {
        return happened;
    }

    /** How many since anybody entered. */
    long withoutEntry() {
        return happened - happenedAtEntry;
    }

    boolean isReached() {
        return withoutEntry() > EVENTS_WITHOUT_ENTRY && withoutEntry() > eventsPerNode;
    }

    /** When so many have happened in all, it is no use to wait any longer for all to come to rest. */
    long mostToComeToRest() {
        return happened + EVENTS_WITHOUT_ENTRY + eventsPerNode;
    }
}
