package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Region;
import dev.turnstile.property.Invariant;

/** What invariants see of a {@link Simulation}. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Watch(Desk<?>[] desks, int unitsEach, boolean resting) implements Invariant.View {
    @Override
    public int participants() {
        return desks.length;
    }

    /** One that has stopped while it waited does not wait any more. */
    @Override
    public Region region(int participant) {
        Desk<?> desk = desks[participant];
        return desk.dead && desk.region != Region.CRITICAL ? Region.REMAINDER : desk.region;
    }

    @Override
    public int units(int participant) {
        return unitsEach;
    }

    @Override
    public int progress(int participant) {
        return 0;
    }
}
