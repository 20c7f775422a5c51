package dev.turnstile.lab.explore;

import dev.turnstile.machine.Region;
import dev.turnstile.property.Invariant;

/** What an invariant sees of a packed configuration. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record StatusView(long status, long stages, boolean resting, int participants, int[] unitsOf)
        implements Invariant.View {
    /** One that has stopped while it waited does not wait any more; one that has stopped inside is inside. */
    @Override
    public Region region(int participant) {
        Region region = Model.region(status, participant);
        boolean gone = Model.stopped(status, participants, participant) && region != Region.CRITICAL;
        return gone ? Region.REMAINDER : region;
    }

    @Override
    public int units(int participant) {
        return unitsOf[participant];
    }

    @Override
    public int progress(int participant) {
        return Model.progress(stages, participants, participant);
    }
}
