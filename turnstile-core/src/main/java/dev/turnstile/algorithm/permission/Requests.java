package dev.turnstile.algorithm.permission;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Region;

/** What every algorithm here asks of its arguments and of whoever calls its nodes. */
final class Requests {
    /** The most nodes: what an array of them can hold, with room to spare. */
    static final int NODES_MAX = 1 << 24;

    /** Where nodes are here: whoever leaves, or gives up, is outside at once. */
    private static final Region[] REGIONS = {Region.REMAINDER, Region.TRYING, Region.CRITICAL};

    private Requests() {}

    static Region region(Fields fields, Region region) {
        return fields.choice("region", region, REGIONS);
    }

    static void checkSize(int nodes, int places) {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException("n must be between 1 and " + NODES_MAX + ", not " + nodes);
        }
        if (places < 1 || places > nodes) {
            throw new IllegalArgumentException("k must be between 1 and n = " + nodes + ", not " + places);
        }
    }

    static void checkUnits(int units, int most) {
        if (units < 1 || units > most) {
            throw new IllegalArgumentException("a node can ask for 1 to " + most + " units, not " + units);
        }
    }

    static void expect(Region wanted, Region actual) {
        if (actual != wanted) {
            throw new IllegalStateException("the node is in " + actual + ", not in " + wanted);
        }
    }
}
