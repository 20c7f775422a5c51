package dev.turnstile.lab.catalogue;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Assumptions;
import dev.turnstile.algorithm.Traits;
import dev.turnstile.algorithm.TreeFamily;
import dev.turnstile.algorithm.Tuning;
import dev.turnstile.algorithm.tree.Members;
import dev.turnstile.algorithm.tree.NetworkGraph;
import dev.turnstile.algorithm.tree.RootedNetwork;
import dev.turnstile.algorithm.tree.Rule;
import dev.turnstile.algorithm.tree.Tree;
import dev.turnstile.algorithm.tree.TreeStage;
import dev.turnstile.machine.Sizes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The tree: in stages, as printed, broken on purpose, on any network, and with members that come and go. */
final class TreeVariants {
    private static final String COUNTERS = "counters";
    private static final int COUNTERS_MOST = 1_000_000;

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

    static final List<Entry> ALL = List.of(
            stage(
                    TreeStage.NAIVE,
                    "tree-naive",
                    "Tree, resource tokens only",
                    List.of("at most K units inside", "no deadlock if each node asks for one unit"),
                    "nodes that ask for several units can wait for each other forever; use tree"),
            stage(
                    TreeStage.PUSHER,
                    "tree-pusher",
                    "Tree, with a pusher",
                    List.of("at most K units inside", "no deadlock"),
                    "a node can wait forever while others come and go; use tree"),
            stage(
                    TreeStage.PRIORITY,
                    "tree-priority",
                    "Tree, with a pusher and a priority token",
                    List.of("at most K units inside", "no lockout"),
                    "does not recover from a lost or duplicated token; use tree"),
            new Entry(
                    new Algorithm.MessagePassing(
                            "tree-as-printed",
                            "Self-stabilising tree, as printed",
                            "datta-2009, section 3, with its lost lines restored and nothing repaired",
                            TreeFamily.ASSUMPTIONS,
                            List.of("at most K units inside, as long as the root never asks and there are no faults"),
                            TreeFamily.WALKS + " the controller has 7 words",
                            Traits.labOnly(),
                            (sizes, tuning) -> lab(sizes, tuning, printed(tuning)),
                            labParameters(REPAIRS, "add this repair of the corrections")),
                    "as printed, units are counted twice or not at all; use tree"),
            new Entry(
                    new Algorithm.MessagePassing(
                            "tree-broken",
                            "Self-stabilising tree, broken on purpose",
                            "ours: shows what each rule is for, and that the checks notice",
                            TreeFamily.ASSUMPTIONS,
                            List.of("none"),
                            TreeFamily.WALKS + " the controller has 7 words",
                            Traits.labOnly(),
                            (sizes, tuning) -> lab(sizes, tuning, broken(tuning)),
                            labParameters(FLAWS, "broken in this way")),
                    "broken on purpose; use tree"),
            new Entry(
                    new Algorithm.MessagePassing(
                            "tree-network",
                            "Self-stabilising tree on any rooted network",
                            "datta-2009, section 1, with a spanning tree by minimum plus one, as in Delaet et al. 2005",
                            List.of(
                                    Assumptions.CHANNELS,
                                    "n nodes on a connected network that share K units, and no crashes"),
                            List.of("from any configuration, eventually: a tree, exactly K units, and all guarantees"
                                    + " of tree"),
                            TreeFamily.WALKS + " and a beacon on every edge each time a timer expires",
                            Traits.labOnly(),
                            (sizes, tuning) -> new RootedNetwork(
                                    NetworkGraph.of(tuning.text(NETWORK, "ring"), sizes.participants()),
                                    sizes.limit(),
                                    TreeFamily.each(sizes, tuning),
                                    TreeFamily.channel(tuning),
                                    patience(tuning, sizes.participants())),
                            List.of(
                                    new Tuning.Parameter(
                                            NETWORK,
                                            new Tuning.Domain.Text(NetworkGraph.SHAPES, NetworkGraph.FORM),
                                            "ring",
                                            "the shape of the network"),
                                    TreeFamily.HAS_EACH,
                                    TreeFamily.HAS_C_MAX,
                                    new Tuning.Parameter(
                                            PATIENCE,
                                            Tuning.upTo(PATIENCE_MOST),
                                            "0",
                                            "after how many timeouts the root sends another controller; 0: 2n"))),
                    "needs a clock for its beacons, and in one JVM all nodes are connected; use tree"),
            new Entry(
                    new Algorithm.MessagePassing(
                            "tree-members",
                            "Self-stabilising tree, with members that die and join",
                            "ours: datta-2009 leaves it open",
                            List.of(
                                    Assumptions.CHANNELS,
                                    "the last node knows which members are alive; a crashed one is fenced, or its lease"
                                            + " has expired, before the others continue"),
                            List.of(
                                    "at most K units inside at all times",
                                    "after every change: no unit lost, no lockout"),
                            "2(n-1) messages for the census of a view",
                            Traits.labOnly(),
                            TreeVariants::members,
                            membersParameters()),
                    "its members crash at random, and threads do not; use tree"));

    private TreeVariants() {}

    private static Entry stage(TreeStage stage, String name, String title, List<String> guarantees, String why) {
        return new Entry(
                new Algorithm.MessagePassing(
                        name,
                        title,
                        "datta-2009, section 3",
                        TreeFamily.ASSUMPTIONS,
                        guarantees,
                        TreeFamily.WALKS + " nothing else",
                        Traits.labOnly(),
                        (sizes, tuning) -> Tree.upTo(
                                stage, TreeFamily.shape(sizes, tuning), sizes.limit(), TreeFamily.each(sizes, tuning)),
                        List.of(TreeFamily.HAS_SHAPE, TreeFamily.HAS_EACH)),
                why);
    }

    private static Tree lab(Sizes sizes, Tuning tuning, Set<Rule> rules) {
        int nodes = sizes.participants();
        int byChannels = Tree.counters(nodes, TreeFamily.channel(tuning));
        int counters = tuning.number(COUNTERS, 0);
        return Tree.with(
                rules,
                counters == 0 ? byChannels : counters,
                TreeFamily.shape(sizes, tuning),
                sizes.limit(),
                TreeFamily.each(sizes, tuning));
    }

    private static Members members(Sizes sizes, Tuning tuning) {
        Set<Members.Safeguard> kept = EnumSet.allOf(Members.Safeguard.class);
        kept.removeIf(safeguard -> tuning.flag(SAFEGUARDS.get(safeguard)));
        int changes = tuning.number(CHANGES, 2);
        Members members =
                Members.with(kept, sizes.participants(), sizes.limit(), TreeFamily.each(sizes, tuning), changes);
        return tuning.flag(LEASES) ? members.withLeases() : members;
    }

    private static int patience(Tuning tuning, int nodes) {
        int patience = tuning.number(PATIENCE, 0);
        return patience == 0 ? 2 * nodes : patience;
    }

    private static Set<Rule> printed(Tuning tuning) {
        return Rule.without(chosen(REPAIRS, tuning, false));
    }

    private static Set<Rule> broken(Tuning tuning) {
        return Rule.without(chosen(FLAWS, tuning, true));
    }

    /** Returns the rules whose flag is {@code on}. */
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
                TreeFamily.HAS_EACH,
                new Tuning.Parameter(
                        CHANGES, Tuning.upTo(CHANGES_MOST), "2", "how often the view changes; 0: without end"),
                new Tuning.Parameter(
                        LEASES,
                        Tuning.FLAG,
                        "false",
                        "members may crash: one that does not answer in time is removed")));
        SAFEGUARDS.values().stream()
                .sorted()
                .forEach(name -> all.add(new Tuning.Parameter(name, Tuning.FLAG, "false", "broken in this way")));
        return all;
    }

    private static List<Tuning.Parameter> labParameters(Map<String, Rule> rules, String meaning) {
        List<Tuning.Parameter> all =
                new ArrayList<>(List.of(TreeFamily.HAS_SHAPE, TreeFamily.HAS_EACH, TreeFamily.HAS_C_MAX));
        all.add(new Tuning.Parameter(
                COUNTERS,
                Tuning.upTo(COUNTERS_MOST),
                "0",
                "how many values the controller's counter has; 0: by c-max"));
        rules.keySet().forEach(name -> all.add(new Tuning.Parameter(name, Tuning.FLAG, "false", meaning)));
        return all;
    }
}
