package dev.turnstile.machine;

/**
 * A machine's variable left the domain that the machine declared for it: the machine, or a state that it was given, is
 * wrong. A retry does not help.
 *
 * <pre>{@code
 * throw new OutOfDomainException("level", 4, 0, 3);   // level is 4, but must be between 0 and 3
 * }</pre>
 */
public final class OutOfDomainException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** The field, what it held, and the smallest and the largest value that it may hold. */
    public OutOfDomainException(String field, long value, long min, long max) {
        super(field + " is " + value + ", but must be between " + min + " and " + max);
    }
}
