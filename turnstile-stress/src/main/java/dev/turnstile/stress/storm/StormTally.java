package dev.turnstile.stress.storm;

import java.util.Locale;

/** Counts of what happened in a storm. Only the conductor uses it. */
final class StormTally {
    int started;
    int killed;
    int killedInside;
    int killedWaiting;
    int stops;
    long entries;
    long giveUps;

    void add(StormTally other) {
        started += other.started;
        killed += other.killed;
        killedInside += other.killedInside;
        killedWaiting += other.killedWaiting;
        stops += other.stops;
        entries += other.entries;
        giveUps += other.giveUps;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d killed (%,d inside, %,d in line, %,d elsewhere), %,d stopped for a while, %,d started, %,d"
                        + " entries, %,d gave up",
                killed,
                killedInside,
                killedWaiting,
                killed - killedInside - killedWaiting,
                stops,
                started,
                entries,
                giveUps);
    }
}
