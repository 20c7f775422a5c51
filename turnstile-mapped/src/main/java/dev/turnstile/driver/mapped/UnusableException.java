package dev.turnstile.driver.mapped;

/** Thrown when a file is not a usable turnstile file. The message states what was found. */
final class UnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableException(String found) {
        super(found);
    }
}
