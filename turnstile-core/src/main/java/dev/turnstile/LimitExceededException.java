package dev.turnstile;

/**
 * Thrown if a request exceeds the limit, at once or because the limit is lowered during the wait. Such a request would
 * wait forever. Nothing is acquired. A retry makes sense with fewer units or a larger limit.
 *
 * <pre>{@code
 * gate.acquire(5);    // LimitExceededException: requested 5 units, but the limit of 'gpu' is 3
 * }</pre>
 */
public final class LimitExceededException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** Constructs an exception for a request of this many units from the turnstile of that name. */
    public LimitExceededException(String name, int units, int limit) {
        super("requested " + units + " units, but the limit" + (name.isEmpty() ? "" : " of '" + name + "'") + " is "
                + limit);
    }
}
