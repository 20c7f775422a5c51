package dev.turnstile.machine;

/**
 * A system of n nodes and k places, and what its nodes ask of whoever calls them.
 *
 * <pre>{@code
 * final class Forest extends AbstractNodeSystem<Forest.ForestMessage> {
 *     Forest(int nodes, int places) {
 *         super(nodes, places, ForestMessage.class);
 *     }
 * }
 * }</pre>
 *
 * @param <M> what its nodes send each other
 */
public abstract class AbstractNodeSystem<M extends Message> implements NodeSystem<M> {
    /** The most nodes: what an array of them can hold, with room to spare. */
    protected static final int NODES_MAX = 1 << 24;

    /** Where nodes are whose leaving, and giving up, takes no time. */
    private static final Region[] REGIONS = {Region.REMAINDER, Region.TRYING, Region.CRITICAL};

    /** How many nodes there are. */
    protected final int n;

    /** How many units may be inside at once. */
    protected final int k;

    private final Sizes sizes;
    private final Class<M> messages;

    /**
     * For n nodes of one unit each, of which k may be inside.
     *
     * @throws IllegalArgumentException if there is no such system; the message says what there is
     */
    protected AbstractNodeSystem(int nodes, int limit, Class<M> messages) {
        this(checked(nodes, limit, "n = " + nodes, nodes).withUnitsEach(1), messages);
    }

    /** For nodes of these sizes, which {@link #checked} has looked at. */
    protected AbstractNodeSystem(Sizes sizes, Class<M> messages) {
        n = sizes.participants();
        k = sizes.limit();
        this.sizes = sizes;
        this.messages = messages;
    }

    /**
     * Returns the sizes of n nodes that share k units, where k is not bounded by n.
     *
     * @throws IllegalArgumentException if there is no such system; the message says what there is
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

    /** As {@link #checked(int, int, int)}, where k is at most n. */
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

    /** Whether a number is that of a node. */
    protected final boolean isNode(long number) {
        return number >= 0 && number < n;
    }

    /** The same to all others, in their order. */
    protected final void tellAll(int sender, M message, Outbox<M> out) {
        for (int j = 0; j < n; j++) {
            if (j != sender) {
                out.send(j, message);
            }
        }
    }

    /** The region of a node whose leaving, and giving up, takes no time. */
    public static Region regionOf(Fields fields, Region region) {
        return fields.choice("region", region, REGIONS);
    }

    /** A node can ask for so many at most. */
    public static void checkUnits(int units, int most) {
        if (units < 1 || units > most) {
            throw new IllegalArgumentException("a node can ask for 1 to " + most + " units, not " + units);
        }
    }

    /** A call needs its node in some region. */
    public static void expect(Region wanted, Region actual) {
        if (actual != wanted) {
            throw new IllegalStateException("the node is in " + actual + ", not in " + wanted);
        }
    }
}
