package dev.turnstile.driver.ledger;

/**
 * Thrown if a caller opens a turnstile with bounds other than those in force, and may not change them. The message is
 * for Java programmers; a program with other users can word its own from the parts.
 *
 * <pre>{@code
 * catch (OtherBoundsException other) { System.err.println("the limit is " + other.inForce().limit()); }
 * }</pre>
 */
public final class OtherBoundsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int requestedFloor;
    private final int requestedLimit;
    private final int floor;
    private final int limit;
    private final String reason;

    /**
     * Constructs an exception.
     *
     * @param name the name of the turnstile
     * @param requested the bounds that the caller requested
     * @param inForce the bounds in force
     * @param reason why these stay in force, as a sentence without a full stop
     * @param advice what a Java programmer can do, as a sentence without a full stop
     */
    public OtherBoundsException(String name, Bounds requested, Bounds inForce, String reason, String advice) {
        super("'" + name + "' allows " + inForce + ", but " + requested + " was requested. " + reason + ". " + advice);
        requestedFloor = requested.floor();
        requestedLimit = requested.limit();
        floor = inForce.floor();
        limit = inForce.limit();
        this.reason = reason;
    }

    /** Returns the bounds that the caller requested. */
    public Bounds requested() {
        return new Bounds(requestedFloor, requestedLimit);
    }

    /** Returns the bounds in force when the caller was refused. */
    public Bounds inForce() {
        return new Bounds(floor, limit);
    }

    /** Returns why the bounds in force can't be replaced, as a sentence without a full stop. */
    public String reason() {
        return reason;
    }
}
