package dev.turnstile.cli;

import dev.turnstile.lab.explore.Verdict;

/** The exit codes of the command. {@code turnstile run} otherwise exits with the code of its child. */
public final class ExitCode {
    public static final int DONE = 0;
    public static final int VIOLATED = 1;
    public static final int NOT_EXHAUSTED = 2;
    static final int BAD_USAGE = 64;
    public static final int LOST = 123;
    public static final int TIMED_OUT = 124;
    static final int OWN_FAILURE = 125;

    private ExitCode() {}

    public static int of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds() -> DONE;
            case Verdict.Violated _ -> VIOLATED;
            case Verdict.NotExhausted _ -> NOT_EXHAUSTED;
        };
    }
}
