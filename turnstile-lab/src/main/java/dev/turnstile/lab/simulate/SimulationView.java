package dev.turnstile.lab.simulate;

import dev.turnstile.lab.property.Invariant;
import dev.turnstile.machine.Region;

/** What invariants see of a {@link Simulation}. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SimulationView(SimulatedNode<?>[] desks, long tokens, boolean resting, boolean holdsWhenStopped)
        implements Invariant.View {
    @Override
    public int participants() {
        return desks.length;
    }

    @Override
    public Region region(int participant) {
        SimulatedNode<?> desk = desks[participant];
        return desk.dead && !holdsWhenStopped ? Region.REMAINDER : Invariant.View.counts(desk.region, desk.dead);
    }

    @Override
    public boolean isInside(int participant) {
        return desks[participant].unitsInside > 0 && (holdsWhenStopped || !desks[participant].dead);
    }

    @Override
    public int units(int participant) {
        return desks[participant].node.units();
    }

    @Override
    public int progress(int participant) {
        return 0;
    }
}
