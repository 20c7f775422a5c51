package dev.turnstile.cli.child;

/** A change of the state of a process. */
sealed interface Change {
    /** The process has ended. The exit code is 128 plus the signal's number if a signal ended it. */
    record Ended(int exitCode) implements Change {}

    /** The process was stopped by this signal, until another process continues it. */
    record Stopped(int signal) implements Change {}

    /** Decodes the status that {@code waitpid} reports. */
    static Change of(int status) {
        int signal = status & 0x7f;
        if (signal == 0x7f) {
            return new Stopped(status >> 8 & 0xff);
        }
        return new Ended(signal == 0 ? status >> 8 & 0xff : 128 + signal);
    }
}
