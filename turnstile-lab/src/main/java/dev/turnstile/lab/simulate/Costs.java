package dev.turnstile.lab.simulate;

/**
 * The cost of messages, as in bulgannawar-1995, section 4. A node is busy for Ts with every copy it sends and for Tr
 * with every message it receives. Between the two, the message is in transit for Tt.
 *
 * @param send Ts
 * @param receive Tr
 * @param transit Tt; the mean if the delay is not constant
 */
public record Costs(double send, double receive, double transit) {
    /**
     * Validates the costs.
     *
     * @throws IllegalArgumentException if a cost is negative, infinite or not a number
     */
    public Costs {
        check("Ts, the cost of sending,", send);
        check("Tr, the cost of receiving,", receive);
        check("Tt, the transit time,", transit);
    }

    private static void check(String what, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + " must be 0 or more, not " + value);
        }
    }
}
