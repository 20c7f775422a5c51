package dev.turnstile.driver.mapped;

/** A file is not what it should be; the message says what was found. */
final class UnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableException(String found) {
        super(found);
    }
}
