package dev.turnstile.lab.property;

/**
 * Avoidance of k-deadlock, fischer-1985, section 3.4: whenever somebody waits although fewer than k are enabled to be inside,
 * or somebody waits to leave, every infinite schedule lets somebody make progress. It covers failures of any process that is
 * not needed, since a schedule may leave processes out.
 *
 * <pre>{@code
 * new KDeadlock(2).sentence();
 * }</pre>
 */
public record KDeadlock(int limit) implements Property {
    @Override
    public String name() {
        return "no-k-deadlock";
    }

    @Override
    public String sentence() {
        return "no schedule leaves somebody waiting forever while fewer than " + limit + " are enabled to be inside";
    }
}
