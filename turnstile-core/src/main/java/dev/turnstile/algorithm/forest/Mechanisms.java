package dev.turnstile.algorithm.forest;

/**
 * The decisions that bulgannawar-1995 leaves open (section 3, "Decision Mechanisms"): which token a node requests, how
 * many nodes learn where an idle token is, and which ones.
 *
 * @param token which token a node requests
 * @param informs nu: the number of INFORM messages that a node sends when it leaves and no node waits; fewer if there
 *     are fewer others
 * @param destinations which nodes it informs
 */
public record Mechanisms(TokenChoice token, int informs, Destinations destinations) {
    /** The maximum of nu. */
    public static final int INFORMS_MAX = 64;

    /** The mechanisms that the paper simulates as "new+random token": nu = 2. */
    public static final Mechanisms PAPERS = new Mechanisms(TokenChoice.RANDOM, 2, Destinations.RANDOM);

    /** The choice of the token that a node requests. */
    public enum TokenChoice {
        /** A random token. */
        RANDOM,
        /** The token of the last TOKEN or INFORM received; a random token before the first. */
        LAST_SEEN
    }

    /** The choice of the nodes to inform. */
    public enum Destinations {
        /** Random others, as in the paper. */
        RANDOM,
        /** One after another in the order of their numbers, continuing where the last round stopped. Ours. */
        ROTATING,
        /** The nodes whose requests it has seen last; none before the first. Ours. */
        RECENT
    }

    /**
     * Checks the number of INFORM messages.
     *
     * @throws IllegalArgumentException if {@code informs} is not between 0 and {@link #INFORMS_MAX}
     */
    public Mechanisms {
        if (informs < 0 || informs > INFORMS_MAX) {
            throw new IllegalArgumentException("nu must be between 0 and " + INFORMS_MAX + ", not " + informs);
        }
    }
}
