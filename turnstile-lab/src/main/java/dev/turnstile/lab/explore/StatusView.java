package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Invariant;
import dev.turnstile.machine.Region;

/** What an invariant sees of a packed configuration. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record StatusView(long status, long stages, boolean resting, long tokens, int participants, int[] unitsOf, int floor)
        implements Invariant.View {
    @Override
    public Region region(int participant) {
        return Invariant.View.counts(
                Model.region(status, participant), Model.stopped(status, participants, participant));
    }

    @Override
    public boolean isInside(int participant) {
        return Model.isInside(Model.region(status, participant), floor);
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
