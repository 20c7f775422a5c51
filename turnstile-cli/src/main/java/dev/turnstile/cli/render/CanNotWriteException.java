package dev.turnstile.cli.render;

import dev.turnstile.driver.mapped.FileFailure;
import java.io.IOException;

/**
 * Thrown when a file that was writable before the work can't be written after it. The message names the file and the
 * reason.
 */
public final class CanNotWriteException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CanNotWriteException(String what, IOException cause) {
        super(what + " can't be written: " + FileFailure.reason(cause), cause);
    }
}
