package dev.turnstile.algorithm;

import dev.turnstile.algorithm.tree.Graph;
import dev.turnstile.algorithm.tree.Members;
import dev.turnstile.algorithm.tree.OrientedTree;
import dev.turnstile.algorithm.tree.RootedNetwork;
import dev.turnstile.algorithm.tree.Rule;
import dev.turnstile.algorithm.tree.Stage;
import dev.turnstile.algorithm.tree.Tree;
import dev.turnstile.machine.Sizes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The self-stabilising tree in its stages, for the {@link Catalogue}. */
final class TreeFamily {
    private static final String SHAPE = "shape";
    private static final String EACH = "each";
    private static final String C_MAX = "c-max";
    private static final String COUNTERS = "counters";
    private static final int EACH_MOST = 1_000_000;
    private static final int C_MAX_MOST = 1000;
    private static final int COUNTERS_MOST = 1_000_000;

    private static final Tuning.Parameter HAS_SHAPE = new Tuning.Parameter(
            SHAPE, new Tuning.Domain.Text(OrientedTree.SHAPES, OrientedTree.FORM), "balanced", "what hangs on what");
    private static final Tuning.Parameter HAS_EACH = new Tuning.Parameter(
            EACH, Tuning.upTo(EACH_MOST), "0", "the most units that one node can ask for, the paper's k; 0: all");
    private static final Tuning.Parameter HAS_C_MAX = new Tuning.Parameter(
            C_MAX,
            Tuning.upTo(C_MAX_MOST),
            "1",
            "how many messages of any kind a channel may have at first: it decides the range of the counters");

    private static final Map<String, Rule> REPAIRS =
            new TreeMap<>(Map.of("e8", Rule.E8, "e9", Rule.E9, "e13", Rule.E13, "e14", Rule.E14));

    private static final Map<String, Rule> FLAWS = new TreeMap<>(Map.of(
            "forgets-passed", Rule.COUNT_PASSED,
            "no-reset", Rule.RESET,
            "pusher-ignores-priority", Rule.SPARE_PRIORITY));

    private static final String NETWORK = "network";
    private static final String PATIENCE = "patience";
    private static final int PATIENCE_MOST = 1_000_000;
    private static final String CHANGES = "changes";
    private static final String LEASES = "leases";
    private static final int CHANGES_MOST = 1_000_000;

    private static final Map<Members.Safeguard, String> SAFEGUARDS = Map.of(
            Members.Safeguard.EPOCHS, "no-epochs",
            Members.Safeguard.CENSUS, "no-census",
            Members.Safeguard.FENCING, "no-fencing");

    private static final String WALKS = "2(n-1) messages of 3 words for a round of each token, asked for or not;";

    private static final List<String> ASSUMPTIONS =
            List.of(Catalogue.CHANNELS, "n nodes on a tree that share K units, and nobody stops");

    static final List<Algorithm> ALL = List.of(
            stage(
                    Stage.NAIVE,
                    "tree-naive",
                    "Tree, resource tokens only",
                    List.of("at most K units inside", "no deadlock where each asks for one unit"),
                    "those who ask for several can wait for each other for ever; use tree"),
            stage(
                    Stage.PUSHER,
                    "tree-pusher",
                    "Tree, with a pusher",
                    List.of("at most K units inside", "no deadlock"),
                    "somebody can wait for ever while others come and go; use tree"),
            stage(
                    Stage.PRIORITY,
                    "tree-priority",
                    "Tree, with a pusher and a priority token",
                    List.of("at most K units inside", "no lockout"),
                    "a token that is lost or doubled stays so; use tree"),
            new Algorithm.MessagePassing(
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
                    (sizes, tuning) -> new Tree(
                            OrientedTree.of(tuning.text(SHAPE, "balanced"), sizes.participants()),
                            sizes.limit(),
                            each(sizes, tuning),
                            tuning.number(C_MAX, 1)),
                    List.of(HAS_SHAPE, HAS_EACH, HAS_C_MAX),
                    Optional.empty(),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "tree-as-printed",
                    "Self-stabilising tree, as printed",
                    "datta-2009, section 3, with its lost lines restored and nothing repaired",
                    ASSUMPTIONS,
                    List.of("at most K units inside, as long as the root never asks and nothing goes wrong"),
                    WALKS + " the controller has 7 words",
                    Traits.labOnly(),
                    (sizes, tuning) -> lab(sizes, tuning, printed(tuning)),
                    labParameters(REPAIRS, "with that repair of the corrections"),
                    Optional.of("as printed, units are counted twice or not at all; use tree"),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "tree-broken",
                    "Self-stabilising tree, broken on purpose",
                    "ours: to see what each rule is for, and that the checks notice",
                    ASSUMPTIONS,
                    List.of("none"),
                    WALKS + " the controller has 7 words",
                    Traits.labOnly(),
                    (sizes, tuning) -> lab(sizes, tuning, broken(tuning)),
                    labParameters(FLAWS, "broken in that way"),
                    Optional.of("it is broken on purpose; use tree"),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "tree-network",
                    "Self-stabilising tree on any rooted network",
                    "datta-2009, section 1, with a spanning tree by minimum plus one, as in Delaet et al. 2005",
                    List.of(Catalogue.CHANNELS, "n nodes on a connected network that share K units, and nobody stops"),
                    List.of("from any configuration, after a while: a tree, exactly K units, and all that tree"
                            + " promises"),
                    WALKS + " and a beacon on every edge each time a timer runs out",
                    Traits.labOnly(),
                    (sizes, tuning) -> new RootedNetwork(
                            Graph.of(tuning.text(NETWORK, "ring"), sizes.participants()),
                            sizes.limit(),
                            each(sizes, tuning),
                            tuning.number(C_MAX, 1),
                            patience(tuning, sizes.participants())),
                    List.of(
                            new Tuning.Parameter(
                                    NETWORK,
                                    new Tuning.Domain.Text(Graph.SHAPES, Graph.FORM),
                                    "ring",
                                    "what is connected with what"),
                            HAS_EACH,
                            HAS_C_MAX,
                            new Tuning.Parameter(
                                    PATIENCE,
                                    Tuning.upTo(PATIENCE_MOST),
                                    "0",
                                    "after how many timeouts the root sends another controller; 0: 2n")),
                    Optional.of("its beacons need a clock; in one JVM all reach all: use tree"),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "tree-members",
                    "Self-stabilising tree, with members that die and join",
                    "ours: datta-2009 leaves it open",
                    List.of(
                            Catalogue.CHANNELS,
                            "the last node knows who is alive; who is not is fenced, or its lease is over, before the"
                                    + " others go on"),
                    List.of("at most K units inside, always", "after every change: no unit lost, no lockout"),
                    "2(n-1) messages for the census of a view",
                    Traits.labOnly(),
                    TreeFamily::members,
                    membersParameters(),
                    Optional.of("its members die by chance; on threads nobody does: use tree"),
                    Tuning.none()));

    private TreeFamily() {}

    /** The most nodes that a tree can have; where its parents are listed, as many as the list says. */
    static int nodesMax(Tuning tuning) {
        return OrientedTree.nodesMax(tuning.text(SHAPE, "balanced"));
    }

    private static Algorithm stage(Stage stage, String name, String title, List<String> guarantees, String labOnly) {
        return new Algorithm.MessagePassing(
                name,
                title,
                "datta-2009, section 3",
                ASSUMPTIONS,
                guarantees,
                WALKS + " nothing else",
                Traits.labOnly(),
                (sizes, tuning) -> Tree.upTo(
                        stage,
                        OrientedTree.of(tuning.text(SHAPE, "balanced"), sizes.participants()),
                        sizes.limit(),
                        each(sizes, tuning)),
                List.of(HAS_SHAPE, HAS_EACH),
                Optional.of(labOnly),
                Tuning.none());
    }

    private static Tree lab(Sizes sizes, Tuning tuning, Set<Rule> rules) {
        int nodes = sizes.participants();
        OrientedTree shape = OrientedTree.of(tuning.text(SHAPE, "balanced"), nodes);
        int byChannels = Tree.counters(nodes, tuning.number(C_MAX, 1));
        int counters = tuning.number(COUNTERS, 0);
        return Tree.with(rules, counters == 0 ? byChannels : counters, shape, sizes.limit(), each(sizes, tuning));
    }

    private static Members members(Sizes sizes, Tuning tuning) {
        Set<Members.Safeguard> kept = EnumSet.allOf(Members.Safeguard.class);
        kept.removeIf(safeguard -> tuning.flag(SAFEGUARDS.get(safeguard)));
        int changes = tuning.number(CHANGES, 2);
        Members members = Members.with(kept, sizes.participants(), sizes.limit(), each(sizes, tuning), changes);
        return tuning.flag(LEASES) ? members.withLeases() : members;
    }

    private static int patience(Tuning tuning, int nodes) {
        int patience = tuning.number(PATIENCE, 0);
        return patience == 0 ? 2 * nodes : patience;
    }

    private static int each(Sizes sizes, Tuning tuning) {
        int each = tuning.number(EACH, 0);
        return each == 0 ? sizes.limit() : Math.min(each, sizes.limit());
    }

    private static Set<Rule> printed(Tuning tuning) {
        return Rule.without(chosen(REPAIRS, tuning, false));
    }

    private static Set<Rule> broken(Tuning tuning) {
        return Rule.without(chosen(FLAWS, tuning, true));
    }

    /** The rules whose flag is on, or off. */
    private static Set<Rule> chosen(Map<String, Rule> rules, Tuning tuning, boolean on) {
        Set<Rule> chosen = EnumSet.noneOf(Rule.class);
        rules.forEach((name, rule) -> {
            if (tuning.flag(name) == on) {
                chosen.add(rule);
            }
        });
        return chosen;
    }

    private static List<Tuning.Parameter> membersParameters() {
        List<Tuning.Parameter> all = new ArrayList<>(List.of(
                HAS_EACH,
                new Tuning.Parameter(
                        CHANGES, Tuning.upTo(CHANGES_MOST), "2", "how often the view changes; 0: again and again"),
                new Tuning.Parameter(
                        LEASES, Tuning.FLAG, "false", "members may stop: who does not answer in time is left out")));
        SAFEGUARDS.values().stream()
                .sorted()
                .forEach(name -> all.add(new Tuning.Parameter(name, Tuning.FLAG, "false", "broken in that way")));
        return all;
    }

    private static List<Tuning.Parameter> labParameters(Map<String, Rule> rules, String meaning) {
        List<Tuning.Parameter> all = new ArrayList<>(List.of(HAS_SHAPE, HAS_EACH, HAS_C_MAX));
        all.add(new Tuning.Parameter(
                COUNTERS,
                Tuning.upTo(COUNTERS_MOST),
                "0",
                "how many values the controller's counter has; 0: by c-max"));
        rules.keySet().forEach(name -> all.add(new Tuning.Parameter(name, Tuning.FLAG, "false", meaning)));
        return all;
    }
}
