package dev.turnstile.cli;

import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.LedgerFullException;
import dev.turnstile.cli.render.CanNotWriteException;
import dev.turnstile.driver.mapped.FileFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/** Owns up to a failure that is not the user's, or says what is wrong with a file. */
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
        if (isSaidAlready(failure)) {
            return failure.getMessage();
        }
        String what = failure.toString().lines().findFirst().orElseThrow();
        String how = debugging ? "" : "; " + DEBUG + "=1 shows the stack trace";
        return "this is our own failure, not yours: " + what + how;
    }

    /** What the drivers refuse, they explain. */
    private static boolean isSaidAlready(Throwable failure) {
        return failure instanceof TurnstileUnusableException
                || failure instanceof CanNotWriteException
                || failure instanceof LedgerFullException;
    }

    static boolean debugging() {
        return !System.getenv().getOrDefault(DEBUG, "").isEmpty();
    }
}
