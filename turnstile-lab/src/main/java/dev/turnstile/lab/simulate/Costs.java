package dev.turnstile.lab.simulate;

/**
 * What messages cost, as in bulgannawar-1995, section 4: a node is busy for Ts with every copy that it sends, and for
 * Tr with every message that it receives; in between the message travels for Tt.
 *
 * <pre>{@code
 * Costs costs = new Costs(0.1, 0.1, 0.8);
 * }</pre>
 *
 * @param send Ts
 * @param receive Tr
 * @param transit Tt, the mean where the delay is not constant
 */
public record Costs(double send, double receive, double transit) {
    /**
     * None may be negative.
     *
     * @throws IllegalArgumentException when one is, or is no number
     */
    public Costs {
        check("Ts, the cost of sending,", send);
        check("Tr, the cost of receiving,", receive);
        check("Tt, the time of transit,", transit);
    }

    private static void check(String what, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + " must be 0 or more, not " + value);
        }
    }
}
