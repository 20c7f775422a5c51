package dev.turnstile.cli.child;

import java.io.IOException;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Keeps processes that tests start from inheriting ignored signals. nohup ignores HUP, shells ignore INT and QUIT for
 * background jobs, and other parents of the build ignore more. A shell can't trap a signal that was ignored when it
 * started.
 *
 * <p>This JVM handles such a signal with a function that does nothing, so the signal still has no effect on it. But
 * exec resets a handled signal to the default, and leaves an ignored one ignored.
 *
 * <p>JUnit finds this extension through src/test/resources/META-INF/services.
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
        // takes and returns a number, without side effects
        MemorySegment harmless =
                Linker.nativeLinker().defaultLookup().find("abs").orElseThrow();
        for (int signal = 1; signal <= LAST_STANDARD_SIGNAL; signal++) {
            if ((ignored >>> (signal - 1) & 1) != 0) {
                Signals.handle(signal, harmless);
            }
        }
    }
}
