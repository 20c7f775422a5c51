package dev.turnstile.cli.child;

import java.io.IOException;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Keeps signals that the build's starter ignores from the processes that tests start. nohup ignores HUP, shells ignore
 * INT and QUIT for background jobs, and other starters ignore more; a process can't trap what it was started with as
 * ignored.
 *
 * <p>This JVM handles such a signal from now on, with a function that does nothing. It is as deaf to the signal as
 * before, but exec resets a handled signal to the default, and leaves an ignored one ignored.
 *
 * <p>JUnit finds this extension by itself: src/test/resources/META-INF/services.
 */
public final class InheritedSignals implements BeforeAllCallback {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int LAST_STANDARD_SIGNAL = 31;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        if (Files.exists(STATUS)) {
            handleIgnored();
        }
    }

    private static void handleIgnored() throws IOException {
        long ignored = Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .mapToLong(line -> Long.parseUnsignedLong(
                        line.substring("SigIgn:".length()).strip(), 16))
                .findFirst()
                .orElse(0);
        // takes a number, returns another, and has no other effect
        MemorySegment harmless =
                Linker.nativeLinker().defaultLookup().find("abs").orElseThrow();
        for (int signal = 1; signal <= LAST_STANDARD_SIGNAL; signal++) {
            if ((ignored >>> (signal - 1) & 1) != 0) {
                Signals.handle(signal, harmless);
            }
        }
    }
}
