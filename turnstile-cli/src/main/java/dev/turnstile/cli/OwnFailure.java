package dev.turnstile.cli;

import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.LedgerFullException;
import dev.turnstile.algorithm.ledger.RetiredException;
import java.io.PrintWriter;

/** Owns up to a failure that is not the user's, or says what is wrong with a file. */
final class OwnFailure {
    private static final String DEBUG = "TURNSTILE_DEBUG";

    private OwnFailure() {}

    static int explain(Throwable failure, PrintWriter err) {
        return explain(failure, err, debugging());
    }

    static int explain(Throwable failure, PrintWriter err, boolean debugging) {
        String what = failure.toString().lines().findFirst().orElseThrow();
        String how = debugging ? "" : "; " + DEBUG + "=1 shows the stack trace";
        err.println(
                isSaidAlready(failure)
                        ? "turnstile: " + failure.getMessage()
                        : "turnstile: this is our own failure, not yours: " + what + how);
        if (debugging) {
            failure.printStackTrace(err);
        }
        return ExitCode.OWN_FAILURE;
    }

    /** What the drivers refuse, they explain. */
    private static boolean isSaidAlready(Throwable failure) {
        return failure instanceof TurnstileUnusableException
                || failure instanceof CanNotWriteException
                || failure instanceof LedgerFullException
                || failure instanceof RetiredException;
    }

    static boolean debugging() {
        return !System.getenv().getOrDefault(DEBUG, "").isEmpty();
    }
}
