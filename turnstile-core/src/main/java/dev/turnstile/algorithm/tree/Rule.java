package dev.turnstile.algorithm.tree;

import java.util.EnumSet;
import java.util.Set;

/**
 * A rule of the protocol that the lab can leave out, to see what it is for. The first four are repairs of the printed
 * algorithm, by the numbers of the corrections; without one of the others it is broken on purpose.
 *
 * <pre>{@code
 * Tree broken = Tree.with(Rule.without(Set.of(Rule.RESET)), 5, OrientedTree.of("path", 2), 1, 1);
 * }</pre>
 */
public enum Rule {
    /** The root counts what the controller passes at the root before it judges, not after. */
    E8,
    /** The root also counts a priority token that it only forwards. */
    E9,
    /** A reset leaves units that are in use to those who use them. */
    E13,
    /** After a timeout the count of that circulation is not trusted. */
    E14,
    /** The controller counts the tokens that it passes. */
    COUNT_PASSED,
    /** When there are too many tokens, all are erased. */
    RESET,
    /** The pusher leaves the one with the priority token alone. */
    SPARE_PRIORITY;

    /** All but these. */
    public static Set<Rule> without(Set<Rule> missing) {
        Set<Rule> rest = EnumSet.allOf(Rule.class);
        rest.removeAll(missing);
        return Set.copyOf(rest);
    }
}
