package dev.turnstile.algorithm.tree;

/**
 * How far the protocol is built up, as datta-2009, section 3, does it: each stage has one more kind of token.
 *
 * <pre>{@code
 * Tree tree = Tree.upTo(Stage.PUSHER, OrientedTree.of("star", 3), 3, 2);
 * }</pre>
 */
public enum TreeStage {
    /**
     * Resource tokens only: several who each hold some of what they need can wait for each other for ever (figure 2).
     */
    NAIVE,
    /**
     * And a pusher, which makes those who wait let go: one can be made to let go again and again, for ever (figure 3).
     */
    PUSHER,
    /** And a priority token, whose holder need not let go: right, as long as nothing is lost or doubled. */
    PRIORITY,
    /** And a controller, which counts the others and sets their number right: from any configuration whatever. */
    CONTROLLED;

    boolean has(TreeStage other) {
        return compareTo(other) >= 0;
    }
}
