package dev.turnstile.cli.render;

import dev.turnstile.driver.mapped.FileFailure;
import java.io.IOException;

/** A file could not be written although it could have been before the work. The message says which, and why. */
public final class CanNotWriteException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CanNotWriteException(String what, IOException cause) {
        super(what + " can't be written: " + FileFailure.reason(cause), cause);
    }
}
