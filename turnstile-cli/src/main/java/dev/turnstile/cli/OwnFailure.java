package dev.turnstile.cli;

import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.LedgerFullException;
import dev.turnstile.cli.render.CanNotWriteException;
import dev.turnstile.driver.mapped.FileFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/** Explains failures that are not the user's: a file that can't be used, or an internal error. */
final class OwnFailure {
    private static final String DEBUG = "TURNSTILE_DEBUG";

    private OwnFailure() {}

    static int explain(Throwable failure, PrintWriter err) {
        return explain(failure, err, debugging());
    }

    static int explain(Throwable failure, PrintWriter err, boolean debugging) {
        err.println("turnstile: " + reason(failure, debugging));
        if (debugging) {
            failure.printStackTrace(err);
        }
        return ExitCode.OWN_FAILURE;
    }

    private static String reason(Throwable failure, boolean debugging) {
        if (failure instanceof IOException system) {
            return FileFailure.message(system);
        }
        if (failure instanceof UncheckedIOException system) {
            return FileFailure.message(system.getCause());
        }
        if (isExplained(failure)) {
            return failure.getMessage();
        }
        String what = failure.toString().lines().findFirst().orElseThrow();
        String how = debugging ? "" : "; set " + DEBUG + "=1 to see the stack trace";
        return "internal error: " + what + how;
    }

    /** Whether the message of the failure is meant for the user. */
    private static boolean isExplained(Throwable failure) {
        return failure instanceof TurnstileUnusableException
                || failure instanceof CanNotWriteException
                || failure instanceof LedgerFullException;
    }

    static boolean debugging() {
        return !System.getenv().getOrDefault(DEBUG, "").isEmpty();
    }
}
