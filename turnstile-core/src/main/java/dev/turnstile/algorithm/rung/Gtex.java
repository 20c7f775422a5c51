package dev.turnstile.algorithm.rung;

import dev.turnstile.algorithm.rung.Tournament.Node;
import dev.turnstile.machine.facts.ProcessFacts.Contest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * (n,k)-GTEX, omori-2002, section 5: a tournament of groups, in which each match is a short {@link Excl}.
 *
 * <p><b>The tree.</b> Each node x of a complete binary tree stands for a group of processes. The root's group has all
 * processes, and each other node has half of its father's. A leaf has from k+1 to 2k+2 processes ({@code Tournament}).
 *
 * <p><b>The matches.</b> A process starts at its leaf and climbs to the root. g(i,t) is its node at depth t. In node x,
 * a process meets at most m(x) processes, itself included: all of a leaf's, or, in an inner node, the k that come from
 * each son. Of these, k may go on. There are therefore Q(x) = m(x) - k rungs, and each lets one fewer through. At rung
 * q of node x, a process goes on if it counts at most m(x) - q - 1 others of the node's group there or above. At most
 * m(x) - q have therefore won (lemma 6).
 *
 * <p><b>The levels.</b> {@code level(i) = (p,q)} is rung q of the node at depth bl-p, and (0,0) is the remainder
 * region. Pairs are compared lexicographically. This class numbers them in that order.
 *
 * <p><b>Departures from the print.</b> The paper gives the procedure for n = 2^t (2k) only, with k rungs and the
 * threshold 2k-q-1 at every node. It leaves "minor modifications" to the reader. Here the size of a leaf's group takes
 * the place of 2k. (As printed, the algorithm admits k+1 for (n,k) = (3,1) and (5,2).) gcheck reads {@code turn(p,q)};
 * there is one variable per node, not per depth, so this is read as {@code turn(g(i,bl-p), q)}. The domain of
 * {@code level} contains (0,0).
 *
 * <p>For n < 2(k+1), the root is the only node, and the algorithm is EXCL. When few processes take part, a process
 * makes short scans in the lower nodes. In the worst case, it may lose every match against processes that came after
 * it.
 */
public class Gtex extends RungSystem {
    final Tournament tree;
    private final List<String> levels;
    private final List<Turn> turns;
    private final Map<Node, Rung[]> ladders; // indexed by leaf
    private final int leafRungs; // maximum number of rungs of a leaf

    /** Creates a system of n processes and k places, n > k >= 1. */
    public Gtex(int processes, int places) {
        super(processes, places);
        tree = new Tournament(processes, places);
        leafRungs = tree.leaves().stream().mapToInt(tree::rungs).max().orElseThrow();
        levels = levels(tree.bl(), leafRungs, places);
        turns = turns(tree);
        ladders = new HashMap<>();
        for (Node leaf : tree.leaves()) {
            ladders.put(leaf, climb(leaf));
        }
    }

    private static List<String> levels(int bl, int leafRungs, int k) {
        List<String> levels = new ArrayList<>(List.of("(0,0)"));
        for (int p = 0; p <= bl; p++) {
            for (int q = 1; q <= (p == 0 ? leafRungs : k); q++) {
                levels.add("(" + p + "," + q + ")");
            }
        }
        return List.copyOf(levels);
    }

    private static List<Turn> turns(Tournament tree) {
        return tree.nodes().stream()
                .flatMap(x -> IntStream.rangeClosed(1, tree.rungs(x))
                        .mapToObj(q -> new Turn("turn(" + x + "," + q + ")", x.from(), x.to())))
                .toList();
    }

    /** Returns the ladder of try_i, for i in this leaf: for p = 0 to bl, for q = 1 to Q(x), x = g(i, bl-p). */
    private Rung[] climb(Node leaf) {
        List<Rung> ladder = new ArrayList<>();
        for (int p = 0; p <= tree.bl(); p++) {
            Node x = tree.g(leaf.from(), tree.bl() - p);
            for (int q = 1; q <= tree.rungs(x); q++) {
                int turn = n + x.firstTurn() + q - 1;
                ladder.add(new Rung(level(p, q), turn, x.from(), x.to(), tree.most(x) - q - 1));
            }
        }
        return ladder.toArray(Rung[]::new);
    }

    /** Returns the number of the pair (p,q) in lexicographic order. */
    private int level(int p, int q) {
        return p == 0 ? q : leafRungs + (p - 1) * k + q;
    }

    @Override
    Rung[] ladder(int i) {
        return ladders.get(tree.g(i, tree.bl()));
    }

    /** Returns the contests of lemma 6, with m(x) for 2k: at most m(x)-q winners at rung q of node x. */
    @Override
    final List<Contest> contests() {
        return tree.nodes().stream()
                .flatMap(x -> IntStream.rangeClosed(1, tree.rungs(x)).mapToObj(q -> contest(x, q)))
                .toList();
    }

    private Contest contest(Node x, int q) {
        int p = tree.bl() - x.depth();
        String name = "(" + p + "," + q + ") in the group of " + x;
        return new Contest(name, x.from(), x.to(), level(p, q), tree.most(x) - q);
    }

    @Override
    final List<String> levels() {
        return levels;
    }

    @Override
    List<Turn> turns() {
        return turns;
    }
}
