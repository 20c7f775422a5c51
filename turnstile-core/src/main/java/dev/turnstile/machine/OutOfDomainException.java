package dev.turnstile.machine;

/**
 * Thrown when a variable is outside the domain that its machine declared. Either the machine or the state that it was
 * given is wrong. Retrying does not help.
 *
 * <pre>{@code
 * throw new OutOfDomainException("level", 4, 0, 3);   // level is 4, but must be between 0 and 3
 * }</pre>
 */
public final class OutOfDomainException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception for a field, its value, and the smallest and largest value allowed. */
    public OutOfDomainException(String field, long value, long min, long max) {
        super(field + " is " + value + ", but must be between " + min + " and " + max);
    }
}
