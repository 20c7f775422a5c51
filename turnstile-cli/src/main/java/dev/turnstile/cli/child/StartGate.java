package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * What a held child waits at: it reads from a pipe that only this process can write to. A line lets it pass; the end of
 * the pipe, which comes with the death of this process too, ends it.
 */
final class StartGate {
    private static final int EPIPE = 32;

    private static final MethodHandle WRITE =
            Native.function("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));

    private final int writeEnd;
    private boolean shut;

    StartGate(int writeEnd) {
        this.writeEnd = writeEnd;
    }

    /** Lets it pass; nothing happens if it has died meanwhile. Only before it is shut. */
    void open() throws IOException {
        int result = Native.call(
                (state, arena) -> (int) (long) WRITE.invokeExact(state, writeEnd, arena.allocateFrom("\n"), 1L));
        shut();
        if (result != -EPIPE) {
            Native.checked("cannot let the command run", result);
        }
    }

    /** Who has not passed will not pass any more. */
    void shut() {
        if (!shut) {
            shut = true; // a second close would hit whatever has got the number since
            Descriptors.close(writeEnd);
        }
    }
}
