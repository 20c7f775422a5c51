package dev.turnstile.cli.child;

/** There is no such command, or it can't be run; the message says which. Nothing was started. */
public final class CannotRunException extends Exception {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    private CannotRunException(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    static CannotRunException notFound(String message) {
        return new CannotRunException(message, 127);
    }

    static CannotRunException notExecutable(String message) {
        return new CannotRunException(message, 126);
    }

    /** What a shell would exit with: 127 if the command was not found, 126 if it was, and can't be run. */
    public int exitCode() {
        return exitCode;
    }
}
