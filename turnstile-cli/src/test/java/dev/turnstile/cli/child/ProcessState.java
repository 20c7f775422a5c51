package dev.turnstile.cli.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What the kernel says of a process: R running, S sleeping, T stopped, Z ended and not yet reaped. */
final class ProcessState {
    private static final Map<String, Integer> NUMBERS =
            Map.of("HUP", 1, "INT", 2, "QUIT", 3, "USR1", 10, "USR2", 12, "TERM", 15);

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
     * Whether this process was started with the signal ignored, as shells do with INT for what they start in the background, and nohup
     * with HUP: then so is every process that it starts. Of a signal that the JVM handles whatever it was before, this can't tell.
     */
    static boolean isIgnoredHere(String signal) {
        int number = NUMBERS.getOrDefault(signal, 0);
        try {
            return number > 0
                    && Files.readAllLines(Path.of("/proc/self/status")).stream()
                            .filter(line -> line.startsWith("SigIgn:"))
                            .map(line ->
                                    Long.parseUnsignedLong(line.substring(7).strip(), 16))
                            .anyMatch(ignored -> (ignored >>> (number - 1) & 1) != 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
