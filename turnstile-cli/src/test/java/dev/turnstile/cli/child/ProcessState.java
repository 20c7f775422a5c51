package dev.turnstile.cli.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says of a process: R running, S sleeping, T stopped, Z ended and not yet reaped. */
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

    /**
     * Whether this process was started with the signal ignored, as shells do with INT for what they start in the background: then
     * so is every process that it starts.
     */
    static boolean isIgnoredHere(String signal) {
        if (!signal.equals("INT")) {
            return false;
        }
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("SigIgn:"))
                    .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                    .anyMatch(ignored -> (ignored >>> 1 & 1) != 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
