package dev.turnstile.cli.render;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether standard output and standard error are a terminal. Java itself only knows whether standard input and output
 * both are.
 */
public final class Terminal {
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private Terminal() {}

    public static boolean isStandardOutput() {
        return is(STANDARD_OUTPUT);
    }

    public static boolean isStandardError() {
        return is(STANDARD_ERROR);
    }

    private static boolean is(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException _) { // not Linux
            return Optional.ofNullable(System.console())
                    .filter(Console::isTerminal)
                    .isPresent();
        }
    }
}
