package dev.turnstile.machine;

/**
 * An object that declares its whole state once, variable by variable.
 *
 * <pre>{@code
 * public void state(Fields fields) {
 *     region = fields.choice("region", region, Region.values());
 *     level = fields.range("level", level, 0, n - k);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface Stateful {
    /**
     * Passes every variable to the visitor, always the same ones in the same order, and assigns what the visitor
     * returns.
     */
    void state(Fields fields);
}
