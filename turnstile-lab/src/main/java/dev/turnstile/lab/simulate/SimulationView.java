package dev.turnstile.lab.simulate;

import dev.turnstile.lab.property.Invariant;
import dev.turnstile.machine.Region;

/** The state of a {@link Simulation} as invariants see it. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SimulationView(SimulatedNode<?>[] nodes, long tokens, boolean resting, boolean holdsWhenStopped)
        implements Invariant.View {
    @Override
    public int participants() {
        return nodes.length;
    }

    @Override
    public Region region(int participant) {
        SimulatedNode<?> simulated = nodes[participant];
        return simulated.dead && !holdsWhenStopped
                ? Region.REMAINDER
                : Invariant.View.counts(simulated.region, simulated.dead);
    }

    @Override
    public boolean isInside(int participant) {
        return nodes[participant].unitsInside > 0 && (holdsWhenStopped || !nodes[participant].dead);
    }

    @Override
    public int units(int participant) {
        return nodes[participant].node.units();
    }

    @Override
    public int progress(int participant) {
        return 0;
    }
}
