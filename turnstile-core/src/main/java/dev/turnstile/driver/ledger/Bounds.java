package dev.turnstile.driver.ledger;

/**
 * The bounds on the number of units held.
 *
 * <pre>{@code
 * new Bounds(1, 3).toString();     // "between 1 and 3"
 * }</pre>
 *
 * @param floor no holder may leave if fewer units than this would remain held
 * @param limit no request may enter if more units than this would be held
 */
public record Bounds(int floor, int limit) {
    @Override
    public String toString() {
        return floor == 0 ? "at most " + limit : "between " + floor + " and " + limit;
    }
}
