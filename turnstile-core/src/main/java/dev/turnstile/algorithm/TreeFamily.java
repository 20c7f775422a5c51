package dev.turnstile.algorithm;

import dev.turnstile.algorithm.tree.OrientedTree;
import dev.turnstile.algorithm.tree.Tree;
import dev.turnstile.machine.Sizes;
import java.util.List;

/** The self-stabilising tree, for the {@link Catalogue}; its options also for the lab's variants. */
public final class TreeFamily {
    private static final String SHAPE = "shape";
    private static final String EACH = "each";
    private static final String C_MAX = "c-max";
    private static final int EACH_MOST = 1_000_000;
    private static final int C_MAX_MOST = 1000;

    /** What hangs on what. */
    public static final Tuning.Parameter HAS_SHAPE = new Tuning.Parameter(
            SHAPE, new Tuning.Domain.Text(OrientedTree.SHAPES, OrientedTree.FORM), "balanced", "what hangs on what");
    /** How many units a node can ask for. */
    public static final Tuning.Parameter HAS_EACH = new Tuning.Parameter(
            EACH, Tuning.upTo(EACH_MOST), "0", "the most units that one node can ask for, the paper's k; 0: all");
    /** How many messages a channel may have at first. */
    public static final Tuning.Parameter HAS_C_MAX = new Tuning.Parameter(
            C_MAX,
            Tuning.upTo(C_MAX_MOST),
            "1",
            "how many messages of any kind a channel may have at first: it decides the range of the counters");

    /** What the walk of a token costs, as the beginning of a sentence. */
    public static final String WALKS = "2(n-1) messages of 3 words for a round of each token, asked for or not;";

    /** What the tree assumes. */
    public static final List<String> ASSUMPTIONS =
            List.of(Assumptions.CHANNELS, "n nodes on a tree that share K units, and nobody stops");

    static final List<Algorithm> ALL = List.of(new Algorithm.MessagePassing(
            "tree",
            "Self-stabilising tree",
            "datta-2009, section 3, algorithms 1 and 2, corrected",
            ASSUMPTIONS,
            List.of(
                    "at most K units inside, while nothing goes wrong",
                    "no lockout, as long as nobody stays inside",
                    "who stays inside keeps out only requests for more than is left, and those behind one",
                    "from any configuration, after a while: exactly K units, and all of this"),
            WALKS + " the controller has 7 words",
            Traits.on(Traits.Runtime.THREADS),
            (sizes, tuning) -> new Tree(shape(sizes, tuning), sizes.limit(), each(sizes, tuning), channel(tuning)),
            List.of(HAS_SHAPE, HAS_EACH, HAS_C_MAX)));

    private TreeFamily() {}

    /** The most nodes that a tree can have; where its parents are listed, as many as the list says. */
    static int nodesMax(Tuning tuning) {
        return OrientedTree.nodesMax(tuning.text(SHAPE, "balanced"));
    }

    /** Returns what hangs on what. */
    @SuppressWarnings("exports") // for the lab, which sees the family
    public static OrientedTree shape(Sizes sizes, Tuning tuning) {
        return OrientedTree.of(tuning.text(SHAPE, "balanced"), sizes.participants());
    }

    /** Returns how many messages a channel may have at first. */
    public static int channel(Tuning tuning) {
        return tuning.number(C_MAX, 1);
    }

    /** Returns how many units a node can ask for. */
    public static int each(Sizes sizes, Tuning tuning) {
        int each = tuning.number(EACH, 0);
        return each == 0 ? sizes.limit() : Math.min(each, sizes.limit());
    }
}
