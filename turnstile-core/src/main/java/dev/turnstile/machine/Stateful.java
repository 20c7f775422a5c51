package dev.turnstile.machine;

/**
 * Something whose whole state is declared once, variable by variable.
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
     * Shows every variable to the visitor, always the same ones in the same order, and keeps what the visitor returns.
     */
    void state(Fields fields);
}
