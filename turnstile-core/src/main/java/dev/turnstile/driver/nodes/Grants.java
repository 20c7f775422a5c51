package dev.turnstile.driver.nodes;

import java.util.List;

/**
 * Gives those who are inside their slots and fences. Where all nodes are in one JVM, a table of slots does. Between
 * machines it takes an algorithm whose nodes know.
 *
 * <pre>{@code
 * Grants grants = new SlotTable();
 * NodeRequest.Grant grant = grants.take(2);
 * grants.putBack(grant.slots());
 * }</pre>
 */
public interface Grants {
    /** Slots and fence for a request of so many units that is inside. Must not wait. */
    NodeRequest.Grant take(int units);

    /** The units of these slots have left. Must not wait. */
    void putBack(List<Integer> slots);
}
