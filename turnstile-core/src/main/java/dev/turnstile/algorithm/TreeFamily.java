package dev.turnstile.algorithm;

import dev.turnstile.algorithm.tree.OrientedTree;
import dev.turnstile.algorithm.tree.Tree;
import dev.turnstile.machine.Sizes;
import java.util.List;

/** The self-stabilising tree, for the {@link Catalogue}. The lab's variants use its options, too. */
public final class TreeFamily {
    private static final String SHAPE = "shape";
    private static final String EACH = "each";
    private static final String C_MAX = "c-max";
    private static final int EACH_MOST = 1_000_000;
    private static final int C_MAX_MOST = 1000;

    /** The option for the shape of the tree. */
    public static final Tuning.Parameter HAS_SHAPE = new Tuning.Parameter(
            SHAPE, new Tuning.Domain.Text(OrientedTree.SHAPES, OrientedTree.FORM), "balanced", "the shape of the tree");
    /** The option for the number of units that a node can ask for. */
    public static final Tuning.Parameter HAS_EACH = new Tuning.Parameter(
            EACH, Tuning.upTo(EACH_MOST), "0", "the most units that one node can ask for, the paper's k; 0: all");
    /** The option for the number of messages that a channel may hold at the start. */
    public static final Tuning.Parameter HAS_C_MAX = new Tuning.Parameter(
            C_MAX,
            Tuning.upTo(C_MAX_MOST),
            "1",
            "how many arbitrary messages a channel may hold at the start; sets the range of the counters");

    /** The cost of a token's walk, as the beginning of a sentence. */
    public static final String WALKS = "2(n-1) messages of 3 words per round of each token, requested or not;";

    /** The assumptions of the tree. */
    public static final List<String> ASSUMPTIONS =
            List.of(Assumptions.CHANNELS, "n nodes on a tree that share K units, and no crashes");

    static final List<Algorithm> ALL = List.of(new Algorithm.MessagePassing(
            "tree",
            "Self-stabilising tree",
            "datta-2009, section 3, algorithms 1 and 2, corrected",
            ASSUMPTIONS,
            List.of(
                    "at most K units inside, in the absence of faults",
                    "no lockout, as long as no node crashes or stays inside",
                    "a node that stays inside keeps out only requests for more units than are left, and those behind"
                            + " one",
                    "from any configuration, eventually: exactly K units, and all of the above"),
            WALKS + " the controller has 7 words",
            Traits.on(Traits.Runtime.THREADS),
            (sizes, tuning) -> new Tree(shape(sizes, tuning), sizes.limit(), each(sizes, tuning), channel(tuning)),
            List.of(HAS_SHAPE, HAS_EACH, HAS_C_MAX)));

    private TreeFamily() {}

    /**
     * Returns the maximum number of nodes of a tree. If the shape lists the parents, it is the number of nodes listed.
     */
    static int nodesMax(Tuning tuning) {
        return OrientedTree.nodesMax(tuning.text(SHAPE, "balanced"));
    }

    /** Returns the shape of the tree. */
    @SuppressWarnings("exports") // for the lab, which sees the family
    public static OrientedTree shape(Sizes sizes, Tuning tuning) {
        return OrientedTree.of(tuning.text(SHAPE, "balanced"), sizes.participants());
    }

    /** Returns the number of messages that a channel may hold at the start. */
    public static int channel(Tuning tuning) {
        return tuning.number(C_MAX, 1);
    }

    /** Returns the number of units that a node can ask for. */
    public static int each(Sizes sizes, Tuning tuning) {
        int each = tuning.number(EACH, 0);
        return each == 0 ? sizes.limit() : Math.min(each, sizes.limit());
    }
}
