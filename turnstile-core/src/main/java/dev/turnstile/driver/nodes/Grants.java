package dev.turnstile.driver.nodes;

import java.util.List;

/**
 * Assigns slots and fences to holders. If all nodes are in one JVM, a table of slots suffices. Between machines this
 * takes an algorithm whose nodes know the slots.
 *
 * <pre>{@code
 * Grants grants = new SlotTable();
 * NodeRequest.Grant grant = grants.take(2);
 * grant.slots();     // [0, 1]
 * grants.putBack(grant.slots());
 * }</pre>
 */
public interface Grants {
    /** Assigns slots and a fence to a request that is inside with this many units. Must not block. */
    NodeRequest.Grant take(int units);

    /** Takes back the slots of units that have left. Must not block. */
    void putBack(List<Integer> slots);
}
