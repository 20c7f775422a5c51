package dev.turnstile.cli.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kernel's state of a process: R running, S sleeping, T stopped, Z ended and not yet reaped. */
final class ProcessState {
    private ProcessState() {}

    static String of(long pid) {
        try {
            String status = Files.readString(Path.of("/proc/" + pid + "/stat"));
            int afterName = status.lastIndexOf(')') + 2;
            return status.substring(afterName, afterName + 1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
