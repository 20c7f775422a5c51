package dev.turnstile.driver.ledger;

/**
 * How many units may be inside.
 *
 * <pre>{@code
 * Bounds bounds = new Bounds(1, 3);      // between 1 and 3
 * }</pre>
 *
 * @param floor nobody leaves if fewer units would be inside
 * @param limit nobody enters if more units would be inside
 */
public record Bounds(int floor, int limit) {
    @Override
    public String toString() {
        return floor == 0 ? "at most " + limit : "between " + floor + " and " + limit;
    }
}
