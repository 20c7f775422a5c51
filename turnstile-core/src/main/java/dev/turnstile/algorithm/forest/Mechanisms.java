package dev.turnstile.algorithm.forest;

/**
 * What bulgannawar-1995 leaves open (section 3, "Decision Mechanisms"): which token is asked for, how many nodes are
 * told where an idle token is, and which ones.
 *
 * <pre>{@code
 * new Forest(30, 3, new Mechanisms(Mechanisms.TokenChoice.LAST_SEEN, 0, Mechanisms.Destinations.RANDOM));
 * }</pre>
 *
 * @param token which token a node asks for
 * @param informs nu: how many INFORM messages it sends when it leaves and nobody waits; fewer where there are fewer
 *     others
 * @param destinations to whom
 */
public record Mechanisms(TokenChoice token, int informs, Destinations destinations) {
    /** The most INFORM messages that can be asked for. */
    public static final int INFORMS_MAX = 64;

    /** What the paper simulates as "new+random token": nu = 2. */
    public static final Mechanisms PAPERS = new Mechanisms(TokenChoice.RANDOM, 2, Destinations.RANDOM);

    /** Which token a node asks for. */
    public enum TokenChoice {
        /** Any. */
        RANDOM,
        /** That of the last TOKEN or INFORM that it has received; any, before it has received one. */
        LAST_SEEN
    }

    /** Whom it tells where the token is. */
    public enum Destinations {
        /** Any others, as the paper does. */
        RANDOM,
        /** One after another, in the order of their numbers, going on where it stopped the last time. Ours. */
        ROTATING,
        /** Those whose requests it has seen last; nobody, before it has seen one. Ours. */
        RECENT
    }

    /** At least none, and not very many. */
    public Mechanisms {
        if (informs < 0 || informs > INFORMS_MAX) {
            throw new IllegalArgumentException("nu must be between 0 and " + INFORMS_MAX + ", not " + informs);
        }
    }
}
