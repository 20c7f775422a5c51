package dev.turnstile.cli.child;

/** Thrown when a command does not exist or can't be executed. The message says which. Nothing was started. */
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

    /**
     * Returns the exit code of a shell: 127 if the command was not found, 126 if it was found but can't be executed.
     */
    public int exitCode() {
        return exitCode;
    }
}
