package dev.turnstile.cli;

import dev.turnstile.lab.explore.Verdict;

/** What the command tells the shell. */
final class ExitCode {
    static final int DONE = 0;
    static final int VIOLATED = 1;
    static final int NOT_EXHAUSTED = 2;
    static final int BAD_USAGE = 64;
    static final int LOST = 123;
    static final int TIMED_OUT = 124;
    static final int OWN_FAILURE = 125;

    private ExitCode() {}

    static int of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds() -> DONE;
            case Verdict.Violated _ -> VIOLATED;
            case Verdict.NotExhausted _ -> NOT_EXHAUSTED;
        };
    }
}
