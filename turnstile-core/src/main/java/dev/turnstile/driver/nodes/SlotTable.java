package dev.turnstile.driver.nodes;

import dev.turnstile.driver.Slots;
import java.util.List;

/**
 * Grants for nodes that are all in one JVM: the smallest slots that are free.
 *
 * <pre>{@code
 * NodeRuntime<M> runtime = NodeRuntime.inOneJvm(system, new SlotTable());
 * }</pre>
 */
public final class SlotTable implements Grants {
    private final Slots<SlotTable> slots = new Slots<>();

    /** All slots are free. */
    public SlotTable() {}

    @Override
    public NodeRequest.Grant take(int units) {
        Slots.Grant grant = slots.take(units, this);
        return new NodeRequest.Grant(grant.slots(), grant.fence());
    }

    @Override
    public void putBack(List<Integer> some) {
        slots.giveBack(some);
    }
}
