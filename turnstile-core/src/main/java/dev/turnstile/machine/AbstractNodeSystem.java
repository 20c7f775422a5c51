package dev.turnstile.machine;

/**
 * A skeleton for systems of n nodes that share k units, with the checks that their nodes need.
 *
 * <pre>{@code
 * final class Forest extends AbstractNodeSystem<Forest.ForestMessage> {
 *     Forest(int nodes, int places) {
 *         super(nodes, places, ForestMessage.class);     // fails unless 1 <= places <= nodes
 *     }
 * }
 * }</pre>
 *
 * @param <M> the messages of this algorithm
 */
public abstract class AbstractNodeSystem<M extends Message> implements NodeSystem<M> {
    /** The maximum number of nodes. An array can hold that many, with room to spare. */
    protected static final int NODES_MAX = 1 << 24;

    /** The regions of a node that leaves and gives up immediately. */
    private static final Region[] REGIONS = {Region.REMAINDER, Region.TRYING, Region.CRITICAL};

    /** The number of nodes. */
    protected final int n;

    /** The number of units that may be inside at once. */
    protected final int k;

    private final Sizes sizes;
    private final Class<M> messages;

    /**
     * Creates a system of n nodes with one unit each, of which k may be inside.
     *
     * @throws IllegalArgumentException if n or k is out of range; the message states the range
     */
    protected AbstractNodeSystem(int nodes, int limit, Class<M> messages) {
        this(checked(nodes, limit, "n = " + nodes, nodes).withUnitsEach(1), messages);
    }

    /** Creates a system of the given sizes, which must come from {@link #checked}. */
    protected AbstractNodeSystem(Sizes sizes, Class<M> messages) {
        n = sizes.participants();
        k = sizes.limit();
        this.sizes = sizes;
        this.messages = messages;
    }

    /**
     * Returns the sizes of n nodes that share k units, where k may exceed n.
     *
     * @throws IllegalArgumentException if n or k is out of range; the message states the range
     */
    protected static Sizes checked(int nodes, int limit, int limitMax) {
        return checked(nodes, limit, String.valueOf(limitMax), limitMax);
    }

    private static Sizes checked(int nodes, int limit, String most, int limitMax) {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException("n must be between 1 and " + NODES_MAX + ", not " + nodes);
        }
        if (limit < 1 || limit > limitMax) {
            throw new IllegalArgumentException("k must be between 1 and " + most + ", not " + limit);
        }
        return Sizes.of(nodes, limit);
    }

    /**
     * Returns the sizes of n nodes that share k units, where k is at most n.
     *
     * @throws IllegalArgumentException if n or k is out of range; the message states the range
     */
    protected static Sizes checked(int nodes, int limit) {
        return checked(nodes, limit, "n = " + nodes, nodes);
    }

    @Override
    public final Sizes sizes() {
        return sizes;
    }

    @Override
    public final Class<M> messages() {
        return messages;
    }

    /** Returns whether a number identifies a node. */
    protected final boolean isNode(long number) {
        return number >= 0 && number < n;
    }

    /** Sends the same message to all other nodes, in the order of their numbers. */
    protected final void tellAll(int sender, M message, Outbox<M> out) {
        for (int j = 0; j < n; j++) {
            if (j != sender) {
                out.send(j, message);
            }
        }
    }

    /** Visits the region of a node that leaves and gives up immediately. */
    public static Region regionOf(Fields fields, Region region) {
        return fields.choice("region", region, REGIONS);
    }

    /**
     * Checks the number of units that a node requests.
     *
     * @throws IllegalArgumentException if {@code units} is not between 1 and {@code most}
     */
    public static void checkUnits(int units, int most) {
        if (units < 1 || units > most) {
            throw new IllegalArgumentException("a node can ask for 1 to " + most + " units, not " + units);
        }
    }

    /**
     * Checks that a node is in the region that a call requires.
     *
     * @throws IllegalStateException if it is not
     */
    public static void expect(Region wanted, Region actual) {
        if (actual != wanted) {
            throw new IllegalStateException("the node is in " + actual + ", not in " + wanted);
        }
    }
}
