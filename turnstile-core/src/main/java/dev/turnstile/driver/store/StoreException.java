package dev.turnstile.driver.store;

/** Thrown if a store did not answer a call. The same call may succeed later. */
public final class StoreException extends Exception {
    private static final long serialVersionUID = 1;

    /** Creates an exception with a message for people. */
    public StoreException(String message) {
        super(message);
    }

    /** Creates an exception with a message for people and the failure of the client library. */
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
