package dev.turnstile;

/**
 * More units were asked for than the limit allows, so that waiting would be for ever: either at once, or because the
 * limit was lowered while the caller waited. Nothing was acquired; a retry makes sense with fewer units or a larger
 * limit.
 *
 * <pre>{@code
 * gate.acquire(5);    // on a limit of 3: LimitExceededException: 5 units asked for, the limit of 'gpu' is 3
 * }</pre>
 */
public final class LimitExceededException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** So many units asked for, and the limit of the turnstile of that name. */
    public LimitExceededException(String name, int units, int limit) {
        super(units + " units asked for, the limit of '" + name + "' is " + limit);
    }
}
