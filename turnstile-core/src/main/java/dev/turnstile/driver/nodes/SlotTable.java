package dev.turnstile.driver.nodes;

import dev.turnstile.driver.Slots;
import java.util.List;

/**
 * Grants for nodes that are all in one JVM. A request receives the smallest free slots.
 *
 * <pre>{@code
 * new SlotTable().take(2).slots();     // [0, 1]
 * }</pre>
 */
final class SlotTable implements Grants {
    private final Slots<SlotTable> slots = new Slots<>();

    /** Creates a table in which all slots are free. */
    public SlotTable() {}

    @Override
    public NodeRequest.Grant take(int units) {
        Slots.Grant grant = slots.take(units, this);
        return new NodeRequest.Grant(grant.slots(), grant.fence());
    }

    @Override
    public void putBack(List<Integer> some) {
        slots.returnSlots(some);
    }
}
