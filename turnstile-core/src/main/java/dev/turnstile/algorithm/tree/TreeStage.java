package dev.turnstile.algorithm.tree;

/** How far the protocol is built up, following datta-2009, section 3. Each stage adds one kind of token. */
public enum TreeStage {
    /**
     * Resource tokens only. Processes that each hold some of what they need can wait for each other forever (figure 2).
     */
    NAIVE,
    /**
     * Adds a pusher, which makes waiting processes let go. A process can be made to let go again and again, forever
     * (figure 3).
     */
    PUSHER,
    /** Adds a priority token, whose holder need not let go. Correct as long as no token is lost or duplicated. */
    PRIORITY,
    /** Adds a controller, which counts the other tokens and corrects their number, from any configuration. */
    CONTROLLED;

    boolean has(TreeStage other) {
        return compareTo(other) >= 0;
    }
}
