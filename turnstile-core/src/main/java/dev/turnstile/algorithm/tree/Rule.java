package dev.turnstile.algorithm.tree;

import java.util.EnumSet;
import java.util.Set;

/**
 * A rule of the protocol that the lab can leave out, to show what it is for. The first four are repairs of the printed
 * algorithm, numbered as in the corrections. Without one of the others, the protocol is broken on purpose.
 */
public enum Rule {
    /** The root counts what the controller passes at the root before it judges, not after. */
    E8,
    /** The root also counts a priority token that it only forwards. */
    E9,
    /** A reset leaves units in use to their holders. */
    E13,
    /** After a timeout, the root does not trust the count of that round. */
    E14,
    /** The controller counts the tokens that it passes. */
    COUNT_PASSED,
    /** If there are too many tokens, all are erased. */
    RESET,
    /** The pusher spares the process with the priority token. */
    SPARE_PRIORITY;

    /** Returns all rules but these. */
    public static Set<Rule> without(Set<Rule> missing) {
        Set<Rule> rest = EnumSet.allOf(Rule.class);
        rest.removeAll(missing);
        return Set.copyOf(rest);
    }
}
