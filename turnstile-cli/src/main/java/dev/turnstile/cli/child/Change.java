package dev.turnstile.cli.child;

/** What became of a process. */
sealed interface Change {
    /** It is gone, with this exit code, or with 128 and the number of the signal that ended it. */
    record Ended(int exitCode) implements Change {}

    /** It stands still by this signal, until somebody continues it. */
    record Stopped(int signal) implements Change {}

    /** From the status that {@code waitpid} reports. */
    static Change of(int status) {
        int signal = status & 0x7f;
        if (signal == 0x7f) {
            return new Stopped(status >> 8 & 0xff);
        }
        return new Ended(signal == 0 ? status >> 8 & 0xff : 128 + signal);
    }
}
